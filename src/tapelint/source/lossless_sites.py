"""The libcst nodes that stand where nodes of Python's tree do.

They are met in one pass over libcst's tree, with the metadata of positions: a definition at the top
level, or a line of small statements, is visited once a node within it is asked for.
"""

from __future__ import annotations

import ast
from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from typing import Final, Protocol

import libcst as cst
from libcst.metadata import CodePosition, CodeRange, MetadataWrapper, PositionProvider

from tapelint.source.positions import Margins, with_metadata
from tapelint.source.sites import Site

Span = tuple[int, int, int, int]
_Line = cst.BaseStatement | cst.SimpleStatementLine


class Text(Protocol):
    """What is asked of a text.

    Attributes:
        walked: The lines at the top level that were visited, each with its number.
    """

    walked: dict[cst.CSTNode, int | None]

    @property
    def lines(self) -> list[str]:
        """Its lines, without what ends them."""

    def column(self, line: int, offset: int) -> int:
        """The column, from 1 on, that is meant by Python's offset in a line, in bytes."""


KINDS: Final[Mapping[type[ast.AST], str]] = {
    ast.Attribute: "Attribute",
    ast.AugAssign: "AugAssign",
    ast.Await: "Await",
    ast.BinOp: "BinaryOperation",
    ast.BoolOp: "BooleanOperation",
    ast.Call: "Call",
    ast.Compare: "Comparison",
    ast.IfExp: "IfExp",
    ast.Lambda: "Lambda",
    ast.List: "List",
    ast.ListComp: "ListComp",
    ast.Name: "Name",
    ast.NamedExpr: "NamedExpr",
    ast.Return: "Return",
    ast.Subscript: "Subscript",
    ast.Tuple: "Tuple",
    ast.UnaryOp: "UnaryOperation",
}
"""What libcst calls the nodes that rules change, and those that are changed in place."""


class LosslessSites:
    """Finds the libcst nodes of sites."""

    def __init__(self, module: cst.Module, python: ast.Module, text: Text) -> None:
        """Prepare for a text.

        Args:
            module: The tree of libcst's.
            python: Python's tree of it.
            text: The text.
        """
        self._module: Final = module
        self._text: Final = text
        self._of_margins: Final = text.lines if any("\f" in each for each in text.lines) else []
        self._lines: Final = _paired(module, python.body)
        self._firsts: Final = [first for first, _, _ in self._lines]
        self._found: Final[dict[tuple[str, Span], cst.CSTNode]] = {}
        self._visited: Final[set[int]] = set()

    def of(self, site: Site) -> cst.CSTNode | None:
        """The node at a site; ``None`` where libcst has none such."""
        origin = site.origin
        if not isinstance(origin, ast.AST):
            return None
        kind, line = KINDS.get(type(origin)), getattr(origin, "lineno", 0)
        at = bisect_right(self._firsts, line) - 1
        if kind is None or at < 0:
            return None
        if at not in self._visited:
            self._visited.add(at)
            self._visit(*self._lines[at][1:])
        return self._found.get((kind, self._span(origin)))

    def _span(self, node: ast.AST) -> Span:
        assert isinstance(node, (ast.expr, ast.stmt))
        end, offset = node.end_lineno or node.lineno, node.end_col_offset or node.col_offset
        start = node.lineno, self._text.column(node.lineno, node.col_offset)
        return *start, end, self._text.column(end, offset)

    def _visit(self, begins_on: int, line: _Line) -> None:
        alone = self._module.with_changes(header=(), body=[line], footer=())

        def visited(wrapper: MetadataWrapper) -> None:
            positions = wrapper.resolve(PositionProvider)
            begins = positions.get(line)
            if isinstance(begins, CodeRange):
                above = begins_on - begins.start.line
                finder = _Finder(positions, above, Margins(alone, above, self._of_margins))
                wrapper.visit_batched([finder])
                self._found.update(finder.found)
                self._text.walked[line] = begins_on

        with_metadata(alone, visited)


class _Finder(cst.BatchableCSTVisitor):
    """Meets the nodes of all kinds that are asked for."""

    def __init__(
        self, positions: Mapping[cst.CSTNode, object], above: int, margins: Margins
    ) -> None:
        super().__init__()
        self._positions: Final = positions
        self._above: Final = above
        self._margins: Final = margins
        self.found: Final[dict[tuple[str, Span], cst.CSTNode]] = {}

    def get_visitors(self) -> Mapping[str, Callable[[cst.CSTNode], None]]:
        """One for each kind of node."""
        return {f"visit_{kind}": self._met for kind in {*KINDS.values()}}

    def _met(self, node: cst.CSTNode) -> None:
        first = last = node
        if isinstance(node, cst.Tuple) and node.lpar:
            first, last = node.lpar[-1], node.rpar[0]  # to Python, its brackets are part of it
        begins, ends = self._positions.get(first), self._positions.get(last)
        if isinstance(begins, CodeRange) and isinstance(ends, CodeRange):
            span = *self._place(begins.start), *self._place(ends.end)
            self.found.setdefault((type(node).__name__, span), node)

    def _place(self, at: CodePosition) -> tuple[int, int]:
        """A line and a column of the text."""
        line = at.line + self._above
        return line, at.column + 1 + self._margins.wider(line)


def _paired(module: cst.Module, body: Sequence[ast.stmt]) -> list[tuple[int, int, _Line]]:
    """The lines at the top level, each with where it begins: without its decorators last."""
    found, at = list[tuple[int, int, _Line]](), 0
    for line in module.body:
        count = len(line.body) if isinstance(line, cst.SimpleStatementLine) else 1
        if at + count > len(body):
            break
        statement = body[at]
        decorators = getattr(statement, "decorator_list", [])
        first = min([statement.lineno, *(each.lineno for each in decorators)])
        found.append((first, statement.lineno, line))
        at += count
    return found
