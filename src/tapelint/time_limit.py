"""How long one file may take: whoever runs a long loop asks from time to time.

The time is that of the processor, of the thread that lints: what else the machine does, or that it
sleeps, does not count. No signal is needed, so it holds in any thread. What libcst's parser does
within one call is not interrupted.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar


class TimeLimitError(Exception):
    """The time is up.

    Attributes:
        seconds: The time that was given.
    """

    def __init__(self, seconds: float) -> None:
        super().__init__(seconds)
        self.seconds = seconds


class _Limit:
    """A time that was given, and when it ends by the clock of the thread at hand."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.end = time.thread_time() + seconds


_limit: ContextVar[_Limit | None] = ContextVar("limit", default=None)


@contextmanager
def limited(seconds: float) -> Iterator[None]:
    """What runs here may take so many seconds of the processor; 0 for as many as it takes."""
    token = _limit.set(_Limit(seconds) if seconds > 0 else None)
    try:
        yield
    finally:
        _limit.reset(token)


def check() -> None:
    """Look at the clock.

    Raises:
        TimeLimitError: The time is up.
    """
    limit = _limit.get()
    if limit is not None and time.thread_time() > limit.end:
        raise TimeLimitError(limit.seconds)
