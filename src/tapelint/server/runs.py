"""Lints documents when they change: after a pause in typing, and the latest state alone."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable
from dataclasses import dataclass

from tapelint.findings import Finding
from tapelint.server.carrying import carried
from tapelint.server.documents import Snapshot, Unit, name_of
from tapelint.server.jobs import Lint
from tapelint.server.linter import Linter
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
        settings: What it was linted with; ``None`` where it was not linted.
        findings: Its findings; those from before a mistake in typing, where it stands now.
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


@dataclass
class _Run:
    task: asyncio.Task[None]
    has_begun: bool = False


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
        self._good: dict[str, Checked] = {}

    def touch(self, unit: Unit) -> None:
        """Note that a document has changed: what is known of it holds no more."""
        self._open.add(unit.uri)
        self._cancel(unit.uri)
        self._checked.pop(unit.uri, None)

    def schedule(self, unit: Unit, delay: float = 0.0) -> None:
        """Lint a document after a while; an earlier run over it is taken back."""
        self.touch(unit)
        task = asyncio.get_running_loop().create_task(self._run(unit, delay))
        self._runs[unit.uri] = _Run(task)

    def forget(self, unit: Unit) -> None:
        """Take a document out that was closed."""
        self._open.discard(unit.uri)
        self._cancel(unit.uri)
        self._checked.pop(unit.uri, None)
        self._good.pop(unit.uri, None)

    def hurry(self, unit: Unit) -> None:
        """Do not wait any longer with linting a document that is waiting for it."""
        run = self._runs.get(unit.uri)
        if run is not None and not run.has_begun:
            self.schedule(unit)

    async def current(self, unit: Unit) -> Checked | None:
        """What is known of a document once it is linted; ``None`` if it is closed meanwhile."""
        while unit.uri in self._open:
            checked = self._checked.get(unit.uri)
            if checked is not None:
                return checked
            run = self._runs.get(unit.uri)
            if run is None or not run.has_begun:
                self.schedule(unit)
                run = self._runs[unit.uri]
            await asyncio.wait({run.task})
            if run.task.done() and not run.task.cancelled() and run.task.exception() is not None:
                return None  # a mistake of ours, which is told on standard error
        return None

    def stop(self) -> None:
        """Take all runs back."""
        for uri in list(self._runs):
            self._cancel(uri)

    def _cancel(self, uri: str) -> None:
        run = self._runs.pop(uri, None)
        if run is not None:
            run.task.cancel()

    async def _run(self, unit: Unit, delay: float) -> None:
        if delay > 0:
            await asyncio.sleep(delay)
        self._runs[unit.uri].has_begun = True
        checked = await self._check(unit)
        self._checked[unit.uri] = checked
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
        result = await self._linter.do(Lint(path, snapshot.source, settings))
        if not isinstance(result, SourceError):
            return Checked(next(_serials), snapshot, path, settings, tuple(result))
        if result.reason.startswith(SYNTAX_ERROR):
            return self._as_before(snapshot, path)
        return Checked(next(_serials), snapshot, path, settings, problem=result)

    def _as_before(self, snapshot: Snapshot, path: str) -> Checked:
        """What was known before, at the places of today."""
        good = self._good.get(snapshot.uri)
        findings = carried(good.findings, good.snapshot, snapshot) if good is not None else []
        return Checked(next(_serials), snapshot, path, None, tuple(findings), is_current=False)
