"""Findings carried over to a text that has changed since, and cannot be linted right now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from tapelint.findings import Finding, Location, Reason
from tapelint.server.differences import Difference, alike, differences
from tapelint.server.documents import Part, Snapshot
from tapelint.server.positions import Positions

_CHARACTERS = "utf-32"


def carried(findings: Sequence[Finding], before: Snapshot, after: Snapshot) -> list[Finding]:
    """The findings where they are now; those whose text is gone are left out.

    Their fixes stay those of the text before: they only tell what could be done.

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
        because, assumed = _carried(each.because, way), _carried(each.assumed, way)
        kept.append(replace(each, location=location, because=because, assumed=assumed))
    return kept


_Step = TypeVar("_Step", bound=Reason)


def _carried(steps: Sequence[_Step], way: _Way) -> tuple[_Step, ...]:
    found = [(each, way.location(each.location)) for each in steps]
    return tuple(replace(each, location=at) for each, at in found if at is not None)


class _Way:
    """From places in one snapshot to those in another."""

    def __init__(self, before: Snapshot, after: Snapshot) -> None:
        self._cells: dict[int | None, _Text] = {}
        for old in before.parts:
            new = after.part_at(old.uri)
            if new is not None:
                self._cells[old.number] = _Text(old, new)

    def location(self, location: Location) -> Location | None:
        text = self._cells.get(location.cell)
        return None if text is None else text.location(location)


class _Text:
    """From places in one text to those in what it has become."""

    def __init__(self, old: Part, new: Part) -> None:
        self._number = new.number
        self._old = Positions(old.content, _CHARACTERS)
        self._new = Positions(new.content, _CHARACTERS)
        self._differences = list(differences(old.content, new.content))

    def location(self, location: Location) -> Location | None:
        first, last = self._old.offsets_of(location)
        if any(
            each.is_rough and each.start < last and first < each.end for each in self._differences
        ):
            return None  # it may be anywhere
        start, end = self._moved(first, is_end=False), self._moved(last, is_end=True)
        if start >= end or not _is_much_alike(
            self._old.text[first:last], self._new.text[start:end]
        ):
            return None
        return self._new.location(start, end, self._number)

    def _moved(self, offset: int, *, is_end: bool) -> int:
        """Where an offset is now; what has changed belongs to the finding around it."""
        shift = 0
        for each in self._differences:
            if offset < each.start or (is_end and offset == each.start):
                break
            if offset < each.end or (is_end and offset == each.end):
                return self._moved_within(each, offset, is_end=is_end)
            shift = each.new_end - each.end
        return offset + shift

    def _moved_within(self, where: Difference, offset: int, *, is_end: bool) -> int:
        old = self._old.text[where.start : where.end]
        new = self._new.text[where.new_start : where.new_end]
        before, behind = alike(old, new)
        if offset - where.start <= before:
            return where.new_start + offset - where.start
        if where.end - offset <= behind:
            return where.new_end - (where.end - offset)
        return where.new_end - behind if is_end else where.new_start + before


def _is_much_alike(old: str, new: str) -> bool:
    """Whether a text was edited, and not replaced by another: half of it is still there."""
    return 2 * sum(alike(old, new)) >= min(len(old), len(new))
