"""One JSON object a line, for each finding. The objects are those of the JSON report."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from tapelint.findings import Finding


def render(findings: Sequence[Finding]) -> Iterator[str]:
    """The lines of the report."""
    for finding in findings:
        yield json.dumps(finding.to_dict(), ensure_ascii=False)
