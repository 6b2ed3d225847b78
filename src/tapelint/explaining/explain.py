"""Explaining one line of a document."""

from __future__ import annotations

import ast
import os

from tapelint.explaining.changes import changed
from tapelint.explaining.facts import Explanation, Spot
from tapelint.explaining.merging import merged
from tapelint.explaining.places import Spots, stop_at
from tapelint.explaining.visits import Visits
from tapelint.findings import Finding
from tapelint.project.roles.classes import ProjectClasses
from tapelint.project.roles.sight import roles_at
from tapelint.settings import Settings
from tapelint.source import tree
from tapelint.source.decoding import split_lines
from tapelint.source.documents import Document
from tapelint.source.neighbours import Neighbours
from tapelint.source.parsed import Parsed
from tapelint.tape.driver import record


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
    visits = Visits(stop, spots)
    is_file = settings.follow_imports and os.path.isfile(path)
    neighbours = Neighbours(path) if is_file else None
    recording = record(
        module, settings.project, neighbours, observer=visits, definite=visits.keep_facts
    )
    recorded = visits.recorded()
    shown_at = spots.of_line(shown if stop.is_after else line)
    return Explanation(
        path=path,
        spot=spot,
        source=source,
        shown=shown_at,
        is_after=stop.is_after,
        visits=len(recorded),
        visits_alone=sum(view.is_alone for _, view in recorded),
        limits=tuple(map(str, recording.ended)),
        roles=_roles(module, line, neighbours),
        view=merged([view for _, view in recorded]) if recorded else None,
        changes=changed(recorded, shown_at) if recorded else (),
        why_not="" if recorded else "it cannot be reached, or the file is too large to get there",
    )


def _roles(module: tree.Module, line: int, neighbours: Neighbours | None) -> tuple[str, ...]:
    """What the parameters in sight of a line are taken for, in words."""
    if not isinstance(module.origin, ast.Module):
        return ()
    classes = ProjectClasses(neighbours) if neighbours is not None else None
    text = module.source.text if module.source is not None else ""
    return tuple(roles_at(module.origin, line, classes, text).values())


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
