"""Lints documents when they change: after a pause in typing, and the latest state alone.

What the user looks at is linted first. What is known meanwhile can be had at any time.
"""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any

from tapelint.findings import Finding
from tapelint.server.carrying import carried
from tapelint.server.documents import Snapshot, Unit, name_of
from tapelint.server.jobs import Job, Lint
from tapelint.server.linter import Level, Linter, Urgency
from tapelint.server.workspace import Workspace
from tapelint.settings import Settings, SettingsError
from tapelint.source.errors import SYNTAX_ERROR, SourceError

_serials = itertools.count(1)


@dataclass(frozen=True)
class Checked:
    """What is known of a document.

    Attributes:
        serial: Tells one from every other.
        snapshot: The text.
        path: The name that it was linted under.
        settings: What it is linted with; ``None`` where it cannot be or is left out.
        findings: Its findings; where they are of an earlier text, at the places of today.
        problem: Why it could not be linted, if that is no mistake of typing.
        is_current: Whether the findings are of this very text.
    """

    serial: int
    snapshot: Snapshot
    path: str
    settings: Settings | None
    findings: tuple[Finding, ...] = ()
    problem: SourceError | None = None
    is_current: bool = True


class DocumentChangedError(Exception):
    """What was asked for is of no use: the document has changed, or was closed, meanwhile."""


@dataclass(eq=False)
class _Run:
    """A run over a document.

    Attributes:
        task: Does it.
        is_wanted: Whether its result is told when nobody waits for it.
        has_begun: Whether it has looked at the text.
        waiting: How many wait for it.
    """

    task: asyncio.Task[None]
    is_wanted: bool
    has_begun: bool = False
    waiting: int = 0


class Runs:
    """The runs over all open documents."""

    def __init__(
        self,
        linter: Linter,
        workspace: Workspace,
        on_checked: Callable[[Unit, Checked], None],
        on_bad_settings: Callable[[SettingsError], None],
    ) -> None:
        """Prepare.

        Args:
            linter: Lints.
            workspace: Knows the settings.
            on_checked: Is told what came out of a run.
            on_bad_settings: Is told of settings that cannot be followed.
        """
        self._linter = linter
        self._workspace = workspace
        self._on_checked = on_checked
        self._on_bad_settings = on_bad_settings
        self._open: set[str] = set()
        self._runs: dict[str, _Run] = {}
        self._checked: dict[str, Checked] = {}
        self._last: dict[str, Checked] = {}
        self._good: dict[str, Checked] = {}
        self._carried: dict[str, Checked] = {}
        self._looks = itertools.count(1)
        self._looked: dict[str, int] = {}
        self._changes: dict[str, tuple[int, asyncio.Future[None]]] = {}

    def look(self, unit: Unit) -> None:
        """Note that the user is at a document: it goes before all others."""
        self._looked[unit.uri] = next(self._looks)
        self._linter.reconsider()

    def touch(self, unit: Unit) -> None:
        """Note that a document, or what it is linted by, has changed."""
        self._open.add(unit.uri)
        self._cancel(unit.uri)
        self._checked.pop(unit.uri, None)
        waited_for = self._changes.get(unit.uri)
        if waited_for is not None and waited_for[0] != unit.revision:
            self._tell_of_change(unit.uri)

    def schedule(self, unit: Unit, delay: float = 0.0, *, is_wanted: bool = True) -> None:
        """Lint a document after a while; an earlier run over it is taken back.

        Args:
            unit: The document.
            delay: Seconds to wait.
            is_wanted: Whether the result is told even if nobody waits for it.
        """
        self.touch(unit)
        task = asyncio.get_running_loop().create_task(self._run(unit, delay))
        self._runs[unit.uri] = _Run(task, is_wanted)

    def forget(self, unit: Unit) -> None:
        """Take a document out that was closed."""
        self._open.discard(unit.uri)
        self._cancel(unit.uri)
        self._tell_of_change(unit.uri)
        self._looked.pop(unit.uri, None)
        for known in (self._checked, self._last, self._good, self._carried):
            known.pop(unit.uri, None)

    def hurry(self, unit: Unit) -> None:
        """Do not wait any longer with linting a document that is waiting for it."""
        run = self._runs.get(unit.uri)
        if run is not None and not run.has_begun:
            self.schedule(unit)

    def known(self, unit: Unit) -> Checked:
        """What is known of a document at once: of an earlier text, where this one is not linted."""
        last = self._last.get(unit.uri)
        if last is not None and last.snapshot.revision == unit.revision:
            return last
        kept = self._carried.get(unit.uri)
        if kept is None or kept.snapshot.revision != unit.revision:
            kept = self._carried[unit.uri] = self._guessed(unit)
        return kept

    async def current(self, unit: Unit) -> Checked | None:
        """What is known of a document once it is linted; ``None`` if it is closed meanwhile."""
        while unit.uri in self._open:
            checked = self._checked.get(unit.uri)
            if checked is not None:
                return checked
            run = self._runs.get(unit.uri)
            if run is None or not run.has_begun:
                self.schedule(unit, is_wanted=run is not None and run.is_wanted)
                run = self._runs[unit.uri]
            elif run.task.done():
                return None
            await self._wait(run, unit.uri)
        return None

    async def do(self, unit: Unit, job: Job) -> Any:
        """What comes of a job that the user waits for.

        Raises:
            DocumentChangedError: The document has changed meanwhile, so that the job was given up.
        """
        return await self._unless_changed(unit, self._linter.do(job))

    async def linted(self, unit: Unit) -> Checked:
        """What is known of this very text of a document, once that is linted.

        Raises:
            DocumentChangedError: The text has changed meanwhile.
        """
        known = self.known(unit)
        if known is self._last.get(unit.uri):
            return known
        checked: Checked | None = await self._unless_changed(unit, self.current(unit))
        if checked is None:
            raise DocumentChangedError
        return checked

    def stop(self) -> None:
        """Take all runs back."""
        self._open.clear()
        for uri in list(self._runs):
            self._cancel(uri)

    def _cancel(self, uri: str) -> None:
        run = self._runs.pop(uri, None)
        if run is not None:
            run.task.cancel()

    async def _wait(self, run: _Run, uri: str) -> None:
        """Wait for a run, which is given up where nobody waits for it any more."""
        run.waiting += 1
        try:
            await asyncio.wait({run.task})
        finally:
            run.waiting -= 1
            if not (run.waiting or run.is_wanted) and self._runs.get(uri) is run:
                self._cancel(uri)

    async def _unless_changed(self, unit: Unit, work: Coroutine[Any, Any, Any]) -> Any:
        """The result of some work on the present text; given up when that changes."""
        if unit.uri not in self._changes:
            self._changes[unit.uri] = unit.revision, asyncio.get_running_loop().create_future()
        _, change = self._changes[unit.uri]
        task = asyncio.ensure_future(work)
        try:
            await asyncio.wait({task, change}, return_when=asyncio.FIRST_COMPLETED)
            if change.done():
                raise DocumentChangedError
            return task.result()
        finally:
            task.cancel()

    def _tell_of_change(self, uri: str) -> None:
        if uri in self._changes:
            _, change = self._changes.pop(uri)
            change.set_result(None)

    def _urgency(self, uri: str) -> Urgency:
        recency = self._looked.get(uri, 0)
        is_front = recency == max(self._looked.values(), default=0)
        return Urgency(Level.FRONT if is_front else Level.REST, recency)

    async def _run(self, unit: Unit, delay: float) -> None:
        if delay > 0:
            await asyncio.sleep(delay)
        self._runs[unit.uri].has_begun = True
        try:
            checked = await self._check(unit)
        except Exception as error:
            reason = f"internal error in tapelint ({type(error).__name__}); please report it"
            problem = SourceError(unit.uri, reason)
            checked = Checked(next(_serials), unit.snapshot(), unit.uri, None, problem=problem)
        self._checked[unit.uri] = self._last[unit.uri] = checked
        self._carried.pop(unit.uri, None)
        if checked.is_current:
            self._good[unit.uri] = checked
        self._on_checked(unit, checked)

    async def _check(self, unit: Unit) -> Checked:
        snapshot = unit.snapshot()
        path = name_of(unit, self._workspace.first)
        if self._workspace.has_changed(path):
            self._workspace.reload()
        try:
            settings = self._workspace.settings(path)
        except SettingsError as error:
            if self._workspace.is_news(error):
                self._on_bad_settings(error)
            return self._as_before(snapshot, path)
        if settings is None:
            return Checked(next(_serials), snapshot, path, None)
        job = Lint(path, snapshot.source, settings)
        result = await self._linter.do(job, lambda: self._urgency(unit.uri))
        if not isinstance(result, SourceError):
            return Checked(next(_serials), snapshot, path, settings, tuple(result))
        if result.reason.startswith(SYNTAX_ERROR):
            return self._as_before(snapshot, path)
        return Checked(next(_serials), snapshot, path, settings, problem=result)

    def _as_before(
        self, snapshot: Snapshot, path: str, settings: Settings | None = None
    ) -> Checked:
        """What was known before, at the places of today."""
        good = self._good.get(snapshot.uri)
        findings = carried(good.findings, good.snapshot, snapshot) if good is not None else []
        return Checked(next(_serials), snapshot, path, settings, tuple(findings), is_current=False)

    def _guessed(self, unit: Unit) -> Checked:
        """What was known before, of a text that is to be linted."""
        path = name_of(unit, self._workspace.first)
        try:
            settings = self._workspace.settings(path)
        except SettingsError:
            settings = None
        return self._as_before(unit.snapshot(), path, settings)
