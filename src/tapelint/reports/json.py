"""A JSON array of findings. Its form is a contract: keys are added, never changed."""

from __future__ import annotations

from tapelint.printable import as_json
from tapelint.reports.results import Results


def render(results: Results) -> list[str]:
    """The lines of the report."""
    return as_json([each.to_dict() for each in results.findings], indent=2)
