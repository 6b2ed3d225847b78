"""A file's text with its syntax tree: where its statements and expressions stand."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

from .errors import PlantedError

_Node = TypeVar("_Node", bound=ast.AST)
Span = tuple[int, int]
"""Where a stretch of text begins and ends, in characters."""


@dataclass(frozen=True)
class Text:
    """One file, as it stands in its repository."""

    content: str

    @cached_property
    def tree(self) -> ast.Module:
        """The syntax tree.

        Raises:
            PlantedError: Python cannot read the text.
        """
        try:
            return ast.parse(self.content)
        except SyntaxError as error:
            raise PlantedError(f"line {error.lineno} is no Python") from None

    @cached_property
    def lines(self) -> list[str]:
        """The lines with their ends."""
        return self.content.splitlines(keepends=True)

    @cached_property
    def _starts(self) -> list[int]:
        starts = [0]
        for line in self.lines:
            starts.append(starts[-1] + len(line))
        return starts

    def start(self, line: int) -> int:
        """Where a line begins; that behind the last line is the end of the text."""
        return self._starts[line - 1]

    def line_at(self, offset: int) -> int:
        """The line of a character."""
        return next(n for n, start in enumerate(self._starts[1:], 1) if offset < start)

    def offset(self, line: int, column: int) -> int:
        """The character of a place as `ast` counts it, in bytes of UTF-8."""
        encoded = self.lines[line - 1].encode()
        return self.start(line) + len(encoded[:column].decode())

    def span(self, node: ast.expr | ast.stmt | ast.keyword) -> Span:
        """Where an expression or a statement stands."""
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return (
            self.offset(node.lineno, node.col_offset),
            self.offset(node.end_lineno, node.end_col_offset),
        )

    def of(self, node: ast.expr | ast.stmt) -> str:
        """The text of an expression or a statement."""
        start, end = self.span(node)
        return self.content[start:end]

    def indentation(self, line: int) -> str:
        """What stands before the first word of a line."""
        text = self.lines[line - 1]
        return text[: len(text) - len(text.lstrip())]

    def whole_lines(self, statement: ast.stmt) -> Span:
        """The lines of a statement, with what else stands on them."""
        return self.start(first_line(statement)), self.start((statement.end_lineno or 0) + 1)

    def statement(self, line: int) -> ast.stmt:
        """The outermost statement that begins at a line.

        Raises:
            PlantedError: None begins there.
        """
        for block in self.blocks():
            for statement in block:
                if statement.lineno == line or first_line(statement) == line:
                    return statement
        raise PlantedError(f"no statement begins at line {line}")

    def block_of(self, statement: ast.stmt) -> list[ast.stmt]:
        """The statements among which one stands."""
        return next(block for block in self.blocks() if statement in block)

    def blocks(self) -> Iterator[list[ast.stmt]]:
        """All lists of statements, the outer ones first."""
        for node in ast.walk(self.tree):
            for field in ("body", "orelse", "finalbody"):
                block = getattr(node, field, None)
                if isinstance(block, list):
                    yield block

    def nodes(self, kind: type[_Node]) -> Iterator[_Node]:
        """All nodes of a kind, the outer ones first."""
        return (node for node in ast.walk(self.tree) if isinstance(node, kind))


def first_line(statement: ast.stmt) -> int:
    """The line of a statement, or of its first decorator."""
    if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return min([statement.lineno, *(each.lineno for each in statement.decorator_list)])
    return statement.lineno
