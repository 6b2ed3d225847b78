"""Processes, as POSIX's `ps` knows them."""

from __future__ import annotations

import subprocess


def children(process: int) -> list[int]:
    """The processes that a process has started."""
    found = subprocess.run(["ps", "-o", "pid=", "--ppid", str(process)], capture_output=True)
    return [int(each) for each in found.stdout.split()]


def lives(process: int) -> bool:
    """Whether a process has not ended."""
    found = subprocess.run(["ps", "-o", "stat=", "-p", str(process)], capture_output=True)
    return bool(found.stdout.strip()) and not found.stdout.strip().startswith(b"Z")
