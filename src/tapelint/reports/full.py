"""Findings with code frames and the trail that led to them.

What is `legacy` comes behind what harms, one line for a rule and a file unless it is asked for: the
finding that matters is not lost among many of one kind.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from tapelint.findings import Consequence, Finding, Location, Premise
from tapelint.printable import Line, Part, printable
from tapelint.reports.concise import in_one_line, marked, place
from tapelint.reports.results import Results
from tapelint.source.content import Lines
from tapelint.source.errors import SourceError

_CONTEXT = 1
_WIDEST = 160


def render(results: Results) -> Iterator[Line]:
    """The lines of the report."""
    for is_folded, group in groupby(results.shown(), lambda each: isinstance(each, tuple)):
        for each in group:
            if isinstance(each, tuple):
                yield _head(each[0], in_one_line(each, results))
            else:
                yield from _block(each, results)
                yield ""
        if is_folded:
            yield ""


def _head(finding: Finding, said: str) -> Line:
    return Part(place(finding), "place"), ": ", Part(finding.code, "code"), said


def frame_of(error: SourceError, lines: Lines) -> Iterator[Line]:
    """The line that an error is in, with a mark; nothing where its column is not known."""
    line, column = error.line, error.column
    if line is not None and column is not None and column <= _WIDEST:
        at = Location(line, column, line, column + 1, error.cell)
        yield from _frame(lines(error.path, error.cell), at, _CONTEXT, "")


def _block(finding: Finding, results: Results) -> Iterator[Line]:
    source = results.lines(finding.path, finding.location.cell)
    yield _head(finding, marked(finding, results))
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
