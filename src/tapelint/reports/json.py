"""A JSON array of findings. Its form is a contract: keys are added, never changed."""

from __future__ import annotations

from collections.abc import Sequence

from tapelint.findings import Finding
from tapelint.printable import as_json


def render(findings: Sequence[Finding]) -> list[str]:
    """The lines of the report."""
    return as_json([each.to_dict() for each in findings], indent=2)
