"""Places in a text, as the protocol counts them and as tapelint does.

tapelint counts lines and columns from one, and columns in characters. The protocol counts from
zero, and columns in units of UTF-8, UTF-16 or UTF-32, as client and server have agreed. Both end
lines at the same characters.
"""

from __future__ import annotations

from lsprotocol.types import Position, PositionEncodingKind, Range

from tapelint.findings import Location
from tapelint.source.edits import Lines


def units(text: str, encoding: str) -> int:
    """How many units of an encoding a text has."""
    if encoding == PositionEncodingKind.Utf32.value or text.isascii():
        return len(text)
    if encoding == PositionEncodingKind.Utf8.value:
        return len(text.encode("utf-8", "surrogatepass"))
    return len(text) + sum(character > "\uffff" for character in text)


class Positions:
    """The places of one text."""

    def __init__(self, text: str, encoding: str) -> None:
        """Prepare for a text.

        Args:
            text: The text.
            encoding: ``utf-8``, ``utf-16`` or ``utf-32``.
        """
        self.text = text
        self._encoding = encoding
        self._lines = Lines(text)

    def position(self, offset: int) -> Position:
        """The protocol's position of an offset in the text."""
        line, column = self._lines.place(offset)
        start = offset - column + 1
        return Position(line - 1, units(self.text[start:offset], self._encoding))

    def offset(self, position: Position) -> int:
        """The offset of a protocol's position; one beyond a line's end is at that end."""
        if position.line < 0:
            return 0
        if position.line >= len(self._lines.starts):
            return len(self.text)
        start = self._lines.starts[position.line]
        line = self.text[start : self._lines.end_of_line(start)]
        return start + _characters(line, position.character, self._encoding)

    def offsets(self, where: Range) -> tuple[int, int]:
        """The offsets at which a range starts and ends."""
        start, end = self.offset(where.start), self.offset(where.end)
        return min(start, end), max(start, end)

    def range(self, start: int, end: int) -> Range:
        """The range between two offsets."""
        return Range(self.position(start), self.position(end))

    def offsets_of(self, location: Location) -> tuple[int, int]:
        """The offsets of a location of tapelint's; one beyond the text is at its end."""
        start = self._offset_of(location.line, location.column)
        return start, max(start, self._offset_of(location.end_line, location.end_column))

    def range_of(self, location: Location) -> Range:
        """The range of a location of tapelint's."""
        return self.range(*self.offsets_of(location))

    def line(self, number: int) -> Range:
        """The range of a whole line, counted from one; the last for one beyond the text."""
        start = self._lines.starts[min(max(number, 1), len(self._lines.starts)) - 1]
        return self.range(start, self._lines.end_of_line(start))

    def location(self, start: int, end: int, cell: int | None = None) -> Location:
        """The location of tapelint's between two offsets."""
        return Location(*self._lines.place(start), *self._lines.place(end), cell)

    def _offset_of(self, line: int, column: int) -> int:
        try:
            return self._lines.offset(line, column)
        except IndexError:
            return 0 if line < 1 else len(self.text)


def _characters(line: str, count: int, encoding: str) -> int:
    """How many characters of a line are within so many units of it."""
    if line.isascii() or encoding == PositionEncodingKind.Utf32.value:
        return max(0, min(count, len(line)))
    passed = 0
    for at, character in enumerate(line):
        if passed >= count:
            return at
        passed += units(character, encoding)
    return len(line)
