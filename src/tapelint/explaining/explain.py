"""Explaining one line of a document."""

from __future__ import annotations

import os

from tapelint.explaining.facts import Explanation, Spot, View
from tapelint.explaining.hooks import hooks_of_gradients
from tapelint.explaining.ledger import Ledger
from tapelint.explaining.looking_on import WatchedCalls, WatchedStatements
from tapelint.explaining.merging import merged
from tapelint.explaining.places import Spots, stop_at
from tapelint.explaining.seeing import Sight
from tapelint.explaining.watched_expressions import WatchedExpressions
from tapelint.findings import Finding
from tapelint.settings import Settings
from tapelint.source.decoding import split_lines
from tapelint.source.documents import Document
from tapelint.source.neighbours import Neighbours
from tapelint.source.parsed import Parsed
from tapelint.tape.driver import Parts, record
from tapelint.tape.interpreter.calls import Calls
from tapelint.tape.interpreter.expressions import Expressions
from tapelint.tape.machine.machine import Machine
from tapelint.torch_api.project import Project


def explain(document: Document, path: str, spot: Spot, settings: Settings) -> Explanation | None:
    """What the tape knows at a line.

    Args:
        document: The text.
        path: Its path, where it has one.
        spot: The line.
        settings: What is known of the project.

    Returns:
        What is known; ``None`` where the text has no such line.

    Raises:
        SourceError: The text is not Python.
        TimeLimitError: The time for the file is up.
    """
    parsed = Parsed(document.text, path)
    module = parsed.module
    spots = Spots(parsed, document)
    line = line_in_text(document, spots, spot)
    if line is None:
        return None
    found = stop_at(module, line, spots)
    source = split_lines(document.text)[line - 1].strip()
    if found is None:
        return Explanation(
            path, spot, source, spot, False, 0, None, why_not="no statement stands before it"
        )
    stop, shown = found
    views: list[tuple[bool, int, View]] = []
    retracted: set[int] = set()

    def look(machine: Ledger, expressions: Expressions) -> None:
        sight = Sight(machine, expressions, spots, stop)
        views.append((machine.is_recording, machine.entry, sight.view()))

    def statements(machine: Machine, expressions: Expressions, calls: Calls) -> WatchedStatements:
        return WatchedStatements(machine, expressions, calls, stop, look)

    hooks = hooks_of_gradients(module)

    def ledger(project: Project) -> Ledger:
        made = Ledger(project)
        made.hooks, made.retracted = hooks, retracted
        return made

    parts = Parts(ledger, WatchedExpressions, WatchedCalls, statements)
    is_file = settings.follow_imports and os.path.isfile(path)
    neighbours = Neighbours(path) if is_file else None
    recording = record(module, settings.project, neighbours, parts=parts)
    # What is not recorded is run again; only what is meant to raise is not.
    recorded = [
        view for is_recorded, entry, view in views if is_recorded and entry not in retracted
    ] or [view for *_, view in views]
    return Explanation(
        path=path,
        spot=spot,
        source=source,
        shown=spots.of_line(shown if stop.is_after else line),
        is_after=stop.is_after,
        visits=len(recorded),
        visits_alone=sum(view.is_alone for view in recorded),
        limits=tuple(map(str, recording.ended)),
        view=merged(recorded) if recorded else None,
        why_not="" if recorded else "it cannot be reached, or the file is too large to get there",
    )


def touching(findings: list[Finding], spot: Spot) -> tuple[Finding, ...]:
    """The findings that touch a line."""
    return tuple(
        each
        for each in findings
        if each.location.cell == spot.cell
        and each.location.line <= spot.line <= each.location.end_line
    )


def line_in_text(document: Document, spots: Spots, spot: Spot) -> int | None:
    """The line of the document's text that users know as ``spot``."""
    number = len(split_lines(document.text))
    if spot.cell is None and not document.cells and not document.is_excerpt:
        return spot.line if 1 <= spot.line <= number else None
    return next((line for line in range(1, number + 1) if spots.of_line(line) == spot), None)
