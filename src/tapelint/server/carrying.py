"""Findings carried over to a text that has changed since, and cannot be linted right now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tapelint.findings import Finding, Location
from tapelint.server.documents import Snapshot
from tapelint.server.positions import Positions


def carried(findings: Sequence[Finding], before: Snapshot, after: Snapshot) -> list[Finding]:
    """The findings where they are now; those whose text is gone are left out.

    Args:
        findings: Findings of ``before``.
        before: What was linted.
        after: What it has become.
    """
    way = _Way(before, after)
    kept: list[Finding] = []
    for each in findings:
        location = way.location(each.location)
        if location is None:
            continue
        reasons = [(reason, way.location(reason.location)) for reason in each.because]
        because = tuple(replace(reason, location=at) for reason, at in reasons if at is not None)
        kept.append(replace(each, location=location, because=because, fix=None))
    return kept


class _Way:
    """From places in one snapshot to those in another."""

    def __init__(self, before: Snapshot, after: Snapshot) -> None:
        self._cells: dict[int | None, tuple[Positions, Positions, int | None, int, int]] = {}
        for old in before.parts:
            new = after.part_at(old.uri)
            if new is not None:
                start, end = _alike(old.content, new.content)
                texts = Positions(old.content, "utf-32"), Positions(new.content, "utf-32")
                self._cells[old.number] = (*texts, new.number, start, end)

    def location(self, location: Location) -> Location | None:
        found = self._cells.get(location.cell)
        if found is None:
            return None
        old, new, number, same_before, same_behind = found
        shift = len(new.text) - len(old.text)

        def moved(offset: int, *, is_end: bool) -> int:
            if offset <= same_before:
                return offset
            if offset >= len(old.text) - same_behind:
                return offset + shift
            return len(new.text) - same_behind if is_end else same_before

        first, last = old.offsets_of(location)
        start, end = moved(first, is_end=False), moved(last, is_end=True)
        return new.location(start, end, number) if start < end else None


def _alike(old: str, new: str) -> tuple[int, int]:
    """How many characters two texts have in common at their beginnings, and at their ends."""
    start = _common(old, new)
    most = min(len(old), len(new)) - start
    behind = _common(old[len(old) - most :][::-1], new[len(new) - most :][::-1])
    return start, behind


def _common(one: str, other: str) -> int:
    """How many characters two texts have in common at their beginnings."""
    least, most = 0, min(len(one), len(other))
    while least < most:
        middle = (least + most + 1) // 2
        if one[least:middle] == other[least:middle]:
            least = middle
        else:
            most = middle - 1
    return least
