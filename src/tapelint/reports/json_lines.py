"""One JSON object a line, for each finding. The objects are those of the JSON report."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tapelint.findings import Finding
from tapelint.printable import as_json


def render(findings: Sequence[Finding]) -> Iterator[str]:
    """The lines of the report."""
    for finding in findings:
        yield from as_json(finding.to_dict())
