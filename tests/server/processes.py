"""Processes, as POSIX's `ps` knows them."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Callable
from typing import Any

from .editor import PATIENCE


def children(process: int) -> list[int]:
    """The processes that a process has started."""
    found = subprocess.run(["ps", "-o", "pid=", "--ppid", str(process)], capture_output=True)
    return [int(each) for each in found.stdout.split()]


def lives(process: int) -> bool:
    """Whether a process has not ended."""
    found = subprocess.run(["ps", "-o", "stat=", "-p", str(process)], capture_output=True)
    return bool(found.stdout.strip()) and not found.stdout.strip().startswith(b"Z")


def until(condition: Callable[[], Any]) -> Any:
    """Wait until something holds, and return it."""
    end = time.monotonic() + PATIENCE
    while not (found := condition()):
        assert time.monotonic() < end, "it does not come to hold"
        time.sleep(0.05)
    return found
