"""A document as the rules see it: its tree, its tape and, once asked for, its places."""

from __future__ import annotations

import functools
import os
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from tapelint.findings import Location, Reason
from tapelint.source.documents import Document
from tapelint.source.neighbours import Neighbours
from tapelint.source.parsing import parse
from tapelint.source.pieces import document_parser
from tapelint.source.positions import Places, PlacesElsewhere, holds
from tapelint.source.walking import walk
from tapelint.tape.recording import record

if TYPE_CHECKING:
    import libcst as cst

    from tapelint.editing.resolving import Resolver
    from tapelint.rules.checker import Report
    from tapelint.torch_api.project import Project


class Reading:
    """A document as the rules see it: its tree, its tape and, once asked for, its places."""

    def __init__(
        self, document: Document, path: str, project: Project, neighbours: Neighbours | None
    ) -> None:
        self.path, self.project = path, project
        self.module = parse(document.text, path, document_parser())
        recording = record(self.module, project, neighbours)
        self.events = recording.events
        self.definitions, self.calls = recording.definitions, recording.calls
        self.ended = recording.ended
        self._text, self._cells = document.text, document.cells

    @functools.cached_property
    def places(self) -> Places:
        """Where the document's nodes stand."""
        return Places(self.module)

    @functools.cached_property
    def _nodes(self) -> frozenset[cst.CSTNode]:
        """The document's nodes: to find them costs much less than their places."""
        return frozenset(walk(self.module))

    @functools.cached_property
    def places_elsewhere(self) -> PlacesElsewhere:
        """Where nodes of other files stand."""
        return PlacesElsewhere(self.definitions)

    def here(self, report: Report) -> Report | None:
        """A report as one about the document; ``None`` for what other files have to themselves.

        What stands in another file is reported there. But a mistake may need both files: a
        function of the other file changes a tensor that this one needs. It is reported at the
        call that leads there, if there is one such call alone.
        """
        if not self.definitions or report.node in self._nodes:
            return report
        calls = self._calls_that_lead_to(report)
        elsewhere = self.places_elsewhere.of(report.node) if len(calls) == 1 else None
        if elsewhere is None:
            return None
        path, place = elsewhere
        message = f"in {self._as_seen_from_here(path)}, line {place.line}: {report.message}"
        return replace(report, node=calls[0], message=message, mends=())

    def _calls_that_lead_to(self, report: Report) -> list[cst.CSTNode]:
        """The calls in the document that lead to a place elsewhere, within the trail's bounds."""
        steps = [node for node, _ in report.because if node is not None]
        lines = [place.line for node in steps if (place := self._place_here(node))]
        if not lines:
            return []
        for node in steps:
            if node is not report.node and node not in self._nodes:
                lines += self._lines_that_lead_to(node)
        last = max(lines) if len(lines) > 1 else None
        found: dict[cst.CSTNode, None] = {}
        for unit, calls in self.calls.items():
            if not holds(unit.node, report.node):
                continue
            for call in calls:
                place = self.places.of(call)
                if place and min(lines) <= place.line and (last is None or place.line <= last):
                    found[call] = None
        return list(found)

    def _place_here(self, node: cst.CSTNode) -> Location | None:
        return self.places.of(node) if node in self._nodes else None

    def _lines_that_lead_to(self, node: cst.CSTNode) -> list[int]:
        """The lines of the calls in the document that lead to a place elsewhere."""
        return [
            place.line
            for unit, calls in self.calls.items()
            if holds(unit.node, node)
            for call in calls
            if (place := self.places.of(call))
        ]

    def trail(self, report: Report) -> Iterator[Reason]:
        """The steps of a report's trail, each where it stands."""
        for node, message in report.because:
            place = self.places.of(node)
            if place is not None:
                yield Reason(self.path, place, message)
                continue
            elsewhere = self.places_elsewhere.of(node)
            if elsewhere is not None:
                yield Reason(self._as_seen_from_here(elsewhere[0]), elsewhere[1], message)

    def _as_seen_from_here(self, path: str) -> str:
        """The path of another file, relative or absolute as that of the document."""
        folder = os.path.dirname(self.path)
        return os.path.normpath(os.path.join(folder, os.path.relpath(path, folder or ".")))

    @functools.cached_property
    def resolver(self) -> Resolver:
        """Turns mends into edits of the document."""
        from tapelint.editing.resolving import Resolver

        return Resolver(self.module, self._text, self.places, self._cells)
