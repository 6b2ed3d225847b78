"""Spreading work over processes: batches of about equal weight, results as they come."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from multiprocessing.process import BaseProcess

Task = TypeVar("Task")
Result = TypeVar("Result")

_BATCHES_PER_PROCESS = 16
"""So many that a process is not left alone for long at the end, and so few that what stands
together, and is therefore made of the same definitions, mostly stays together."""


class InFlight:
    """What a run does at the moment, for a thread that watches it.

    Attributes:
        is_watched: Whether one does; else processes tell nothing of what they do.
        done: How many tasks are done.
        total: How many there are; 0 before they are known.
        names: The names of the tasks that are not done from the start, by their places.
        places: The places of those that are being done; others are negative.
    """

    def __init__(self, *, is_watched: bool = False) -> None:
        self.is_watched = is_watched
        self.done = self.total = 0
        self.names: Sequence[str] = ()
        self.places: Iterable[int] = ()
        self._since: dict[int, float] = {}

    def oldest(self) -> tuple[str, float] | None:
        """The task that has been running for longest, and for how many seconds it was seen to."""
        now, names = time.monotonic(), self.names
        running = {at for at in self.places if 0 <= at < len(names)}
        self._since = {at: self._since.get(at, now) for at in running}
        if not running:
            return None
        at, since = min(self._since.items(), key=lambda each: each[1])
        return names[at], now - since


def batches(weights: Sequence[int], jobs: int) -> list[range]:
    """The places of tasks in batches: first those above their share, then the others in order.

    Tasks of a batch follow one another. None weighs more than its share, unless it is one task.

    Args:
        weights: What each task may cost, in any unit.
        jobs: How many processes there are.
    """
    share = sum(weights) / (jobs * _BATCHES_PER_PROCESS)
    found: list[range] = []
    start, weight = 0, 0
    for at, each in enumerate(weights):
        if at > start and weight + each > share:
            found.append(range(start, at))
            start, weight = at, 0
        weight += each
    if weights:
        found.append(range(start, len(weights)))
    heavy = {each: sum(weights[at] for at in each) for each in found}
    return sorted(found, key=lambda each: -heavy[each] if heavy[each] > share else 0)


def spread(
    work: Callable[[Iterable[Task]], list[Result]],
    tasks: Sequence[Task],
    weights: Sequence[int],
    jobs: int,
    died: Callable[[Task], Result],
    in_flight: InFlight,
) -> Iterator[tuple[int, Result]]:
    """Do all tasks in a few processes.

    Args:
        work: Does a batch of tasks; a function of a module, so that processes find it.
        tasks: What there is to do.
        weights: What each task may cost, in any unit.
        jobs: How many processes.
        died: The result of a task whose process has died.
        in_flight: Is told which tasks are being done.

    Yields:
        The place of a task and its result, in the order in which batches are done.
    """
    from concurrent.futures import Future, ProcessPoolExecutor, as_completed
    from concurrent.futures.process import BrokenProcessPool

    lost: list[int] = []
    try:
        seats = _seats(jobs, in_flight)
        with ProcessPoolExecutor(jobs, initializer=_begin, initargs=seats) as pool:
            places: dict[Future[list[Result]], range] = {}
            try:
                for batch in batches(weights, jobs):
                    try:
                        given = [tasks[at] for at in batch]
                        places[pool.submit(_do, work, batch.start, given)] = batch
                    except BrokenProcessPool:
                        lost += batch
                for future in as_completed(places):
                    batch = places[future]
                    try:
                        results = future.result()
                    except BrokenProcessPool:
                        lost += batch
                    else:
                        yield from zip(batch, results, strict=True)
            except (KeyboardInterrupt, GeneratorExit):  # or nobody wants the rest
                pool.shutdown(wait=False, cancel_futures=True)
                raise
        yield from _each_alone(work, tasks, sorted(lost), jobs, died, in_flight)
    except (KeyboardInterrupt, GeneratorExit):
        end_processes()
        raise


_Seats = tuple[Any, Any] | tuple[()]
"""Shared memory in which each process has a number of its own, and how many have taken one."""


def _seats(jobs: int, in_flight: InFlight) -> _Seats:
    """Where each process tells what it does; nowhere if nobody watches, or it cannot be."""
    import multiprocessing

    if not in_flight.is_watched:
        return ()
    try:
        places, taken = multiprocessing.RawArray("i", [-1] * jobs), multiprocessing.Value("i", 0)
    except OSError:  # no room for shared memory
        return ()
    in_flight.places = places
    return places, taken


def _each_alone(
    work: Callable[[Iterable[Task]], list[Result]],
    tasks: Sequence[Task],
    places: Sequence[int],
    jobs: int,
    died: Callable[[Task], Result],
    in_flight: InFlight,
) -> Iterator[tuple[int, Result]]:
    """Do tasks one by one, so that a process that dies shows whose fault it is."""
    from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
    from concurrent.futures.process import BrokenProcessPool

    waiting, idle = list(reversed(places)), list[ProcessPoolExecutor]()
    running: dict[Future[list[Result]], tuple[ProcessPoolExecutor, int]] = {}
    try:
        while waiting or running:
            while waiting and len(running) < jobs:
                pool = idle.pop() if idle else ProcessPoolExecutor(1, initializer=_begin)
                try:
                    running[pool.submit(work, [tasks[waiting[-1]]])] = pool, waiting[-1]
                    waiting.pop()
                except BrokenProcessPool:  # it has died since its last task: take another one
                    pool.shutdown(wait=False)
            in_flight.places = [at for _, at in running.values()]
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                pool, at = running.pop(future)
                try:
                    (result,) = future.result()
                    idle.append(pool)
                except BrokenProcessPool:
                    result = died(tasks[at])
                    pool.shutdown(wait=False)
                yield at, result
    finally:
        for pool in (*idle, *(each for each, _ in running.values())):
            pool.shutdown(wait=False, cancel_futures=True)


def end_processes() -> None:
    """End the processes that work for this one, whatever they do."""
    from multiprocessing import active_children

    for process in active_children():
        process.terminate()


_seat: list[tuple[Any, int]] = []
"""Where this process tells what it does."""


def _do(
    work: Callable[[Iterable[Task]], list[Result]], first: int, tasks: Sequence[Task]
) -> list[Result]:
    return work(_told(first, tasks))


def _told(first: int, tasks: Sequence[Task]) -> Iterator[Task]:
    """The tasks; which of them is being done is told."""
    for at, task in enumerate(tasks, first):
        for places, own in _seat:
            places[own] = at
        yield task
    for places, own in _seat:
        places[own] = -1


def _begin(places: Any = None, taken: Any = None) -> None:
    """Let signals end a process of the pool without a word, and so the end of the main one.

    That one has the word. It may be killed, and then tells nobody.

    Args:
        places: Where each process tells which task it does.
        taken: How many of them do.
    """
    import multiprocessing
    import signal
    import threading

    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, signal.SIG_DFL)
    parent = multiprocessing.parent_process()
    assert parent is not None
    threading.Thread(target=_end_with, args=(parent,), daemon=True).start()
    if places is not None:
        with taken.get_lock():
            _seat[:] = [(places, taken.value % len(places))]
            taken.value += 1


def _end_with(parent: BaseProcess) -> None:
    parent.join()
    os._exit(1)
