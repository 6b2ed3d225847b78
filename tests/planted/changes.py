"""Changes of a text, and where its lines stand after them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .errors import PlantedError
from .texts import Text


@dataclass(frozen=True)
class Change:
    """Replace what stands between two characters."""

    start: int
    end: int
    content: str
    moved_from: tuple[int, int] | None = None
    """The first and the last line of the statement that comes to stand here."""


class Planted:
    """A text with all changes of a case made."""

    def __init__(self, text: Text, changes: Sequence[Change]) -> None:
        """Make the changes.

        Raises:
            PlantedError: Two of them touch the same text.
        """
        self._text = text
        self._changes = sorted(changes, key=lambda change: (change.start, change.end))
        parts: list[str] = []
        self._places: list[int] = []
        at = 0
        for change in self._changes:
            if change.start < at:
                line = text.line_at(change.start)
                raise PlantedError(f"two changes of the same text, at line {line}")
            parts.append(text.content[at : change.start])
            self._places.append(sum(map(len, parts)))
            parts.append(change.content)
            at = change.end
        self.content = "".join((*parts, text.content[at:]))

    def line(self, line: int) -> int:
        """Where a line of the text stands now; one that is gone, where it stood."""
        for change, place in zip(self._changes, self._places, strict=True):
            if change.moved_from and change.moved_from[0] <= line <= change.moved_from[1]:
                return self._line_of(place) + line - change.moved_from[0]
        offset = self._text.start(line) + len(self._text.indentation(line))
        for change, place in reversed(list(zip(self._changes, self._places, strict=True))):
            if change.start <= offset and change.end > offset:
                return self._line_of(place)
            if change.end <= offset:
                return self._line_of(place + len(change.content) + offset - change.end)
        return line

    def line_of_change(self, change: Change) -> int:
        """Where the first word of what a change brought stands now."""
        place = self._places[self._changes.index(change)]
        blanks = len(change.content) - len(change.content.lstrip())
        return self._line_of(place + blanks)

    def _line_of(self, offset: int) -> int:
        return self.content.count("\n", 0, offset) + 1
