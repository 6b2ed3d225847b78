"""Findings in the protocol's words."""

from __future__ import annotations

from collections.abc import Sequence

from lsprotocol import types

from tapelint.findings import Consequence, Finding, Reason
from tapelint.reports.severity import Severity, severity
from tapelint.rule_book import address
from tapelint.rules import all_rules
from tapelint.server.documents import Part
from tapelint.server.places import Places
from tapelint.server.positions import Positions
from tapelint.server.runs import Checked
from tapelint.source.errors import SourceError

SOURCE = "tapelint"
_SEVERITIES = {
    Severity.ERROR: types.DiagnosticSeverity.Error,
    Severity.WARNING: types.DiagnosticSeverity.Warning,
    Severity.NOTE: types.DiagnosticSeverity.Information,
}


def diagnostics(
    checked: Checked, encoding: str, *, with_trail: bool = True
) -> dict[str, list[types.Diagnostic]]:
    """The diagnostics of each text that was linted, by its name.

    Args:
        checked: What is known of a document.
        encoding: The units that the editor counts columns in.
        with_trail: Whether the editor shows other places beside a diagnostic.
    """
    snapshot = checked.snapshot
    places = Places(checked, encoding)
    found: dict[str, list[types.Diagnostic]] = {part.uri: [] for part in snapshot.parts}
    for finding in checked.findings:
        part = snapshot.part(finding.location.cell)
        if part is not None:
            found[part.uri].append(_diagnostic(finding, places, part, with_trail=with_trail))
    if checked.problem is not None and snapshot.parts:
        part = snapshot.part(checked.problem.cell) or snapshot.parts[0]
        found[part.uri].append(_problem(checked.problem, places.positions(part)))
    return found


def _diagnostic(
    finding: Finding, places: Places, part: Part, *, with_trail: bool
) -> types.Diagnostic:
    is_needless = finding.consequence is Consequence.NONE
    return types.Diagnostic(
        range=places.positions(part).range_of(finding.location),
        message=finding.message,
        severity=_severity(finding),
        code=finding.code,
        code_description=types.CodeDescription(address(all_rules()[finding.code])),
        source=SOURCE,
        tags=[types.DiagnosticTag.Unnecessary] if is_needless else None,
        related_information=_related(finding.trail, places) if with_trail else None,
        data={
            "name": finding.name,
            "consequence": finding.consequence.value,
            "confidence": finding.confidence.value,
        },
    )


def _severity(finding: Finding) -> types.DiagnosticSeverity:
    """What is `legacy` works: a hint, which editors neither underline nor list as a problem."""
    if finding.consequence is Consequence.LEGACY:
        return types.DiagnosticSeverity.Hint
    return _SEVERITIES[severity(finding)]


def _related(
    because: Sequence[Reason], places: Places
) -> list[types.DiagnosticRelatedInformation] | None:
    located = [(places.location(reason), reason.told) for reason in because]
    related = [
        types.DiagnosticRelatedInformation(location, message)
        for location, message in located
        if location is not None
    ]
    return related or None


def _problem(problem: SourceError, positions: Positions) -> types.Diagnostic:
    """What no other tool tells: that tapelint cannot read what Python can."""
    return types.Diagnostic(
        range=positions.line(problem.line or 1),
        message=f"not linted: {problem.reason}",
        severity=types.DiagnosticSeverity.Warning,
        source=SOURCE,
    )
