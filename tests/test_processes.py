"""Work that is spread over processes: nothing is lost, nothing is done twice, none waits."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any
from unittest.mock import patch

from hypothesis import given
from hypothesis import strategies as st

from tapelint.processes import InFlight, batches, spread


def work(batch: Iterable[int]) -> list[int]:
    """Twice each number; a process that is given 13 dies, and one that is given 7 is slow."""
    return [double(each) for each in batch]


def double(number: int) -> int:
    if number == 13:
        os._exit(1)
    if number == 7:
        time.sleep(1)
    return 2 * number


def died(task: int) -> int:
    return -task


@given(st.lists(st.integers(min_value=0, max_value=10_000), max_size=200), st.integers(1, 8))
def test_batches_are_a_partition_with_no_batch_above_its_share(
    weights: list[int], jobs: int
) -> None:
    found = batches(weights, jobs)
    assert sorted(at for batch in found for at in batch) == list(range(len(weights)))
    heavy = [sum(weights[at] for at in batch) for batch in found]
    share = sum(weights) / (jobs * 16)
    above = [each for each in heavy if each > share]
    assert heavy[: len(above)] == sorted(above, reverse=True)
    starts = [batch.start for batch in found[len(above) :]]
    assert starts == sorted(starts)
    assert all(each <= share or len(batch) == 1 for each, batch in zip(heavy, found, strict=True))


def test_the_results_are_those_of_one_process() -> None:
    tasks = list(range(20, 80))
    found = dict(spread(work, tasks, tasks, 2, died, InFlight()))
    assert found == {at: 2 * task for at, task in enumerate(tasks)}


def test_results_come_before_slow_ones_are_done() -> None:
    tasks = [7, *range(20, 80)]
    weights = [1_000, *[1] * 60]
    order = [at for at, _ in spread(work, tasks, weights, 2, died, InFlight())]
    assert sorted(order) == list(range(61))
    assert order[-1] == 0


def test_a_process_that_dies_costs_its_own_task_alone() -> None:
    tasks = [13, *range(20, 80)]
    found = dict(spread(work, tasks, [1] * 61, 2, died, InFlight()))
    assert found == {0: -13, **{at: 2 * task for at, task in enumerate(tasks) if at}}


def test_a_process_that_dies_before_all_is_handed_out() -> None:
    class Broken(ProcessPoolExecutor):
        handed_out = 0

        def submit(self, *arguments: Any, **named: Any) -> Future[Any]:
            self.handed_out += 1
            if self.handed_out > 2:
                raise BrokenProcessPool
            return super().submit(*arguments, **named)

    tasks = list(range(20, 80))
    with patch("concurrent.futures.ProcessPoolExecutor", Broken):
        found = dict(spread(work, tasks, [1] * 60, 2, died, InFlight()))
    assert found == {at: 2 * task for at, task in enumerate(tasks)}


def test_what_is_being_done_is_known_meanwhile() -> None:
    tasks = [*range(20, 50), 7, *range(50, 80)]
    in_flight = InFlight(is_watched=True)
    in_flight.names = [str(each) for each in tasks]
    seen = []
    for _ in spread(work, tasks, [1] * 61, 2, died, in_flight):
        oldest = in_flight.oldest()
        seen.append(oldest[0] if oldest is not None else None)
    assert "7" in seen
    assert in_flight.oldest() is None


def test_of_two_that_are_being_done_the_older_one_is_named() -> None:
    in_flight = InFlight(is_watched=True)
    in_flight.names = ["a", "b", "c"]
    named = []
    for places in ([-1, -1], [2, -1], [2, 0], [1, 0], [-1, 0]):
        in_flight.places = places
        time.sleep(0.01)
        oldest = in_flight.oldest()
        named.append(oldest and oldest[0])
    assert named == [None, "c", "c", "a", "a"]
