"""One JSON object a line, for each finding. The objects are those of the JSON report."""

from __future__ import annotations

from collections.abc import Iterator

from tapelint.printable import as_json
from tapelint.reports.results import Results


def render(results: Results) -> Iterator[str]:
    """The lines of the report."""
    for finding in results.findings:
        yield from as_json(finding.to_dict())
