"""Spreading work over processes: batches of about equal weight, results as they come."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from multiprocessing.process import BaseProcess

Task = TypeVar("Task")
Result = TypeVar("Result")

_BATCHES_PER_PROCESS = 16
"""So many that a process is not left alone for long at the end, and so few that what stands
together, and is therefore made of the same definitions, mostly stays together."""


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
    work: Callable[[Sequence[Task]], list[Result]],
    tasks: Sequence[Task],
    weights: Sequence[int],
    jobs: int,
    died: Callable[[Task], Result],
) -> Iterator[tuple[int, Result]]:
    """Do all tasks in a few processes.

    Args:
        work: Does a batch of tasks; a function of a module, so that processes find it.
        tasks: What there is to do.
        weights: What each task may cost, in any unit.
        jobs: How many processes.
        died: The result of a task whose process has died.

    Yields:
        The place of a task and its result, in the order in which batches are done.
    """
    from concurrent.futures import Future, ProcessPoolExecutor, as_completed
    from concurrent.futures.process import BrokenProcessPool

    lost: list[int] = []
    try:
        with ProcessPoolExecutor(max_workers=jobs, initializer=_begin) as pool:
            places: dict[Future[list[Result]], range] = {}
            try:
                for batch in batches(weights, jobs):
                    try:
                        places[pool.submit(work, [tasks[at] for at in batch])] = batch
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
        yield from _each_alone(work, tasks, sorted(lost), jobs, died)
    except (KeyboardInterrupt, GeneratorExit):
        end_processes()
        raise


def _each_alone(
    work: Callable[[Sequence[Task]], list[Result]],
    tasks: Sequence[Task],
    places: Sequence[int],
    jobs: int,
    died: Callable[[Task], Result],
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


def _begin() -> None:
    """Let signals end a process of the pool without a word, and so the end of the main one.

    That one has the word. It may be killed, and then tells nobody.
    """
    import multiprocessing
    import signal
    import threading

    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, signal.SIG_DFL)
    parent = multiprocessing.parent_process()
    assert parent is not None
    threading.Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: BaseProcess) -> None:
    parent.join()
    os._exit(1)
