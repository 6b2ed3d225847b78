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


@dataclass(eq=False)
class _State:
    """What there is about an open document.

    Attributes:
        looked: Greater for the document that the user looked at later.
        run: The run over it, from the pause before it on.
        checked: What holds of it now.
        last: What came out of the last run, even if imports or settings have changed since.
        good: What came out of the last run over a text that is Python.
        carried: What is known of a text that is still to be linted.
        changed: Is done when the text changes.
    """

    looked: int = 0
    run: _Run | None = None
    checked: Checked | None = None
    last: Checked | None = None
    good: Checked | None = None
    carried: Checked | None = None
    changed: tuple[int, asyncio.Future[None]] | None = None

    def stop(self) -> None:
        """Take the run back."""
        if self.run is not None:
            self.run.task.cancel()
            self.run = None

    def tell_of_change(self) -> None:
        """Tell those who wait for something about the text as it was."""
        if self.changed is not None:
            self.changed[1].set_result(None)
            self.changed = None


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
        self._open: dict[str, _State] = {}
        self._looks = itertools.count(1)

    def look(self, unit: Unit) -> None:
        """Note that the user is at a document: it goes before all others."""
        self._state(unit).looked = next(self._looks)
        self._linter.reconsider()

    def touch(self, unit: Unit) -> None:
        """Note that a document, or what it is linted by, has changed."""
        state = self._state(unit)
        state.stop()
        state.checked = None
        if state.changed is not None and state.changed[0] != unit.revision:
            state.tell_of_change()

    def schedule(self, unit: Unit, delay: float = 0.0, *, is_wanted: bool = True) -> None:
        """Lint a document after a while; an earlier run over it is taken back.

        Args:
            unit: The document.
            delay: Seconds to wait.
            is_wanted: Whether the result is told even if nobody waits for it.
        """
        self.touch(unit)
        task = asyncio.get_running_loop().create_task(self._run(unit, delay))
        self._state(unit).run = _Run(task, is_wanted)

    def forget(self, unit: Unit) -> None:
        """Take a document out that was closed."""
        state = self._open.pop(unit.uri, None)
        if state is not None:
            state.stop()
            state.tell_of_change()

    def hurry(self, unit: Unit) -> None:
        """Do not wait any longer with linting a document that is waiting for it."""
        run = self._state(unit).run
        if run is not None and not run.has_begun:
            self.schedule(unit)

    def known(self, unit: Unit) -> Checked:
        """What is known of a document at once: of an earlier text, where this one is not linted."""
        state = self._state(unit)
        if state.last is not None and state.last.snapshot.revision == unit.revision:
            return state.last
        if state.carried is None or state.carried.snapshot.revision != unit.revision:
            state.carried = self._guessed(unit)
        return state.carried

    async def current(self, unit: Unit) -> Checked | None:
        """What is known of a document once it is linted; ``None`` if it is closed meanwhile."""
        while (state := self._open.get(unit.uri)) is not None:
            if state.checked is not None:
                return state.checked
            if state.run is None or not state.run.has_begun:
                self.schedule(unit, is_wanted=state.run is not None and state.run.is_wanted)
            elif state.run.task.done():
                return None
            await self._wait(state)
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
        if known is self._state(unit).last:
            return known
        checked: Checked | None = await self._unless_changed(unit, self.current(unit))
        if checked is None:
            raise DocumentChangedError
        return checked

    def stop(self) -> None:
        """Take all runs back."""
        for state in self._open.values():
            state.stop()
        self._open.clear()

    def _state(self, unit: Unit) -> _State:
        return self._open.setdefault(unit.uri, _State())

    async def _wait(self, state: _State) -> None:
        """Wait for a run, which is given up where nobody waits for it any more."""
        run = state.run
        assert run is not None
        run.waiting += 1
        try:
            await asyncio.wait({run.task})
        finally:
            run.waiting -= 1
            if not (run.waiting or run.is_wanted) and state.run is run:
                state.stop()

    async def _unless_changed(self, unit: Unit, work: Coroutine[Any, Any, Any]) -> Any:
        """The result of some work on the present text; given up when that changes."""
        state = self._state(unit)
        if state.changed is None:
            state.changed = unit.revision, asyncio.get_running_loop().create_future()
        change = state.changed[1]
        task = asyncio.ensure_future(work)
        try:
            await asyncio.wait({task, change}, return_when=asyncio.FIRST_COMPLETED)
            if change.done():
                raise DocumentChangedError
            return task.result()
        finally:
            task.cancel()

    def _urgency(self, state: _State) -> Urgency:
        is_front = state.looked == max((each.looked for each in self._open.values()), default=0)
        return Urgency(Level.FRONT if is_front else Level.REST, state.looked)

    async def _run(self, unit: Unit, delay: float) -> None:
        if delay > 0:
            await asyncio.sleep(delay)
        state = self._state(unit)
        assert state.run is not None
        state.run.has_begun = True
        try:
            checked = await self._check(unit, state)
        except Exception as error:
            reason = f"internal error in tapelint ({type(error).__name__}); please report it"
            problem = SourceError(unit.uri, reason)
            checked = Checked(next(_serials), unit.snapshot(), unit.uri, None, problem=problem)
        state.checked = state.last = checked
        state.carried = None
        if checked.is_current:
            state.good = checked
        self._on_checked(unit, checked)

    async def _check(self, unit: Unit, state: _State) -> Checked:
        snapshot = unit.snapshot()
        path = name_of(unit, self._workspace.first)
        if self._workspace.has_changed(path):
            self._workspace.reload()
        try:
            settings = self._workspace.settings(path)
        except SettingsError as error:
            if self._workspace.is_news(error):
                self._on_bad_settings(error)
            return _as_before(state, snapshot, path)
        if settings is None:
            return Checked(next(_serials), snapshot, path, None)
        job = Lint(path, snapshot.source, settings)
        result = await self._linter.do(job, lambda: self._urgency(state))
        if not isinstance(result, SourceError):
            return Checked(next(_serials), snapshot, path, settings, tuple(result))
        if result.reason.startswith(SYNTAX_ERROR):
            return _as_before(state, snapshot, path)
        return Checked(next(_serials), snapshot, path, settings, problem=result)

    def _guessed(self, unit: Unit) -> Checked:
        """What was known before, of a text that is to be linted."""
        path = name_of(unit, self._workspace.first)
        try:
            settings = self._workspace.settings(path)
        except SettingsError:
            settings = None
        return _as_before(self._state(unit), unit.snapshot(), path, settings)


def _as_before(
    state: _State, snapshot: Snapshot, path: str, settings: Settings | None = None
) -> Checked:
    """What was known before, at the places of today."""
    good = state.good
    findings = carried(good.findings, good.snapshot, snapshot) if good is not None else []
    return Checked(next(_serials), snapshot, path, settings, tuple(findings), is_current=False)
