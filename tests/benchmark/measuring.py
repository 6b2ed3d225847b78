"""What processes cost: CPU time, wall time and memory, as the system counts them."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from .errors import BenchmarkError

CHEAP = 60.0
"""Seconds of wall time; what takes longer is not run again."""


@dataclass(frozen=True)
class Cost:
    """What a process has cost, with all processes that it waited for.

    Attributes:
        cpu: Seconds of processor time, of the user and of the system.
        wall: Seconds on the clock.
        memory: The most memory that one of the processes held, in bytes.
    """

    cpu: float
    wall: float = 0.0
    memory: int = 0


def run(
    command: Sequence[object],
    *,
    exit_codes: Collection[int] = (0,),
    folder: Path | None = None,
) -> Cost:
    """Run a command to its end.

    Raises:
        BenchmarkError: It cannot be started, or ends with another exit code.
    """
    words = [str(word) for word in command]
    with tempfile.TemporaryFile() as errors:
        started = time.perf_counter()
        try:
            process = subprocess.Popen(
                words,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=errors,
                cwd=folder,
                env=surroundings(),
            )
        except OSError as error:
            raise BenchmarkError(f"{words[0]}: {error.strerror}") from None
        try:
            _, status, usage = os.wait4(process.pid, 0)
        except BaseException:
            process.kill()
            process.wait()
            raise
        wall = time.perf_counter() - started
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode not in exit_codes:
            errors.seek(0)
            said = errors.read().decode("utf-8", "replace").strip().splitlines()
            what = f": {said[-1]}" if said else ""
            shown = " ".join(words[:6])
            raise BenchmarkError(f"exit code {process.returncode} of `{shown} ...`{what}")
    unit = 1 if sys.platform == "darwin" else 1024
    return Cost(usage.ru_utime + usage.ru_stime, wall, usage.ru_maxrss * unit)


def surroundings() -> dict[str, str]:
    """The environment variables of what is measured: nothing there changes what it does."""
    ours = ("PYTHON", "TAPELINT", "VIRTUAL_ENV", "PIP_")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    return {**kept, "NO_COLOR": "1"}


def in_turn(
    first: Callable[[], Cost], second: Callable[[], Cost], runs: int
) -> tuple[list[Cost], list[Cost]]:
    """The costs of two things that are run in turn, so that what disturbs one disturbs both."""
    firsts: list[Cost] = []
    seconds: list[Cost] = []
    for _ in range(runs):
        started = time.perf_counter()
        firsts.append(first())
        seconds.append(second())
        if time.perf_counter() - started > CHEAP:
            break
    return firsts, seconds


def middle_cpu(costs: Sequence[Cost]) -> float:
    """The median of the CPU time."""
    return median(cost.cpu for cost in costs)


def middle_wall(costs: Sequence[Cost]) -> float:
    """The median of the time on the clock."""
    return median(cost.wall for cost in costs)
