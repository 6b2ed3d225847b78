"""Findings with code frames and the trail that led to them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tapelint.findings import Consequence, Finding, Location
from tapelint.printable import Line, Part, printable
from tapelint.reports.concise import headline, place
from tapelint.source.content import Lines

_CONTEXT = 1
_WIDEST = 160


def render(findings: Sequence[Finding], lines: Lines) -> Iterator[Line]:
    """The lines of the report."""
    for finding in findings:
        source = lines(finding.path, finding.location.cell)
        code, head = Part(finding.code, "code"), headline(finding).removeprefix(finding.code)
        yield Part(place(finding), "place"), ": ", code, head
        yield from _frame(source, finding.location, _CONTEXT, _note(finding))
        for reason in finding.because:
            at = reason.location
            if at == finding.location and len(finding.because) == 1:
                continue
            cell = f"cell {at.cell}, " if at.cell != finding.location.cell else ""
            where = cell if reason.path == finding.path else f"{reason.path}, "
            yield (Part(f"  because: {reason.message} ({where}line {at.line})", "because"),)
            if at.line != finding.line or where:
                yield from _frame(lines(reason.path, at.cell), at, 0, "")
        yield ""


def _note(finding: Finding) -> str:
    is_silent = finding.consequence is Consequence.NONE
    return "" if is_silent else finding.consequence.value


def _frame(source: Sequence[str], at: Location, context: int, note: str) -> Iterator[Line]:
    """The line at a location, with a few around it and a mark under the stretch."""
    first = max(1, at.line - context)
    last = min(len(source), at.line + context)
    if not first <= at.line <= len(source):
        return
    width = len(str(last))
    for number in range(first, last + 1):
        text = source[number - 1].replace("\f", " ").rstrip()
        if number != at.line and not text:
            continue
        shown = text if len(text) <= _WIDEST else text[:_WIDEST] + "..."
        yield "  ", Part(f"{number:>{width}} |", "frame"), " ", shown
        if number == at.line:
            yield "  ", Part(f"{' ' * width} |", "frame"), " ", _mark(text, at, note)


def _mark(text: str, at: Location, note: str) -> Part:
    """The line under a line of source, as wide as that is shown."""
    end = min(at.end_column, _WIDEST) if at.end_line == at.line else _WIDEST
    start = at.column - 1
    before = "".join("\t" if letter == "\t" else " " for letter in printable(text[:start]))
    carets = "^" * max(1, len(printable(text[start : end - 1])))
    return Part(f"{before}{carets}{' ' + note if note else ''}", "mark")
