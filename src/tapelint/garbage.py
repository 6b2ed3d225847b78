"""How often Python looks for garbage while files are linted, and what goes without its looking."""

from __future__ import annotations

import atexit
import functools
import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol
from weakref import WeakSet

_MADE_BEFORE_COLLECTING = 100_000
"""After how many new objects Python looks for garbage: most files make fewer, and let them go."""
_RARELY = (_MADE_BEFORE_COLLECTING, 10, 5)


@functools.cache
def collect_rarely_until_exit() -> None:
    """Let Python look for garbage less often from here on, and not at all when it ends.

    It is for a process that lints, prints and ends: what is left of its trees goes with it.
    """
    gc.set_threshold(*_RARELY)
    atexit.register(gc.freeze)


class Circle(Protocol):
    """Objects that refer to each other, so that Python would not free them by itself."""

    def let_go(self) -> None:
        """End that; they are no longer used."""


_left: WeakSet[Circle] = WeakSet()


def leave(circle: Circle) -> None:
    """Say that nobody needs something any more, once the file that is linted is done."""
    _left.add(circle)


def collect_young() -> None:
    """Let go of the trees of a file that is done, and of what was left meanwhile.

    They refer to each other, so that they stay until Python looks for garbage. What was made
    before this file, and is kept, is not looked at: it would stay for ever, and so has to be left.
    """
    while _left:
        _left.pop().let_go()
    gc.collect(1)


@contextmanager
def collecting_rarely() -> Iterator[None]:
    """Let Python look for garbage less often: what other files define is kept, and is none.

    It is for a process that others work in, too, as that of flake8.
    """
    before = gc.get_threshold()
    gc.set_threshold(*_RARELY)
    try:
        yield
    finally:
        gc.set_threshold(*before)
