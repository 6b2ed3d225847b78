"""The findings of each file under its name, one line each."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from tapelint.findings import Finding
from tapelint.printable import Line, Part
from tapelint.reports.concise import first_of, in_one_line
from tapelint.reports.results import Results


def render(results: Results) -> Iterator[Line]:
    """The lines of the report; a blank one ends each file."""
    rows = [(first_of(each), in_one_line(each, results)) for each in results.shown()]
    for path, found in groupby(rows, lambda row: row[0].path):
        below = [(_place(finding), finding.code, said) for finding, said in found]
        width = max(len(place) for place, _, _ in below)
        yield Part(path, "place"), ":"
        for place, code, said in below:
            yield f"  {place:<{width}}  ", Part(code, "code"), said
        yield ""


def _place(finding: Finding) -> str:
    """Where a finding starts in its file."""
    cell = f"cell {finding.location.cell}:" if finding.location.cell is not None else ""
    return f"{cell}{finding.line}:{finding.column}"
