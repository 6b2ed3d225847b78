"""Values from the cache's files, each of the type that it must have: the files may be damaged."""

from __future__ import annotations

from typing import Any


def checked_list(value: object, length: int | None = None) -> list[Any]:
    """A list, of a length if one is given.

    Raises:
        ValueError: It is something else.
    """
    if type(value) is not list or (length is not None and len(value) != length):
        raise ValueError(value)
    return value


def checked_text(value: object) -> str:
    """A text.

    Raises:
        ValueError: It is something else.
    """
    if type(value) is not str:
        raise ValueError(value)
    return value


def checked_number(value: object) -> int:
    """A whole number that is not negative.

    Raises:
        ValueError: It is something else.
    """
    if type(value) is not int or value < 0:
        raise ValueError(value)
    return value


def checked_flag(value: object) -> bool:
    """Yes or no.

    Raises:
        ValueError: It is something else.
    """
    if type(value) is not bool:
        raise ValueError(value)
    return value
