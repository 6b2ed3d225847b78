"""Has jobs done in other processes: the most urgent first, none in the way of a more urgent one.

One process does everything as long as nothing takes long. A job that does keeps it, and whatever
is more urgent gets a second process. Where both are busy, the least urgent job is given up: its
process is killed, and the job begins anew when its turn comes. A document that is known to be slow
never takes the last process unless it is the one that the user looks at, so that this happens
once, and not with every key that is pressed in another document.
"""

from __future__ import annotations

import asyncio
import contextlib
import enum
import itertools
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from tapelint.server.jobs import Job
from tapelint.server.process import Process
from tapelint.source.errors import SourceError

PATIENCE = 1.0
"""Seconds that a job may take before it counts as slow, and is given up for a better one."""
LONGEST = 120.0
"""Seconds after which a job is given up for good."""
MOST_PROCESSES = 2
_MOST_DEATHS = 2
"""A process may die for reasons that are not its job's: the job is tried again."""


class Level(enum.IntEnum):
    """For whom a job is done."""

    REST = 0
    """A document that is open somewhere."""
    FRONT = 1
    """The document that was edited or looked at last."""
    ASKED = 2
    """The user waits for it."""


class Urgency(NamedTuple):
    """How urgent a job is; the greater goes first.

    Attributes:
        level: For whom it is done.
        recency: Greater for the document that was looked at later.
    """

    level: Level
    recency: int = 0


def asked() -> Urgency:
    """The urgency of what the user waits for."""
    return Urgency(Level.ASKED)


@dataclass(eq=False)
class _Task:
    """A job with the one who waits for its result."""

    job: Job
    urgency: Callable[[], Urgency]
    future: asyncio.Future[Any]
    number: int
    deaths: int = 0


@dataclass(eq=False)
class _Worker:
    """A process with the task that it is busy with."""

    process: Process = field(default_factory=Process)
    task: _Task | None = None
    path: str = ""
    """What it did last: of that it keeps the trees."""
    was_stopped: bool = False
    """Whether its task was taken from it."""

    def stop(self) -> None:
        """Take its task from it: there is no other way than to end the process."""
        self.was_stopped = True
        self.process.kill()


class Linter:
    """Does jobs in other processes."""

    def __init__(self) -> None:
        self._workers: list[_Worker] = []
        self._waiting: list[_Task] = []
        self._numbers = itertools.count()
        self._slow: set[str] = set()
        self._working: set[asyncio.Task[None]] = set()
        self._timer: asyncio.TimerHandle | None = None
        self._guard: asyncio.Task[None] | None = None
        self._has_ended = False

    def start(self) -> None:
        """Start a process, so that it is ready for the first job."""
        if not self._workers and not self._has_ended:
            self._add_worker()

    async def do(self, job: Job, urgency: Callable[[], Urgency] = asked) -> Any:
        """The result of a job. Cancelling takes the job back.

        Args:
            job: What to do.
            urgency: How urgent it is, at the time of the call.
        """
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        if self._has_ended:
            future.cancel()
        else:
            self._waiting.append(_Task(job, urgency, future, next(self._numbers)))
            self.reconsider()
        try:
            return await future
        finally:
            self.reconsider()

    async def stop(self) -> None:
        """End all processes; nothing is done any more."""
        self._has_ended = True
        if self._guard is not None:
            self._guard.cancel()
            await asyncio.wait({self._guard})

    def kill(self) -> None:
        """End all processes where nobody can wait for that any more."""
        self._has_ended = True
        for each in self._workers:
            each.process.kill()

    def reconsider(self) -> None:
        """Give work to those who are free, and take it from those who do what can wait."""
        if self._has_ended:
            return
        self._waiting = [each for each in self._waiting if not each.future.done()]
        for worker, task in self._busy():
            if worker.process.seconds >= PATIENCE:
                self._slow.add(task.job.path)
                if task.future.done():
                    worker.stop()  # nobody wants the result
        for task in sorted(self._waiting, key=self._rank, reverse=True):
            found = self._worker_for(task)
            if found is not None:
                self._waiting.remove(task)
                self._begin(task, found)
        self._look_again()

    def _look_again(self) -> None:
        """Reconsider as soon as another job has had its time."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        left = [PATIENCE - worker.process.seconds for worker, _ in self._busy()]
        left = [each for each in left if each > 0]
        if left:
            self._timer = asyncio.get_running_loop().call_later(min(left), self.reconsider)

    # --- who does what ---

    def _rank(self, task: _Task) -> tuple[Level, bool, int, int]:
        """What goes first: of the documents at the back those that are done soon."""
        urgency = task.urgency()
        return urgency.level, not self._is_slow(task), urgency.recency, -task.number

    def _is_slow(self, task: _Task) -> bool:
        return task.job.path in self._slow

    def _busy(self) -> list[tuple[_Worker, _Task]]:
        return [(each, each.task) for each in self._workers if each.task is not None]

    def _worker_for(self, task: _Task) -> _Worker | None:
        """A worker that is free for a task; if none is, one may be on its way."""
        self._workers = [each for each in self._workers if each.task or each.process.is_alive]
        busy = self._busy()
        importance = self._rank(task)[:2]
        if importance == (Level.REST, False) and len(busy) >= MOST_PROCESSES - 1:
            return None  # the last one is kept for what is more urgent
        free = [each for each in self._workers if each.task is None]
        if free:
            return next((each for each in free if each.path == task.job.path), free[0])
        stoppable = [each for each in busy if each[0].process.seconds >= PATIENCE]
        if not self._workers or (stoppable and len(self._workers) < MOST_PROCESSES):
            return self._add_worker()
        if stoppable:
            worker, least = min(stoppable, key=lambda each: self._rank(each[1]))
            if self._rank(least)[:2] < importance:
                worker.stop()
        return None

    async def _guarded(self) -> None:
        """End the processes before the loop ends, which takes all tasks back."""
        try:
            await asyncio.get_running_loop().create_future()
        finally:
            self._has_ended = True
            if self._timer is not None:
                self._timer.cancel()
            for task in [*self._waiting, *(task for _, task in self._busy())]:
                task.future.cancel()
            for worker in self._workers:
                await worker.process.end()
            if self._working:
                await asyncio.wait(self._working)

    def _add_worker(self) -> _Worker:
        if self._guard is None:
            self._guard = asyncio.get_running_loop().create_task(self._guarded())
        worker = _Worker()
        self._workers.append(worker)
        worker.process.start()
        return worker

    # --- doing it ---

    def _begin(self, task: _Task, worker: _Worker) -> None:
        worker.task, worker.path = task, task.job.path
        result = worker.process.result(task.job, LONGEST)
        work = asyncio.get_running_loop().create_task(self._work(task, worker, result))
        self._working.add(work)
        work.add_done_callback(self._working.discard)

    async def _work(
        self, task: _Task, worker: _Worker, answer: Coroutine[Any, Any, object]
    ) -> None:
        """Have a task done, and see to it that somebody else can be served."""
        path = task.job.path
        result: object
        try:
            result = await answer
        except TimeoutError:
            result = SourceError(path, f"given up after {LONGEST:.0f} seconds")
        except EOFError:
            task.deaths += 0 if worker.was_stopped else 1
            result = None
            if task.deaths >= _MOST_DEATHS:
                reason = "the process that lints died; lint the file alone to see why"
                result = SourceError(path, reason)
        except Exception as error:
            reason = f"internal error in tapelint ({type(error).__name__}); please report it"
            result = SourceError(path, reason)
        else:
            (self._slow.discard if worker.process.seconds < PATIENCE else self._slow.add)(path)
        worker.task = None
        if self._has_ended:
            return
        if not worker.process.is_alive:
            with contextlib.suppress(ValueError):
                self._workers.remove(worker)
            await worker.process.end()
            self.start()
        if result is None:
            self._waiting.append(task)
        elif not task.future.done():
            task.future.set_result(result)
        self.reconsider()
