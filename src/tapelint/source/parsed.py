"""A text with its trees: ours, which is executed, and libcst's, once it is needed."""

from __future__ import annotations

import ast
import functools
import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from tapelint.findings import Location
from tapelint.source import tree
from tapelint.source.brackets import MOST_BRACKETS, too_deep
from tapelint.source.decoding import split_lines
from tapelint.source.errors import SourceError
from tapelint.source.neighbours import Span, span_of
from tapelint.source.python_tree import python_tree
from tapelint.source.sites import Site
from tapelint.source.spelling import code_of
from tapelint.source.tree_from_python import TreeMaker

if TYPE_CHECKING:
    import libcst as cst

    from tapelint.source.counterparts import Counterparts
    from tapelint.source.lossless_sites import LosslessSites
    from tapelint.source.positions import Places

BodyMaker = Callable[[], tree.BaseSuite]
Parser = Callable[[str, "ast.Module | None"], "cst.Module"]
"""Parses a text as libcst does, given Python's tree of it where there is one."""
_CELL = re.compile(r"# ?%%|# In\[")
"""How the line of a script begins that stands above a notebook's cell."""
_LINE = re.compile(r"\r\n|\n|\r")
_SPANNED = (tree.BaseCompoundStatement, tree.BaseSmallStatement, tree.Lambda)
"""What begins and ends where Python's parser says so."""


def text_of(lines: Sequence[str]) -> str:
    """The text of a piece of a file: a line that leads to the next one leads to an empty one."""
    more = ("", "") if lines[-1].endswith("\\") else ("",)
    return "\n".join((*lines, *more))


class Parsed:
    """A text, parsed.

    Attributes:
        path: The name that errors carry.
        text: The text.
        first_line: The line of its file that it begins on: it may be a piece of one.
        module: Its tree.
        cells: The lines on which cells of a notebook begin, or 1 alone for a block of a page: what
            ends one is shown.
    """

    cells: frozenset[int] = frozenset()

    def __init__(
        self,
        text: str,
        path: str,
        parser: Parser | None = None,
        first_line: int = 1,
        unread: Sequence[Span] = (),
    ) -> None:
        """Parse a text: with Python's parser or, where that cannot, with libcst's.

        Args:
            text: The text.
            path: The name that errors carry.
            parser: Parses it for libcst's tree; ``None`` for libcst's own parser.
            first_line: The line of its file that it begins on.
            unread: The lines of its file on which bodies of functions stand that are parsed when
                they are asked for.

        Raises:
            SourceError: Neither can: it is not Python.
        """
        self.path, self.text, self.first_line = path, text, first_line
        self._parser = parser
        self._lossless: cst.Module | None = None
        self._bodies: list[Parsed] = []
        self.walked: dict[cst.CSTNode, int | None] = {}
        self._unread = {last - first_line + 1: (first, last) for first, last in unread}
        self._made = python_tree(self._without_unread()) if unread else None
        if self._made is None:  # a body may begin on a line of the header
            self._unread = {}
            self._made = python_tree(text)
        if self._made is not None:
            self.module = TreeMaker(self).module(self._made)
        else:
            from tapelint.source.tree_from_libcst import module_from_libcst

            line = too_deep(text)  # libcst's time grows with the square of the depth
            if line is not None:
                reason = f"brackets nested more than {MOST_BRACKETS} deep; Python cannot read it"
                raise SourceError(path, reason, line)

            self._lossless = self._parse()
            self.module = module_from_libcst(self._lossless, self)

    @property
    def python_tree(self) -> ast.Module | None:
        """Python's own tree of all of it; ``None`` where libcst's is what there is."""
        return None if self._unread else self._made

    def let_go(self) -> None:
        """Let go of the trees: their nodes refer to the text, so that Python would not free them.

        Afterwards the nodes have no places, and the text can no longer be asked for anything.
        """
        self.module.body, self.module.source = [], None
        self._made = self._lossless = None
        for name in ("lossless_module", "places", "_counterparts", "_sites"):
            self.__dict__.pop(name, None)
        for body in self._bodies:
            body.let_go()
        self._bodies.clear()

    @property
    def lines_read(self) -> int:
        """How many of its lines are parsed, without the bodies that were not asked for yet."""
        return self._lines_at_first + sum(each.lines_read for each in self._bodies)

    @functools.cached_property
    def _lines_at_first(self) -> int:
        left_out = sum(last - first for first, last in self._unread.values())
        return self.text.count("\n") - left_out

    def _without_unread(self) -> str:
        """The text with ``...`` on the last line of each body that is not parsed yet."""
        lines = list(self.lines)
        above = self.first_line - 1
        for first, last in self._unread.values():
            start = lines[first - above - 1]
            indent = start[: len(start) - len(start.lstrip())]
            blank = [""] * (last - first)
            lines[first - above - 1 : last - above] = [*blank, f"{indent}..."]
        return "\n".join(lines)

    def body_maker(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> BodyMaker | None:
        """What parses the body of a function that was left out; ``None`` where it was not."""
        span = self._unread.get(node.end_lineno or 0)
        return None if span is None else functools.partial(self._body, span)

    def _body(self, span: Span) -> tree.BaseSuite:
        """The statements of a function, parsed on their own, below a line that stands for its."""
        first, last = span
        above = self.first_line - 1
        lines = ["async def _():", *self.lines[first - above - 1 : last - above]]
        piece = Parsed(text_of(lines), self.path, first_line=first - 1)
        self._bodies.append(piece)
        function = piece.module.body[0]
        assert isinstance(function, tree.FunctionDef)
        return function.body

    @functools.cached_property
    def lines(self) -> list[str]:
        """Its lines, without what ends them."""
        return split_lines(self.text)

    def _parse(self) -> cst.Module:
        from tapelint.source import parsing

        parser, made = self._parser, self._made
        if parser is None:
            return parsing.parse(self.text, self.path)
        return parsing.parse(
            self.text, self.path, lambda text: parser(text, made if text == self.text else None)
        )

    @functools.cached_property
    def lossless_module(self) -> cst.Module | None:
        """The tree of libcst's; ``None`` where libcst cannot read it."""
        if self._lossless is None:
            try:
                self._lossless = self._parse()
            except SourceError:
                return None
        return self._lossless

    def lossless(self, node: tree.Node) -> cst.CSTNode | None:
        """The libcst node of a node of this text; ``None`` where libcst cannot read the text."""
        if isinstance(node, Site):
            return None if self._sites is None else self._sites.of(node)
        return None if self._counterparts is None else self._counterparts.of(node)

    def ours(self, node: tree.Node | cst.CSTNode) -> tree.Node:
        """Our node for a libcst node of this text; one of ours is given back as it is.

        Raises:
            ValueError: It is no node of this text.
        """
        if isinstance(node, tree.Node):
            return node
        found = None if self._counterparts is None else self._counterparts.ours(node)
        if found is not None:
            return found
        raise ValueError(f"a {type(node).__name__} of another text, or one without a meaning")

    @functools.cached_property
    def _counterparts(self) -> Counterparts | None:
        module = self.lossless_module
        if module is None:
            return None
        from tapelint.source.counterparts import Counterparts

        return Counterparts(self.module, module, self.walked)

    @functools.cached_property
    def _sites(self) -> LosslessSites | None:
        module, python = self.lossless_module, self.python_tree
        if module is None or python is None:
            return None
        from tapelint.source.lossless_sites import LosslessSites

        return LosslessSites(module, python, self)

    @functools.cached_property
    def places(self) -> Places | None:
        """Where the libcst nodes stand; ``None`` where libcst cannot read the text."""
        if self.lossless_module is None:
            return None
        from tapelint.source.positions import Places

        return Places(self.lossless_module, self.text, self.walked)

    def place(self, node: tree.Node) -> Location | None:
        """Where a node of this text stands in its file; ``None`` for one that stands nowhere."""
        lossless = None if isinstance(node, Site) else self.lossless(node)
        if lossless is not None and self.places is not None:
            found = self.places.written(lossless)
        else:
            found = self._place_by_python(node)
        if found is None or self.first_line == 1:
            return found
        above = self.first_line - 1
        return replace(found, line=found.line + above, end_line=found.end_line + above)

    def _place_by_python(self, node: tree.Node) -> Location | None:
        """The place that Python's parser gives: columns in bytes become those in characters."""
        origin = node.origin
        if not isinstance(origin, (ast.expr, ast.stmt, ast.arg, ast.keyword, ast.alias)):
            return None
        end_line = origin.end_lineno or origin.lineno
        end_column = origin.end_col_offset or origin.col_offset
        return Location(
            origin.lineno,
            self.column(origin.lineno, origin.col_offset),
            end_line,
            self.column(end_line, end_column),
        )

    def column(self, line: int, offset: int) -> int:
        """The column, from 1 on, that is meant by Python's offset in a line, in bytes."""
        written = self.lines[line - 1].encode("utf-8", "surrogatepass")
        return len(written[:offset].decode("utf-8", "replace")) + 1

    def line(self, node: tree.Node) -> int:
        """The line of its file that a node begins on, found without libcst where it can be."""
        line = getattr(node.origin, "lineno", None)
        if line is not None:
            return int(line) + self.first_line - 1
        place = self.place(node)
        return place.line if place is not None else 0

    def is_last_of_cell(self, node: tree.Node) -> bool:
        """Whether nothing follows a statement of the text in its cell: what it gives is shown."""
        if not self._cell_lines:
            return False
        line = self.line(node)
        at = bisect_right(self._statement_lines, line)
        if at == len(self._statement_lines):
            return True
        begins = bisect_right(self._cell_lines, line)
        if begins == len(self._cell_lines):
            return False
        return self._cell_lines[begins] <= self._statement_lines[at]

    @functools.cached_property
    def _cell_lines(self) -> list[int]:
        return sorted(self.cells or self._cells_of_script)

    @functools.cached_property
    def _statement_lines(self) -> list[int]:
        return sorted(map(self.line, _statements(self.module)))

    @functools.cached_property
    def _cells_of_script(self) -> frozenset[int]:
        """The lines on which cells begin in a notebook that was written as a script."""
        if "%%" not in self.text and "# In[" not in self.text:
            return frozenset()
        found = (at for at, line in enumerate(self.lines, 1) if _CELL.match(line))
        return frozenset(found)

    def may_hold(self, node: tree.Node, words: Iterable[str]) -> bool:
        """Whether one of these words may stand in a node's text; that of a block is not known."""
        if isinstance(node, tree.Module):
            return any(each in self.text for each in words)
        origin = node.origin
        if not isinstance(node, _SPANNED) or not isinstance(origin, (ast.expr, ast.stmt)):
            return True
        first, last = span_of(origin)
        start, end = self._starts[first - 1], self._starts[last]
        return any(self.text.find(each, start, end) >= 0 for each in words)

    @functools.cached_property
    def _starts(self) -> list[int]:
        """Where each line starts, and where the text ends."""
        found = [0]
        for line in _LINE.finditer(self.text):
            found.append(line.end())
        return [*found, len(self.text)]

    def code(self, node: tree.Node, *, exactly: bool = True) -> str:
        """The text of a node.

        Args:
            node: The node.
            exactly: Whether its own brackets are to be part of it, and libcst to be asked.

        Raises:
            RecursionError: It is nested too deep to be written.
        """
        lossless = self.lossless(node) if exactly else None
        if lossless is not None and self.lossless_module is not None:
            return self.lossless_module.code_for_node(lossless)
        place = None if isinstance(node, tree.Name) else self._place_by_python(node)
        return code_of(node) if place is None else self._between(place)

    def _between(self, place: Location) -> str:
        """The text at a place, its lines counted from the text's own."""
        lines = self.lines[place.line - 1 : place.end_line]
        lines[-1] = lines[-1][: place.end_column - 1]
        lines[0] = lines[0][place.column - 1 :]
        return "\n".join(lines)


def _statements(module: tree.Module) -> Iterator[tree.Node]:
    """The statements of a text's top level, those on one line each by itself."""
    for each in module.body:
        yield from each.body if isinstance(each, tree.SimpleStatementLine) else (each,)
