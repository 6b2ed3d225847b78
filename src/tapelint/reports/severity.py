"""How bad a finding is, for formats that rank findings."""

from __future__ import annotations

import enum

from tapelint.findings import Confidence, Finding


class Severity(enum.Enum):
    """Three steps, as most formats have them."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


def severity(finding: Finding) -> Severity:
    """Certain harm is an error, likely harm a warning, and what is only possible a note."""
    if not finding.consequence.harms or finding.confidence is Confidence.POSSIBLE:
        return Severity.NOTE
    return Severity.WARNING if finding.confidence is Confidence.LIKELY else Severity.ERROR
