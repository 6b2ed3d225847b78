"""One line a finding: ``path:line:column: CODE message``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tapelint.findings import Confidence, Finding


def render(findings: Sequence[Finding]) -> Iterator[str]:
    """The lines of the report."""
    for finding in findings:
        yield f"{place(finding)}: {headline(finding)}"


def place(finding: Finding) -> str:
    """Where a finding starts, as terminals and editors understand it."""
    cell = f":cell {finding.location.cell}" if finding.location.cell is not None else ""
    return f"{finding.path}{cell}:{finding.line}:{finding.column}"


def headline(finding: Finding) -> str:
    """Code, name, message, and how it is known where it is not certain."""
    likely = " (likely)" if finding.confidence is Confidence.LIKELY else ""
    return f"{finding.code} [{finding.name}]{likely} {finding.message}"
