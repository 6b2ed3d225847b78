"""The findings of each file under its name, one line each."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from tapelint.findings import Finding
from tapelint.printable import Line, Part
from tapelint.reports.concise import headline
from tapelint.reports.results import Results


def render(results: Results) -> Iterator[Line]:
    """The lines of the report; a blank one ends each file."""
    for path, found in groupby(results.findings, lambda each: each.path):
        findings = list(found)
        places = [_place(each) for each in findings]
        width = max(map(len, places))
        yield Part(path, "place"), ":"
        for finding, place in zip(findings, places, strict=True):
            code, head = Part(finding.code, "code"), headline(finding).removeprefix(finding.code)
            yield f"  {place:<{width}}  ", code, head
        yield ""


def _place(finding: Finding) -> str:
    """Where a finding starts in its file."""
    cell = f"cell {finding.location.cell}:" if finding.location.cell is not None else ""
    return f"{cell}{finding.line}:{finding.column}"
