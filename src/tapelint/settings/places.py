"""Where in a settings file something is said, which the parser of TOML does not tell."""

from __future__ import annotations

import contextlib
import functools
import itertools
from collections.abc import Callable, Mapping, Sequence
from typing import Any

_CLOSINGS = ("]", "]}")
"""What makes a whole of an array that breaks off, also of one in a table on one line."""


def line_of(
    text: str, keys: Sequence[str | int], parse: Callable[[str], Mapping[str, object]]
) -> int | None:
    """The line at which a statement begins that gives a key its value, or an item's in an array.

    A text of TOML that ends behind any of its statements is TOML as well. The statement is the one
    with which the key comes in. So it is with items, if the array is closed behind them.

    Args:
        text: A text that can be parsed.
        keys: The key, with those of the tables that it is in before it, and the place in an array
            behind it.
        parse: Parses a text.

    Returns:
        The line, one-based; ``None`` where the text does not hold the key.
    """
    lines = text.replace("\r\n", "\n").split("\n")

    @functools.cache
    def whole(length: int) -> tuple[int, bool]:
        """How many of so many lines are whole statements, and whether these hold the key."""
        while True:
            try:
                parsed = parse("\n".join(lines[:length]) + "\n")
            except ValueError:
                length -= 1
            else:
                return length, _holds(parsed, keys)

    first, last = 0, len(lines)
    if not whole(last)[1]:
        return None
    while last - first > 1:
        middle = (first + last) // 2
        if whole(middle)[1]:
            last = middle
        else:
            first = middle
    start = whole(last - 1)[0] + 1
    if not any(isinstance(key, int) for key in keys):
        return start
    for length, closing in itertools.product(range(start, last), _CLOSINGS):
        with contextlib.suppress(ValueError):
            if _holds(parse("\n".join([*lines[:length], closing])), keys):
                return length
    return last


def _holds(value: Any, keys: Sequence[str | int]) -> bool:
    try:
        for key in keys:
            value = value[key]
    except (LookupError, TypeError):
        return False
    return True
