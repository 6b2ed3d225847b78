"""The other files of a project: which file an import means, and where in it a name is defined.

Nothing is imported or run. A file is read when a name of it is asked for, and only its outline is
kept: the statements at its top level that bind each name.
"""

from __future__ import annotations

import ast
import functools
import os
import sys
from array import array
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Protocol

from tapelint.source import files
from tapelint.source.decoding import decode
from tapelint.source.errors import SourceError
from tapelint.source.index import NOTHING, Index
from tapelint.source.indexing import kept_index, know_index
from tapelint.source.kept import keeping
from tapelint.source.observations import (
    EXISTS,
    HOLDS_PYTHON,
    IS_FILE,
    IS_FOLDER,
    IS_INSTALLED,
    IS_LARGE,
    IS_NEAR_TOP,
    NAME,
    Seen,
    Text,
    is_so,
    look,
    note,
    note_text,
    read_text,
    watching,
)
from tapelint.source.python_tree import python_tree
from tapelint.source.registries import filled

MOST_FILES = 48
"""How many other files are looked into for one."""
MOST_LEVELS_UP = 4
"""How many folders above a file's package are searched for the packages that it imports."""
MOST_HOPS = 8
"""Over how many files a name may be handed on, as packages do in their ``__init__.py``."""
MOST_TEXT = 6_000_000
"""How many characters the files have together of which a process keeps the outlines."""

LONG_BODY = 6
"""From how many lines on the body of another file's function is parsed only when it is needed."""

_MARKS_OF_A_PROJECT = (".git", "pyproject.toml", "setup.py", "setup.cfg")
_STANDARD = frozenset(sys.stdlib_module_names) | {"builtins"}

Span = tuple[int, int]
"""The first and the last line of a statement, decorators included."""
_Block = Sequence[ast.stmt]


@dataclass(frozen=True, eq=False)
class Outline:
    """What a file defines at its top level.

    Attributes:
        text: Its text, its lines ended by line feeds.
        definitions: For each name, where each statement stands that binds it.
        star_imports: The modules of ``from ... import *``, as they are written, dots included.
        rebound: The names that functions declare ``global``: they may give them other values.
        exported: What ``__all__`` lists; ``None`` where it has none that can be read.
        bodies: For each function and class, by its first line, where the bodies of long functions
            stand: its own, or those of its methods.
        index: What its functions hold.
    """

    text: str = ""
    definitions: dict[str, list[Span]] = field(default_factory=dict)
    star_imports: tuple[str, ...] = ()
    rebound: frozenset[str] = frozenset()
    exported: frozenset[str] | None = None
    bodies: dict[int, tuple[Span, ...]] = field(default_factory=dict)
    index: Index = NOTHING

    def tree(self) -> ast.Module:
        """Python's tree of it: made anew, since it is large, and seldom asked for."""
        return python_tree(self.text) or ast.Module([], [])

    @functools.cached_property
    def filled(self) -> frozenset[str]:
        """The names of the tables that it changes, wherever it does."""
        return filled(self.tree())

    def lines_of(self, span: Span) -> list[str]:
        """The lines on which a statement stands."""
        first, last = span
        starts = self._starts
        return self.text[starts[first - 1] : starts[last] - 1].split("\n")

    @functools.cached_property
    def _starts(self) -> array[int]:
        """Where each line begins, and where one behind the last would."""
        found = array("I", (0,))
        at = self.text.find("\n") + 1
        while at:
            found.append(at)
            at = self.text.find("\n", at) + 1
        found.append(len(self.text) + 1)
        return found

    def exports(self, name: str) -> bool:
        """Whether ``from ... import *`` of this file gives a name that it defines."""
        return not name.startswith("_") if self.exported is None else name in self.exported


class Keeper(Protocol):
    """Keeps outlines for other runs and other processes, by what stands for the files' bytes."""

    def find(self, digest: str, text: str) -> Outline | None:
        """The outline of a text, whose lines line feeds end, if it is kept."""

    def keep(self, digest: str, outline: Outline) -> None:
        """Keep an outline."""


_keeper: ContextVar[Keeper | None] = ContextVar("keeper", default=None)


@contextmanager
def kept_by(keeper: Keeper | None) -> Iterator[None]:
    """For a while, outlines are kept by somebody, and not made where they are known there."""
    token = _keeper.set(keeper)
    try:
        yield
    finally:
        _keeper.reset(token)


@dataclass(frozen=True)
class ProjectFile:
    """One file of a project.

    Attributes:
        path: Its absolute path.
        name: Its dotted name, as absolute imports of the project spell it.
    """

    path: str
    name: str

    @property
    def package(self) -> str:
        """What one dot means in its imports."""
        if os.path.basename(self.path) == "__init__.py":
            return self.name
        return self.name.rpartition(".")[0]


class Neighbours:
    """Finds the files that one file, and those that it imports, may import.

    An absolute import is looked for beside the package that a file belongs to, beside the file
    itself, and in the folders above up to the project's own (and its ``src``). A package that is
    installed knows only itself.
    """

    def __init__(self, path: str) -> None:
        """The neighbours of the file at ``path``."""
        self.here, self._named_by = _as_project_file(files.absolute(path))
        self._outlines: dict[str, Outline | None] = {}
        self._found: dict[tuple[str, str], ProjectFile | None] = {}

    def absolute(self, name: str, importer: ProjectFile) -> str:
        """The absolute name for one that may start with dots, as ``importer`` means it."""
        dots = len(name) - len(name.lstrip("."))
        if not dots:
            return name
        self._note_name(importer)
        base = importer.package.split(".") if importer.package else []
        kept = base[: len(base) - (dots - 1)]
        if dots - 1 > len(base):
            return name
        return ".".join((*kept, name[dots:])) if kept else name[dots:]

    def find(self, name: str, importer: ProjectFile) -> ProjectFile | None:
        """The file of a module or package with an absolute dotted name, if it is of the project."""
        folder = os.path.dirname(importer.path)
        key = (folder, name)
        if key not in self._found:
            self._found[key] = self._find(name, importer, folder)
        return self._found[key]

    def _find(self, name: str, importer: ProjectFile, folder: str) -> ProjectFile | None:
        parts = name.split(".")
        if not all(part.isidentifier() for part in parts) or parts[0] in _STANDARD:
            return None
        own_package = importer.name.partition(".")[0]
        for root in _roots(folder):
            if is_so(IS_INSTALLED, root):
                self._note_name(importer)
                if parts[0] != own_package:
                    continue
            # Few questions, whose answers say much: the cache of findings asks them again.
            is_package = is_so(IS_FOLDER, os.path.join(root, parts[0]))
            if not is_package and len(parts) > 1:
                continue
            stem = os.path.join(root, *parts)
            package = os.path.join(stem, "__init__.py")
            if is_package and is_so(IS_FILE, package):
                return ProjectFile(package, name)
            if is_so(IS_FILE, f"{stem}.py"):
                return ProjectFile(f"{stem}.py", name)
            if is_package and len(parts) == 1 and is_so(HOLDS_PYTHON, stem):
                return ProjectFile(package, name)
        return None

    def _note_name(self, file: ProjectFile) -> None:
        """Note that the name of a file was used: folders of any names may give it to this one."""
        if file is self.here:
            note(*(Seen(NAME, folder, look(NAME, folder)) for folder in self._named_by))

    def file(self, path: str) -> ProjectFile:
        """The file of the project at an absolute path."""
        return _as_project_file(path)[0]

    def outline(self, file: ProjectFile, *, beyond: bool = False) -> Outline | None:
        """What a file defines; ``None`` if it cannot be read, or too many were read already.

        Args:
            file: The file.
            beyond: Whether it is read though many were: whoever asks has a bound of its own.
        """
        if file.path not in self._outlines:
            if len(self._outlines) >= MOST_FILES and not beyond:
                return None
            self._outlines[file.path] = _read_outline(file.path)
        return self._outlines[file.path]


def definition(
    neighbours: Neighbours, name: str, importer: ProjectFile, hops: int = MOST_HOPS
) -> tuple[Outline, str, ProjectFile] | None:
    """The file that a dotted name comes from in the end, as ``importer`` has it."""
    full = neighbours.absolute(name, importer)
    module, _, last = full.rpartition(".")
    file = neighbours.find(module, importer) if module and hops else None
    outline = neighbours.outline(file) if file is not None else None
    if file is None or outline is None:
        return None
    handed_on = outline.index.imports.get(last)
    if handed_on is not None:
        return definition(neighbours, handed_on, file, hops - 1)
    if last not in outline.definitions:
        for star in outline.star_imports:
            found = definition(neighbours, f"{star}.{last}", file, hops - 1)
            if found is not None:
                return found
    return outline, last, file


def _read_outline(path: str) -> Outline | None:
    if is_so(IS_LARGE, path):
        return None
    try:
        version = files.version(path)
    except OSError:
        note_text(path, None)
        return None
    text, outline = _outline(path, *version)
    note_text(path, text)
    return outline


def stem_of(path: str) -> str:
    """How imports call the module of a file: a package by its folder."""
    folder, last = os.path.split(path)
    return os.path.basename(folder) if last == "__init__.py" else os.path.splitext(last)[0]


def _as_project_file(path: str) -> tuple[ProjectFile, list[str]]:
    """A file with the name that the folders around it give it, and these folders."""
    folder, last = os.path.split(files.absolute(path))
    parts = [] if last == "__init__.py" else [os.path.splitext(last)[0]]
    top = folder
    folders: list[str] = []
    while is_so(IS_FILE, os.path.join(top, "__init__.py")) and os.path.dirname(top) != top:
        folders.append(top)
        top, last = os.path.split(top)
        parts.append(last)
    if len(parts) <= 1 and top == folder:
        # Relative imports work in a folder without `__init__.py`, too.
        folders.append(folder)
        parts.append(os.path.basename(folder))
    return ProjectFile(path, ".".join(reversed(parts))), folders


def _roots(folder: str) -> tuple[str, ...]:
    """Where absolute imports of the files in a folder are looked for, the likeliest first."""
    roots, seen = _roots_and_looks(folder)
    note(*seen)
    return roots


def forget_roots() -> None:
    """Look anew for what makes a folder a package or a project: it may have come or gone."""
    _roots_and_looks.cache_clear()


@lru_cache(maxsize=256)
def _roots_and_looks(folder: str) -> tuple[tuple[str, ...], tuple[Seen, ...]]:
    with watching() as watch:
        roots = _find_roots(folder)
    return roots, tuple(watch.seen)


def _find_roots(folder: str) -> tuple[str, ...]:
    top, packages = folder, list[str]()
    while is_so(IS_FILE, os.path.join(top, "__init__.py")) and os.path.dirname(top) != top:
        packages.append(top)
        top = os.path.dirname(top)
    roots = [top] if folder == top else [top, folder]
    if is_so(IS_INSTALLED, top):
        return tuple(roots)
    # A project's folder may be a package by accident: its scripts are started there all the same.
    roots += [each for each in packages[1:] if _is_project(each)]
    above = top
    for _ in range(MOST_LEVELS_UP):
        if _is_project(above):
            source = os.path.join(above, "src")
            if is_so(IS_FOLDER, source):
                roots.append(source)
            break
        if is_so(IS_NEAR_TOP, above):
            break
        above = os.path.dirname(above)
        roots.append(above)
    return tuple(dict.fromkeys(roots))


def _is_project(folder: str) -> bool:
    """Whether a folder is that of a project."""
    return any(is_so(EXISTS, os.path.join(folder, mark)) for mark in _MARKS_OF_A_PROJECT)


def _size(kept: tuple[Text | None, Outline | None]) -> int:
    return 1 if kept[1] is None else len(kept[1].text) + 1


@keeping(MOST_TEXT, _size)
def _outline(path: str, changed: int, size: int) -> tuple[Text | None, Outline | None]:
    """The outline of a file, and its text; its time and size say when it is to be made anew."""
    try:
        content, read = read_text(path)
    except OSError:
        return None, None
    try:
        text = decode(content, path)
    except SourceError:
        return read, None
    keeper = _keeper.get() if read is not None else None
    if keeper is None or read is None:
        return read, _outline_of(text)
    known = keeper.find(read.digest, text.replace("\r\n", "\n").replace("\r", "\n"))
    outline = known or _outline_of(text)
    if known is not None:
        know_index(known.text, known.index)
    elif outline is not None:
        keeper.keep(read.digest, outline)
    return read, outline


def _outline_of(text: str) -> Outline | None:
    tree = python_tree(text)
    if tree is None:
        return None
    definitions: dict[str, list[Span]] = {}
    stars: list[str] = []
    exported: frozenset[str] | None = None
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    bodies: dict[int, tuple[Span, ...]] = {}
    for statement, names in _bindings(tree.body):
        span = span_of(statement)
        if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            bodies[span[0]] = tuple(_bodies(statement))
        for name in names:
            if name == "*" and isinstance(statement, ast.ImportFrom):
                stars.append("." * statement.level + (statement.module or ""))
            elif name == "__all__":
                exported = _names_in(statement)
            else:
                definitions.setdefault(name, []).append(span)
    rebound = _declared_global(text.split("\n")) if "global " in text else frozenset()
    index = kept_index(tree, text)
    return Outline(text, definitions, tuple(stars), rebound, exported, bodies, index)


def _bodies(
    statement: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef,
) -> Iterator[Span]:
    """Where the bodies of long functions stand: of a function, or of the methods of a class."""
    functions = statement.body if isinstance(statement, ast.ClassDef) else [statement]
    for each in functions:
        if isinstance(each, (ast.FunctionDef, ast.AsyncFunctionDef)):
            first, last = span_of(each.body[0])[0], span_of(each)[1]
            if last - first >= LONG_BODY and first > each.lineno:
                yield first, last


def span_of(statement: ast.stmt | ast.expr) -> Span:
    """Where a statement or an expression stands."""
    decorators = getattr(statement, "decorator_list", [])
    first = min([statement.lineno, *(each.lineno for each in decorators)])
    return first, statement.end_lineno or statement.lineno


def _declared_global(lines: Sequence[str]) -> frozenset[str]:
    return frozenset(
        name
        for line in lines
        if line.lstrip().startswith("global ")
        for name in line.replace(",", " ").split()
    )


def _bindings(block: _Block) -> Iterator[tuple[ast.stmt, list[str]]]:
    """The statements of a block that bind names at the top level, with the names."""
    for statement in block:
        if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            yield statement, [statement.name]
        elif isinstance(statement, ast.Import):
            yield (
                statement,
                [each.asname or each.name.partition(".")[0] for each in statement.names],
            )
        elif isinstance(statement, ast.ImportFrom):
            yield statement, [each.asname or each.name for each in statement.names]
        elif isinstance(statement, ast.If):
            yield from _bindings(statement.body)
            yield from _bindings(statement.orelse)
        elif isinstance(statement, ast.Try):
            # What the handlers bind is for where the body cannot be had.
            for part in (statement.body, statement.orelse, statement.finalbody):
                yield from _bindings(part)
        else:
            names = [
                each.id
                for each in ast.walk(statement)
                if isinstance(each, ast.Name) and isinstance(each.ctx, (ast.Store, ast.Del))
            ]
            if names:
                yield statement, names


def _names_in(statement: ast.stmt) -> frozenset[str] | None:
    value = statement.value if isinstance(statement, (ast.Assign, ast.AnnAssign)) else None
    try:
        names = ast.literal_eval(value) if value is not None else None
    except ValueError:
        return None
    if not isinstance(names, (list, tuple)):
        return None
    return frozenset(each for each in names if isinstance(each, str))


def imported_as(
    neighbours: Neighbours,
    file: ProjectFile,
    outline: Outline,
    target: ProjectFile,
    wanted: frozenset[str],
) -> Iterator[tuple[str, str]]:
    """How a file writes what it imports of another one, by name or as a part of the module.

    Args:
        neighbours: The project's files.
        file: The file that imports.
        outline: What it holds.
        target: The file that is imported from.
        wanted: The names in that file.

    Yields:
        A name as the file writes it, and as the other one does.
    """
    for local, full in outline.index.imports.items():
        last = full.rpartition(".")[2]
        if last in wanted:
            origin = definition(neighbours, full, file)
            if origin is not None and origin[2].path == target.path and origin[1] == last:
                yield local, last
                continue
        module = neighbours.find(neighbours.absolute(full, file), file)
        if module is not None and module.path == target.path:
            for name in wanted:
                yield name, name
