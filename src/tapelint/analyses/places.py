"""The sites that rules report on, for the nodes of Python's tree that the core runs."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence
from typing import Final

from tapelint.core.code.code_object import Code
from tapelint.project.roles.modes import ModesOfCallers, Recorded
from tapelint.source import tree
from tapelint.source.decoding import decode
from tapelint.source.errors import SourceError
from tapelint.source.index import NOTHING, Index
from tapelint.source.indexing import kept_index
from tapelint.source.kept import keeping
from tapelint.source.neighbours import Neighbours
from tapelint.source.observations import read_text
from tapelint.source.parsed import Parsed
from tapelint.source.sites import Site, site

_Span = tuple[type[ast.AST], int, int, int | None, int | None]

MOST_TEXT: Final = 1_000_000
"""How many characters the other files have together that a process keeps."""


class Places:
    """Finds nodes, in the file that is linted and in others; and who calls its functions there.

    Attributes:
        parsed: The file that is linted.
        imports: The names that imports bind in it, each with the module.
        of_torch: Those that are torch, or something of it.
    """

    def __init__(self, parsed: Parsed, ran: Iterable[Code], neighbours: Neighbours | None) -> None:
        """Look nothing up yet.

        Args:
            parsed: The file that is linted.
            ran: The code that was run.
            neighbours: Finds the other files of the project; ``None`` to look at none.
        """
        self.parsed: Final = parsed
        self._neighbours: Final = neighbours
        self.imports: Final = {
            (each.asname or each.name).partition(".")[0]: node.module or ""
            if isinstance(node, ast.ImportFrom)
            else each.name
            for node in ast.walk(parsed.python_tree or ast.Module([], []))
            if isinstance(node, (ast.Import, ast.ImportFrom))
            for each in node.names
        }
        self.of_torch: Final = frozenset(
            name for name, module in self.imports.items() if module.partition(".")[0] == "torch"
        )
        modules = [each for each in ran if isinstance(each.node, ast.Module)]
        modules.sort(key=lambda each: each.file != parsed.path)
        self._modules: Final = modules  # the linted one is the first: most nodes are in it
        self._modes: tuple[ModesOfCallers, Index] | None = None
        self._texts: Final[dict[str, Parsed | None]] = {parsed.path: parsed}
        self._sites: Final[dict[tuple[str, _Span], Site]] = {}

    def of(self, node: ast.AST | None) -> Site | None:
        """Where a node of Python's stands; ``None`` for one that stands nowhere."""
        span = _span(node)
        file = None if span is None else self._file(node)
        if node is None or span is None or file is None:
            return None
        if (file, span) not in self._sites:
            if file not in self._texts:
                self._texts[file] = _text_of(file)
            source = self._texts[file]
            if source is None:
                return None
            self._sites[file, span] = site(node, source)
        return self._sites[file, span]

    def _file(self, node: object) -> str | None:
        """The file that a node of Python's tree stands in."""
        return next((each.file for each in self._modules if id(node) in each.nodes), None)

    def returned(self, function: ast.AST) -> tree.Node | None:
        """The ``return`` of a function that has one alone; else the function."""
        found = [each for each in ast.walk(function) if isinstance(each, ast.Return)]
        return self.of(found[0] if len(found) == 1 else function)

    def via(self, place: tree.Node, calls: Sequence[ast.AST]) -> tuple[tree.Node, ...]:
        """The call in the linted file that leads to a place elsewhere, by the calls around that."""
        if place.source is self.parsed:
            return ()
        for each in reversed(calls):
            node = self.of(each)
            if node is not None and node.source is self.parsed and isinstance(each, ast.Call):
                return (node,)
        return ()

    def caller(self, calls: Sequence[ast.AST]) -> tree.Node | None:
        """The call in another file that leads into the linted one, where no entry of it does."""
        if not calls or self._file(calls[0]) in (None, self.parsed.path):
            return None
        others = [each for each in calls if self._file(each) != self.parsed.path]
        return next(
            (self.of(each) for each in reversed(others) if isinstance(each, ast.Call)), None
        )

    def records_elsewhere(self, definition: ast.AST | None) -> Recorded | None:
        """Whether others use a class of the linted file, or a function, while autograd records."""
        if not isinstance(definition, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            return None
        if self._file(definition) != self.parsed.path:
            return None
        if self._modes is None:
            module = self.parsed.python_tree
            index = kept_index(module, self.parsed.text) if module is not None else NOTHING
            self._modes = ModesOfCallers(self._neighbours, index), index
        modes, index = self._modes
        function = index.functions.get(definition.lineno)
        owner = function.owner if function is not None else ""
        return modes.records(owner or definition.name)


def _span(node: object) -> _Span | None:
    if not isinstance(node, (ast.expr, ast.stmt, ast.arg, ast.keyword, ast.alias)):
        return None
    return type(node), node.lineno, node.col_offset, node.end_lineno, node.end_col_offset


def _text_of(path: str) -> Parsed | None:
    """Another file."""
    try:
        return _parsed(decode(read_text(path)[0], path), path)[0]
    except (OSError, SourceError):
        return None


def _size(kept: tuple[Parsed, int]) -> int:
    return kept[1]


@keeping(MOST_TEXT, _size)
def _parsed(text: str, path: str) -> tuple[Parsed, int]:
    return Parsed(text, path), len(text) + 1
