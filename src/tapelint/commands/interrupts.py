"""How a command ends that a signal ends: with the processes that work for it, and in one line."""

from __future__ import annotations

import contextlib
import functools
import os
import signal
import sys
from collections.abc import Iterator, Mapping
from typing import Any, NoReturn

from tapelint.processes import end_processes
from tapelint.terminal import complain

INTERRUPTED, TERMINATED = 130, 143
"""The exit codes of a command that was interrupted, or told to end, as shells have them."""
_WRITES = ("fix", "fix_only", "add_noqa", "output_file")
_ALWAYS_WRITES = "output"
"""An option of a command that writes a file whether it is given or not."""


class Terminated(KeyboardInterrupt):
    """SIGTERM has come, which job runners send: whatever cleans up after an interrupt does now."""


@contextlib.contextmanager
def ending_when_told() -> Iterator[None]:
    """Let SIGTERM end what runs meanwhile as an interrupt does."""
    ours = functools.partial(_terminate, os.getpid())
    is_ours = signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
    try:
        if is_ours:
            signal.signal(signal.SIGTERM, ours)
    except ValueError:  # only the main thread may
        is_ours = False
    try:
        yield
    finally:
        if is_ours:
            signal.signal(signal.SIGTERM, signal.SIG_DFL)


def _terminate(process: int, number: int, frame: object) -> NoReturn:
    if os.getpid() != process:  # forked from it a moment ago
        os._exit(TERMINATED)
    signal.signal(number, signal.SIG_DFL)  # another one ends it at once
    raise Terminated


def exit_code(interrupt: KeyboardInterrupt) -> int:
    """With what a command ends."""
    return TERMINATED if isinstance(interrupt, Terminated) else INTERRUPTED


def end(interrupt: KeyboardInterrupt, options: Mapping[str, Any]) -> NoReturn:
    """End a command.

    Args:
        interrupt: What ends it.
        options: Its options.
    """
    end_processes()
    what = "terminated" if isinstance(interrupt, Terminated) else "interrupted"
    writes = _ALWAYS_WRITES in options or any(options.get(each) for each in _WRITES)
    complain(f"{what}; what was not written yet is left as it was" if writes else what)
    sys.exit(exit_code(interrupt))
