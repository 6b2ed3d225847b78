"""The reports of rules as findings: where each stands in its file, and how it is described."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from tapelint.findings import Confidence, Finding, Location
from tapelint.source.shortening import ELISION, shortened
from tapelint.time_limit import check

if TYPE_CHECKING:
    from tapelint.reading import Reading
    from tapelint.rules.report import Report
    from tapelint.source import tree

_LONGEST_TEXT = 48


class Describer:
    """The text of nodes, for messages."""

    def __init__(self, reading: Reading) -> None:
        self._reading = reading

    def __call__(self, node: tree.Node) -> str:
        """The text of a node on one line, shortened where it is long."""
        try:
            return shortened(self._reading.text(node), _LONGEST_TEXT)
        except RecursionError:
            return ELISION


def _is_told_first(one: Finding, other: Finding) -> bool:
    """Whether one of two findings of a rule at one place is the one to tell of."""
    levels = list(Confidence)
    hidden = [each.confidence is Confidence.POSSIBLE for each in (one, other)]
    if hidden[0] is not hidden[1]:
        return levels.index(one.confidence) < levels.index(other.confidence)
    return one.location < other.location


def located(reading: Reading, reports: Sequence[Report], path: str) -> list[Finding]:
    """The findings of one file, sorted, each with its place and its fix; one for each place.

    Args:
        reading: The file as it was read.
        reports: What the rules have reported.
        path: The path that the findings name.
    """
    place = reading.parsed.place
    nowhere = Location(1, 1, 1, 1)
    # `w.data.mul_(2).add_(1)` is two changes that start at one place: one report is enough.
    first: dict[tuple[object, ...], tuple[Finding, Report]] = {}
    for report in reports:
        check()
        finding = Finding(
            code=report.rule.code,
            name=report.rule.name,
            message=report.message,
            path=path,
            location=place(report.node) or nowhere,
            consequence=report.consequence,
            confidence=report.confidence,
            because=tuple(reading.trail(report)),
            assumed=tuple(reading.premises(report, Describer(reading))),
        )
        known = first.get(finding.sort_key)
        if known is None or _is_told_first(finding, known[0]):
            first[finding.sort_key] = (finding, report)
    found = [first[key] for key in sorted(first)]
    fixes = [report.fixes() for _, report in found]
    resolver = reading.resolver if any(fixes) else None
    if resolver is None:
        return [finding for finding, _ in found]
    return [
        replace(finding, fix=resolver.resolve(own))
        for (finding, _), own in zip(found, fixes, strict=True)
    ]
