"""Edits of a text: where lines start, which edits go together, and applying them."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tapelint.findings import Edit, Location

_SPACE = re.compile(r"\s*")
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


class Taken:
    """The stretches of a text that splices change, for asking which others go with them."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._starts: list[int] = []
        self._ends: list[int] = []

    def take(self, splices: Iterable[Splice]) -> None:
        """Note what these splices change."""
        for each in splices:
            start, end = self._stretch(each)
            first, last = self._touched(start, end)
            if first < last:
                start, end = min(start, self._starts[first]), max(end, self._ends[last - 1])
            self._starts[first:last], self._ends[first:last] = [start], [end]

    def clashes(self, splices: Iterable[Splice]) -> bool:
        """Whether splices overlap what is taken, or touch it with only white space between."""
        return any(
            first < last for first, last in (self._touched(*self._stretch(e)) for e in splices)
        )

    def clashes_only_with(self, splices: Sequence[Splice], neighbour: Splice) -> bool:
        """Whether splices clash with what ends with a neighbour that was taken, and no other."""
        stretches = [self._touched(*self._stretch(each)) for each in splices]
        return all(
            last - first == 1 and self._ends[first] == self._stretch(neighbour)[1]
            for first, last in stretches
        )

    def _touched(self, start: int, end: int) -> tuple[int, int]:
        """Which of the stretches that are taken a stretch touches."""
        return bisect_left(self._ends, start), bisect_right(self._starts, end)

    def _stretch(self, splice: Splice) -> tuple[int, int]:
        """Where a splice begins, and where the white space behind it ends."""
        match = _SPACE.match(self._text, splice.end)
        return splice.start, match.end() if match else splice.end


class Origins:
    """Where places of an edited text were in ``text``, before some splices were applied."""

    def __init__(self, text: str, splices: Sequence[Splice]) -> None:
        self._text = text
        self._splices = sorted(splices)
        self._starts: list[int] = []
        """Where each splice's content starts in the edited text."""
        self._shifts = [0]
        """By how much the text before each splice has grown."""
        for each in self._splices:
            self._starts.append(each.start + self._shifts[-1])
            self._shifts.append(self._shifts[-1] + len(each.content) - (each.end - each.start))

    def of(self, offset: int) -> int:
        """Where an offset of the edited text was.

        What lies in a splice's content comes from where the splice starts, unless all that follows
        there is taken over as it was.
        """
        # Of splices at one place, the first that has the offset in its content counts.
        at = bisect_right(self._starts, offset)
        while at > 0 and offset < self._starts[at - 1] + len(self._splices[at - 1].content):
            at -= 1
        if at < len(self._starts) and offset >= self._starts[at]:
            each = self._splices[at]
            kept = each.content[offset - self._starts[at] :]
            is_kept = self._text[each.start : each.end].endswith(kept)
            return each.end - len(kept) if is_kept else each.start
        return offset - self._shifts[at]
