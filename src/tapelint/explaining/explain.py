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
from tapelint.source.decoding import split_lines
from tapelint.source.documents import Document
from tapelint.source.neighbours import Neighbours
from tapelint.source.parsed import Parsed

_UNPARSED = "this version of Python cannot parse the file"


def explain(document: Document, path: str, spot: Spot, settings: Settings) -> Explanation | None:
    """What the core knows at a line.

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
    spots = Spots(parsed, document)
    line = line_in_text(document, spots, spot)
    if line is None:
        return None
    source = split_lines(document.text)[line - 1].strip()
    python = parsed.python_tree
    stop = stop_at(python, line, spots) if python is not None else None
    if stop is None or python is None:
        why = "no statement stands before it" if python is not None else _UNPARSED
        return Explanation(path, spot, source, spot, False, 0, None, why_not=why)
    visits = Visits(stop, spots)
    is_file = settings.follow_imports and os.path.isfile(path)
    neighbours = Neighbours(path) if is_file else None
    visits.run(parsed, python, settings.project, neighbours)
    views = visits.views
    shown_at = spots.of_line(stop.node.lineno if stop.is_after else line)
    return Explanation(
        path=path,
        spot=spot,
        source=source,
        shown=shown_at,
        is_after=stop.is_after,
        visits=len(views),
        visits_alone=sum(view.is_alone for _, view in views),
        limits=tuple(visits.limits),
        roles=_roles(python, line, neighbours, parsed.text),
        view=merged([view for _, view in views]) if views else None,
        changes=changed(views, shown_at) if views else (),
        why_not="" if views else "it cannot be reached, or the file is too large to get there",
    )


def _roles(
    module: ast.Module, line: int, neighbours: Neighbours | None, text: str
) -> tuple[str, ...]:
    """What the parameters in sight of a line are taken for, in words."""
    classes = ProjectClasses(neighbours) if neighbours is not None else None
    return tuple(roles_at(module, line, classes, text).values())


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
