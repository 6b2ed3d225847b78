"""How often Python looks for garbage while files are linted."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

_MADE_BEFORE_COLLECTING = 50_000
"""After how many new objects Python looks for garbage; the trees of a file are as many."""


@contextmanager
def collecting_rarely() -> Iterator[None]:
    """Let Python look for garbage less often: what other files define is kept, and is none.

    It holds for the whole process, so it is for those that lint and do nothing beside it.
    """
    before = gc.get_threshold()
    gc.set_threshold(_MADE_BEFORE_COLLECTING, 20, 100)
    try:
        yield
    finally:
        gc.set_threshold(*before)
