"""Where in a settings file something is said, which the parser of TOML does not tell."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence


def line_of(
    text: str, keys: Sequence[str], parse: Callable[[str], Mapping[str, object]]
) -> int | None:
    """The line at which a statement begins that gives a key its value.

    A text of TOML that ends behind any of its statements is TOML as well. The statement is the one
    with which the key comes in.

    Args:
        text: A text that can be parsed.
        keys: The key, with those of the tables that it is in before it.
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
    return whole(last - 1)[0] + 1


def _holds(table: object, keys: Sequence[str]) -> bool:
    for key in keys:
        if not isinstance(table, dict) or key not in table:
            return False
        table = table[key]
    return True
