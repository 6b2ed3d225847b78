"""Findings with code frames and the trail that led to them.

Of a file's `legacy` findings that differ in nothing but names, the first is shown, and the lines of
the others are named below it: the finding that matters is not lost among many of one kind.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator, Sequence

from tapelint.findings import Consequence, Finding, Location, Premise
from tapelint.printable import Line, Part, printable
from tapelint.reports.concise import headline, place
from tapelint.reports.results import Results

_CONTEXT = 1
_WIDEST = 160
_QUOTED = re.compile("`[^`]*`")


def render(results: Results) -> Iterator[Line]:
    """The lines of the report."""
    for finding, *alike in _folded(results.findings):
        yield from _block(finding, results)
        if alike:
            yield (Part(f"  {len(alike)} more like it: {_places(alike)}", "because"),)
        yield ""


def _folded(findings: Sequence[Finding]) -> list[list[Finding]]:
    """The findings, with those of one kind together where the first of them stands."""
    folded: dict[Hashable, list[Finding]] = {}
    for at, finding in enumerate(findings):
        folded.setdefault(_kind(finding) or at, []).append(finding)
    return list(folded.values())


def _kind(finding: Finding) -> Hashable:
    """What findings have in common that are shown as one; `None` for one that is shown alone."""
    if finding.consequence is not Consequence.LEGACY or finding.trail:
        return None
    sentence = _QUOTED.sub("``", finding.message)
    return finding.path, finding.code, finding.confidence, sentence


def _places(findings: Sequence[Finding]) -> str:
    """``lines 5, 9``; in a notebook ``cell 3, line 2; cell 5, lines 1, 4``."""
    cells: dict[int | None, dict[int, None]] = {}
    for finding in findings:
        cells.setdefault(finding.location.cell, {})[finding.line] = None
    said = []
    for cell, lines in cells.items():
        before = "" if cell is None else f"cell {cell}, "
        what = "line" if len(lines) == 1 else "lines"
        said.append(f"{before}{what} {', '.join(map(str, lines))}")
    return "; ".join(said)


def _block(finding: Finding, results: Results) -> Iterator[Line]:
    source = results.lines(finding.path, finding.location.cell)
    code, head = Part(finding.code, "code"), headline(finding).removeprefix(finding.code)
    yield Part(place(finding), "place"), ": ", code, head
    yield from _frame(source, finding.location, _CONTEXT, _note(finding))
    shown: set[tuple[str, int | None, int]] = set()
    for reason in finding.trail:
        at = reason.location
        if at == finding.location and reason in finding.because and len(finding.because) == 1:
            continue
        cell = f"cell {at.cell}, " if at.cell != finding.location.cell else ""
        where = cell if reason.path == finding.path else f"{reason.path}, "
        yield (Part(f"  {reason.told_first} ({where}line {at.line})", "because"),)
        is_shown = isinstance(reason, Premise) and (reason.path, at.cell, at.line) in shown
        shown.add((reason.path, at.cell, at.line))
        if (at.line != finding.line or where) and not is_shown:
            yield from _frame(results.lines(reason.path, at.cell), at, 0, "")


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
