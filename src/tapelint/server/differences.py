"""Where two texts differ."""

from __future__ import annotations

import difflib
import itertools
from collections.abc import Iterator
from dataclasses import dataclass

from tapelint.source.edits import Lines

_MOST_LINES = 2000
"""Comparing more lines that differ would hold the server up: they are one difference then."""


@dataclass(frozen=True)
class Difference:
    """Whole lines of one text in whose place other lines stand in another; offsets.

    Attributes:
        is_rough: Whether some of the lines are the same: there are too many to compare them.
    """

    start: int
    end: int
    new_start: int
    new_end: int
    is_rough: bool = False


def differences(old: str, new: str) -> Iterator[Difference]:
    """The differences of two texts, in order."""
    before, after = Lines(old), Lines(new)
    starts, new_starts = [*before.starts, len(old)], [*after.starts, len(new)]
    lines, new_lines = _lines(old, starts), _lines(new, new_starts)
    most = min(len(lines), len(new_lines))
    first = next((at for at in range(most) if lines[at] != new_lines[at]), most)
    most -= first
    behind = next((at for at in range(most) if lines[-1 - at] != new_lines[-1 - at]), most)
    last, new_last = len(lines) - behind, len(new_lines) - behind
    if max(last, new_last) - first > _MOST_LINES:
        yield Difference(
            starts[first], starts[last], new_starts[first], new_starts[new_last], is_rough=True
        )
        return
    matcher = difflib.SequenceMatcher(
        None, lines[first:last], new_lines[first:new_last], autojunk=False
    )
    for kind, start, end, new_start, new_end in matcher.get_opcodes():
        if kind != "equal":
            yield Difference(
                starts[first + start],
                starts[first + end],
                new_starts[first + new_start],
                new_starts[first + new_end],
            )


def _lines(text: str, starts: list[int]) -> list[str]:
    return [text[at:end] for at, end in itertools.pairwise(starts)]


def alike(old: str, new: str) -> tuple[int, int]:
    """How many characters two texts have in common at their beginnings, and at their ends."""
    start = _common(old, new)
    most = min(len(old), len(new)) - start
    return start, _common(old[len(old) - most :][::-1], new[len(new) - most :][::-1])


def _common(one: str, other: str) -> int:
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (left, right) in pairs if left != right), min(len(one), len(other)))
