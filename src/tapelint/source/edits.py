"""Edits of a text: where lines start, which edits go together, and applying them."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tapelint.findings import Edit, Location

_LINE_END = re.compile(r"\r\n|\r|\n")


@dataclass(frozen=True, order=True)
class Splice:
    """Replace ``text[start:end]`` by ``content``; offsets count characters."""

    start: int
    end: int
    content: str


class Lines:
    """Where the lines of a text start, as Python counts lines."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.starts = [0, *(match.end() for match in _LINE_END.finditer(text))]

    def offset(self, line: int, column: int) -> int:
        """The offset of a one-based line and column.

        Raises:
            IndexError: The text has no such place.
        """
        if not 1 <= line <= len(self.starts):
            raise IndexError(f"no line {line}")
        offset = self.starts[line - 1] + column - 1
        if not 0 <= offset <= len(self.text):
            raise IndexError(f"no column {column} in line {line}")
        return offset

    def place(self, offset: int) -> tuple[int, int]:
        """The one-based line and column of an offset."""
        line = bisect_right(self.starts, offset)
        return line, offset - self.starts[line - 1] + 1

    def end_of_line(self, offset: int) -> int:
        """Where the line of an offset ends, before its line ending."""
        match = _LINE_END.search(self.text, offset)
        return match.start() if match else len(self.text)

    def ending(self, offset: int, default: str) -> str:
        """The line ending of the line at an offset; ``default`` where the text ends."""
        match = _LINE_END.search(self.text, offset)
        return match.group() if match else default

    def location(self, start: int, end: int) -> Location:
        """The location of a stretch of text."""
        return Location(*self.place(start), *self.place(end))

    def splice(self, edit: Edit) -> Splice:
        """An edit by offsets.

        Raises:
            IndexError: The text has no such place.
        """
        at = edit.location
        start = self.offset(at.line, at.column)
        end = self.offset(at.end_line, at.end_column)
        return Splice(start, end, edit.content)

    def edit(self, splice: Splice) -> Edit:
        """A splice as an edit by lines and columns."""
        return Edit(self.location(splice.start, splice.end), splice.content)


def apply(text: str, splices: Iterable[Splice]) -> str:
    """The text with all splices applied; they must not overlap."""
    parts, at = [], 0
    for each in sorted(splices):
        parts += [text[at : each.start], each.content]
        at = each.end
    return "".join([*parts, text[at:]])


def clash(text: str, one: Sequence[Splice], other: Sequence[Splice]) -> bool:
    """Whether two groups of splices overlap, or touch with nothing but white space between."""
    for left in one:
        for right in other:
            first, second = sorted((left, right))
            if second.start < first.end or not text[first.end : second.start].strip():
                return True
    return False


def origin(text: str, offset: int, splices: Sequence[Splice]) -> int:
    """Where an offset of the edited text was in ``text``, before the splices were applied.

    What lies in a splice's content comes from where the splice starts, unless all that follows
    there is taken over as it was.
    """
    shift = 0
    for each in sorted(splices):
        start = each.start + shift
        if offset < start:
            break
        if offset < start + len(each.content):
            kept = each.content[offset - start :]
            is_kept = text[each.start : each.end].endswith(kept)
            return each.end - len(kept) if is_kept else each.start
        shift += len(each.content) - (each.end - each.start)
    return offset - shift
