"""What can be wrong with an input."""

from __future__ import annotations

SYNTAX_ERROR = "syntax error: "
"""How the reason begins where a text is not Python."""


class SourceError(Exception):
    """An input that cannot be linted.

    Attributes:
        path: The file.
        line: The one-based line, where one can be named.
        cell: The number of a notebook's cell, in which the line is then counted.
        column: The one-based column in characters, where one can be named.
        reason: What is wrong and what would fix it, on one line.
    """

    def __init__(
        self,
        path: str,
        reason: str,
        line: int | None = None,
        cell: int | None = None,
        column: int | None = None,
    ) -> None:
        super().__init__(path, reason, line, cell, column)
        self.path = path
        self.reason = " ".join(reason.split())
        self.line = line
        self.cell = cell
        self.column = column

    def __str__(self) -> str:
        place = self.path if self.cell is None else f"{self.path}:cell {self.cell}"
        for at in (self.line, self.column):
            place = place if at is None else f"{place}:{at}"
        return f"{place}: {self.reason}"


class NotLosslessError(Exception):
    """There is no libcst node for a place: it stands in no text that libcst can read."""
