"""Which statements of a file's top level have to do with each other, as their words tell.

What is written in one statement can matter to another only if one of them names what the other
binds, or if a third one has to do with both. Statements that have nothing to do with each other
form groups. What is imported belongs to each group.
"""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tapelint.source.neighbours import span_of

_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_IMPORTS = (ast.Import, ast.ImportFrom)
_LOGGERS = frozenset({"getLogger", "get_logger"})
"""What makes loggers, which most functions name, and which tell none of them of another."""
_EXPORTED = "__all__"
_WORD = re.compile(r"[^\W\d]\w*")
_READ_BY_LINES = re.compile(r"[\r\f\v\x1c-\x1e\x85\u2028\u2029]|%%|# In\[")
"""Line ends that not all count the same, and the marks of a notebook's cells in a script."""
_SPEAKS_TO_ALL = re.compile(
    r"create_graph|__dict__|__getattr__|(?<![.\w])(?:globals|locals|vars|exec|eval)\s*\("
)
"""What matters to functions that do not name it."""


class Words(NamedTuple):
    """What is written in a statement.

    Attributes:
        met: All names, those of attributes and of keywords, and the words of short strings.
        read: The names of variables that it reads.
        bound: The names that it binds anywhere.
        binds: Those of them that others may read.
        imported: The names that it imports anywhere, each with what it stands for.
        is_shared: Whether it belongs to each group: it imports something, or makes a logger.
        is_loose: Whether it does something when the file is run, beside binding names.
    """

    met: frozenset[str]
    read: frozenset[str]
    bound: frozenset[str]
    binds: frozenset[str]
    imported: frozenset[tuple[str, str]]
    is_shared: bool
    is_loose: bool


@dataclass(frozen=True)
class Piece:
    """A statement of the top level, or several that share a line.

    Attributes:
        text: Its lines.
        first: The first of them, counted from 1.
        last: The last one.
        begins: The lines that Python has its statements begin on: that of ``def``, not of ``@``.
        words: What is written in it.
    """

    text: str
    first: int
    last: int
    begins: tuple[int, ...]
    words: Words


def pieces_of(text: str, module: ast.Module, known: Mapping[str, Words]) -> list[Piece] | None:
    """The statements of a text's top level; ``None`` where they cannot be told apart for sure.

    Args:
        text: The text.
        module: Python's tree of it.
        known: What is known to be written in statements, by their texts.
    """
    if _READ_BY_LINES.search(text) or _SPEAKS_TO_ALL.search(text):
        return None
    lines = text.split("\n")
    together: list[tuple[int, int, list[ast.stmt]]] = []
    for statement in module.body:
        first, last = span_of(statement)
        if together and first <= together[-1][1]:
            first, before, statements = together[-1]
            together[-1] = (first, max(last, before), [*statements, statement])
        else:
            together.append((first, last, [statement]))
    found: list[Piece] = []
    for first, last, statements in together:
        own = "\n".join(lines[first - 1 : last])
        words = known.get(own)
        begins = tuple(each.lineno for each in statements)
        found.append(Piece(own, first, last, begins, words or _words_of(statements)))
    return found


class Grouped(NamedTuple):
    """The statements of a file by what they have to do with each other, by their numbers.

    Attributes:
        groups: Those that have to do with each other, in order.
        shared: Those that belong to each group.
    """

    groups: list[list[int]]
    shared: list[int]


def grouped(pieces: Sequence[Piece], is_linking: Callable[[str], bool]) -> Grouped:
    """The statements that have to do with each other.

    Args:
        pieces: The statements.
        is_linking: Tells of what is imported, by its full name, whether two statements that name
            it may have to do with each other for that.
    """
    shared = _shared(pieces)
    others = [at for at in range(len(pieces)) if at not in shared]
    groups = _Groups(len(pieces))
    binding: dict[str, int] = {}
    loose: int | None = None
    for at in others:
        words = pieces[at].words
        if words.is_loose:
            loose = groups.join(at, at if loose is None else loose)
        for name in words.binds:
            binding[name] = groups.join(at, binding.get(name, at))
    imported = frozenset().union(*(each.words.imported for each in pieces))
    linking = {name for name, full in imported if is_linking(full)}
    # Of what nobody binds, nobody knows what it is: it may be changed by whoever names it.
    read = frozenset().union(*(each.words.read for each in pieces))
    linking |= read.difference(dir(builtins), *(each.words.bound for each in pieces))
    for at in others:
        met = pieces[at].words.met
        for name in met & (linking | binding.keys()):
            groups.join(at, binding.setdefault(name, at))
    return Grouped(groups.all(others), sorted(shared))


def _shared(pieces: Sequence[Piece]) -> set[int]:
    """Those that import something, and those that bind what these name."""
    shared = {at for at, piece in enumerate(pieces) if piece.words.is_shared}
    pending = list(shared)
    while pending:
        met = pieces[pending.pop()].words.met
        for at, piece in enumerate(pieces):
            if at not in shared and not met.isdisjoint(piece.words.binds):
                shared.add(at)
                pending.append(at)
    return shared


class _Groups:
    """Numbers that are put together."""

    def __init__(self, count: int) -> None:
        self._above = list(range(count))

    def join(self, one: int, other: int) -> int:
        """Put the groups of two numbers together; one of them stands for the group."""
        first, second = self._top(one), self._top(other)
        self._above[second] = first
        return first

    def all(self, numbers: Iterable[int]) -> list[list[int]]:
        """All groups, each in order."""
        found: dict[int, list[int]] = {}
        for each in numbers:
            found.setdefault(self._top(each), []).append(each)
        return list(found.values())

    def _top(self, number: int) -> int:
        while self._above[number] != number:
            self._above[number] = self._above[self._above[number]]
            number = self._above[number]
        return number


def _words_of(statements: Sequence[ast.stmt]) -> Words:
    met: set[str] = set()
    read: set[str] = set()
    bound: set[str] = set()
    imported: set[tuple[str, str]] = set()
    told_outside: set[str] = set()
    for root in statements:
        if _only_exports(root):
            continue
        for node in ast.walk(root):
            kind = type(node)
            if kind is ast.Name:
                is_read = type(node.ctx) is ast.Load  # type: ignore[attr-defined]
                (read if is_read else bound).add(node.id)  # type: ignore[attr-defined]
            elif kind is ast.Attribute:
                met.add(node.attr)  # type: ignore[attr-defined]
            elif kind is ast.arg:
                bound.add(node.arg)  # type: ignore[attr-defined]
            elif kind is ast.keyword:
                met.add(node.arg or "")  # type: ignore[attr-defined]
            elif isinstance(node, _DEFINITIONS):
                bound.add(node.name)
            elif isinstance(node, _IMPORTS):
                imported.update(_imported_by(node))
            elif isinstance(node, (ast.Global, ast.Nonlocal)):
                told_outside.update(node.names)
            elif kind is ast.Constant and isinstance(node.value, str):  # type: ignore[attr-defined]
                met.update(_WORD.findall(node.value))  # type: ignore[attr-defined]
            elif isinstance(node, (ast.ExceptHandler, ast.MatchAs, ast.MatchStar)):
                bound.add(node.name or "")
            elif isinstance(node, ast.MatchMapping):
                bound.add(node.rest or "")
    bound |= {name for name, _ in imported} | told_outside
    binds = set(told_outside)
    for each in statements:
        binds |= {each.name} if isinstance(each, _DEFINITIONS) else bound
    return Words(
        met=frozenset(met | read | bound),
        read=frozenset(read),
        bound=frozenset(bound),
        binds=frozenset(binds),
        imported=frozenset(imported),
        is_shared=all(map(_is_for_all, statements)),
        is_loose=not all(map(_only_binds, statements)),
    )


def _imported_by(node: ast.Import | ast.ImportFrom) -> Iterator[tuple[str, str]]:
    """The names that an import binds, each with what it stands for."""
    for each in node.names:
        full = each.name
        if isinstance(node, ast.ImportFrom):
            full = f"{'.' * node.level}{node.module or ''}.{each.name}"
        yield (each.asname or each.name).partition(".")[0], full


def _is_for_all(statement: ast.stmt) -> bool:
    """Whether a statement imports something, makes a logger, or is a text that stands alone."""
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
        return True
    if isinstance(statement, _DEFINITIONS):
        return False
    if isinstance(statement, ast.Assign) and isinstance(statement.value, ast.Call):
        made_by = statement.value.func
        if isinstance(made_by, ast.Attribute) and made_by.attr in _LOGGERS:
            return True
    return any(isinstance(node, _IMPORTS) for node in ast.walk(statement))


def _only_exports(statement: ast.stmt) -> bool:
    """Whether a statement lists what other files may import."""
    return (
        isinstance(statement, ast.Assign)
        and isinstance(statement.value, (ast.List, ast.Tuple))
        and all(isinstance(each, ast.Constant) for each in statement.value.elts)
        and all(isinstance(each, ast.Name) and each.id == _EXPORTED for each in statement.targets)
    )


def _only_binds(statement: ast.stmt) -> bool:
    """Whether a statement does nothing but bind names."""
    if isinstance(statement, ast.Assign):
        targets = statement.targets
    elif isinstance(statement, ast.AnnAssign):
        targets = [statement.target]
    else:
        return isinstance(statement, _DEFINITIONS)
    return all(map(_is_name, targets))


def _is_name(target: ast.expr) -> bool:
    """Whether a target is a name, or names; else an object is changed."""
    if isinstance(target, (ast.Tuple, ast.List)):
        return all(isinstance(each, ast.Name) for each in target.elts)
    return isinstance(target, ast.Name)
