"""A document as the rules see it: its tree, its tape and, once asked for, its places."""

from __future__ import annotations

import functools
import os
import weakref
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from tapelint.analyses.driver import record_by_core
from tapelint.findings import Confidence, Consequence, Premise, Reason
from tapelint.source import files, tree
from tapelint.source.documents import Document
from tapelint.source.errors import SourceError
from tapelint.source.kept_pieces import document_parser
from tapelint.source.neighbours import Neighbours
from tapelint.source.parsed import Parsed
from tapelint.source.sizes import too_large
from tapelint.source.tree import walk
from tapelint.tape.driver import record

if TYPE_CHECKING:
    from tapelint.editing.resolving import Resolver
    from tapelint.project.demand import EngineTriggers
    from tapelint.rules.report import Report
    from tapelint.tape.machine.observer import Observer
    from tapelint.torch_api.project import Project

Choose = Callable[[Parsed, "Neighbours | None"], "frozenset[int] | None"]
"""Tells on which lines the statements begin that are executed; ``None`` for all."""
Found = Mapping[Confidence, frozenset[tuple[int, Consequence, bool]]]
"""What is found in a file when that is linted, by the least confidence that is asked for: on which
lines, what comes of it, and whether by a rule that is on by default."""


class Reading:
    """A document as the rules see it: its tree, its tape and, once asked for, its places."""

    def __init__(
        self,
        document: Document,
        path: str,
        project: Project,
        neighbours: Neighbours | None,
        triggers: EngineTriggers,
        *,
        observer: Observer | None = None,
        choose: Choose | None = None,
        levels: tuple[Confidence, ...] = (),
        found_there: Callable[[str], Found | None] = lambda path: {},
    ) -> None:
        """Read it.

        Args:
            document: The document.
            path: The name that it has.
            project: What is known of the project that it belongs to.
            neighbours: Finds the project's other files; ``None`` to look at none.
            triggers: What the rules look for.
            observer: Who watches; then everything is followed, whatever the triggers.
            choose: Tells which of its statements are executed; ``None`` for all.
            levels: The least confidences that may be asked for.
            found_there: Tells what is found in another file, by its absolute path, when that is
                linted; ``None`` where nothing of other files is to be reported here.

        Raises:
            SourceError: It is not Python, or too large.
        """
        if why := too_large(document.text):
            raise SourceError(path, why)
        self._found_there = functools.cache(found_there)
        self.path, self.project, self.levels = path, project, levels
        self.parsed = Parsed(document.text, path, document_parser())
        self.parsed.cells = frozenset({1}) if document.is_excerpt else document.cells
        weakref.finalize(self, self.parsed.let_go).atexit = False
        is_watched = observer is not None
        only = None if choose is None or is_watched else choose(self.parsed, neighbours)
        at = self.parsed.module, project, neighbours
        if observer is None:
            recording = record(*at, triggers=triggers.of_tape, only=only)
        else:
            recording = record(*at, observer=observer, triggers=triggers.of_tape, everything=True)
        by_core = record_by_core(
            self.parsed, project, neighbours, triggers.of_core, only, is_watched=is_watched
        )
        if observer is not None:
            for node, kind in by_core.hushed:
                observer.withheld(kind, node)
        self.events = recording.events + by_core.events
        self.ended = recording.ended + by_core.ended
        self.calls, self.whole, self.spent = recording.calls, recording.whole, recording.spent
        self.steps, self.away = by_core.steps, by_core.away
        self._cells = document.cells

    def here(self, report: Report, level: Confidence) -> Report | None:
        """A report as one about the document; ``None`` for what is reported in another file.

        What stands in another file is reported there, whoever is linted: there it is changed, or
        silenced. Linting that file may not find it, since it does not know of this document's
        calls. Then it is reported at the call that leads there, if there is one such call alone.
        """
        source = report.node.source
        if source is self.parsed:
            return report
        if source is None or report.caller is not None or not report.confidence.reaches(level):
            return None
        calls = self.calls_that_lead_to(report)
        place = source.place(report.node) if len(calls) == 1 else None
        found = self._found_there(source.path) if place is not None else None
        if place is None or found is None:
            return None
        ranks = (True,) if report.rule.on_by_default else (True, False)
        told = found.get(level, frozenset())
        if any((place.line, report.consequence, each) in told for each in ranks):
            return None  # whichever rule says so: it is one mistake
        message = f"in {self._as_seen_from_here(source.path)}, line {place.line}: {report.message}"
        return replace(report, node=calls[0], message=message, fix=None)

    def text(self, node: tree.Node) -> str:
        """The source of a node; of one in another file as it is found without libcst."""
        source = node.source
        return source.code(node, exactly=source is self.parsed) if source is not None else ""

    def calls_that_lead_to(self, report: Report) -> list[tree.Node]:
        """The calls in the document that lead to a place elsewhere, within the trail's bounds."""
        if report.via:
            return [*report.via]
        steps = [node for node, _ in report.because if node is not None]
        lines = [self.parsed.line(node) for node in steps if node.source is self.parsed]
        if not lines:
            return []
        for node in steps:
            if node is not report.node and node.source is not self.parsed:
                lines += self._lines_that_lead_to(node)
        last = max(lines) if len(lines) > 1 else None
        if last is None and (around := self._calls_around(lines[0], report.node)):
            return around  # one step alone says nothing of before and after
        found: dict[tree.Node, None] = {}
        for unit, calls in self.calls.items():
            if not _holds(unit.node, report.node):
                continue
            for call in calls:
                line = self.parsed.line(call)
                if min(lines) <= line and (last is None or line <= last):
                    found[call] = None
        return list(found)

    def _calls_around(self, line: int, wanted: tree.Node) -> list[tree.Node]:
        """The calls that lead to a place elsewhere, of the function that a line stands in."""
        around = [
            each
            for each in walk(self.parsed.module)
            if isinstance(each, tree.FunctionDef) and line in map(self.parsed.line, walk(each))
        ]
        calls = [
            call
            for unit, calls in self.calls.items()
            if _holds(unit.node, wanted)
            for call in calls
        ]
        return [each for each in calls if around and _holds(around[-1], each)]

    def _lines_that_lead_to(self, node: tree.Node) -> list[int]:
        """The lines of the calls in the document that lead to a place elsewhere."""
        return [
            self.parsed.line(call)
            for unit, calls in self.calls.items()
            if _holds(unit.node, node)
            for call in calls
        ]

    def trail(self, report: Report) -> Iterator[Reason]:
        """The steps of a report's trail, each where it stands."""
        steps = report.because
        if report.caller is not None:
            steps = ((report.caller, "called here, with what it needs"), *steps)
        for node, message in steps:
            source = node.source if node is not None else None
            place = source.place(node) if source is not None and node is not None else None
            if source is None or place is None:
                continue
            is_here = source is self.parsed
            path = self.path if is_here else self._as_seen_from_here(source.path)
            yield Reason(path, place, message)

    def premises(self, report: Report, text: Callable[[tree.Node], str]) -> Iterator[Premise]:
        """What a report rests on, each with the place of its evidence, or of the report."""
        for each in report.assumed:
            node = each.at if each.at is not None and each.at.source is not None else report.node
            source = node.source
            place = source.place(node) if source is not None else None
            if source is None or place is None:
                continue
            is_here = source is self.parsed
            path = self.path if is_here else self._as_seen_from_here(source.path)
            yield Premise(path, place, each.said(text), *each.key)

    def _as_seen_from_here(self, path: str) -> str:
        """The path of another file, relative or absolute as that of the document."""
        folder = os.path.dirname(self.path)
        return os.path.normpath(os.path.join(folder, os.path.relpath(path, files.absolute(folder))))

    @functools.cached_property
    def resolver(self) -> Resolver | None:
        """Turns fixes into edits of the document; ``None`` where libcst cannot read it."""
        from tapelint.editing.resolving import Resolver

        module, places = self.parsed.lossless_module, self.parsed.places
        if module is None or places is None:
            return None
        return Resolver(module, self.parsed.text, places, self._cells)


def _holds(function: tree.Node, wanted: tree.Node) -> bool:
    """Whether a node stands in a function."""
    one, other = function.source, wanted.source
    if one is None or other is None or one.path != other.path:
        return False
    return any(each is wanted for each in walk(function))
