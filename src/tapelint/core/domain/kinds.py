"""Classes of Python's own: whether a constant is of one, and whether a value can be of two."""

from __future__ import annotations

import builtins
from collections.abc import Hashable, Iterable
from types import NoneType
from typing import Final

from tapelint.core.domain.values import Symbol

_WITHOUT_NONE: Final = ("builtins.", "torch.")
"""Of the classes that are named so, ``None`` is an object of those alone that are known here."""
_SOLID: Final = (
    *(int, float, complex, str, bytes, bytearray, range, slice),
    *(list, tuple, dict, set, frozenset, type, NoneType),
)
"""Classes of which no two have a class below them in common, but that of which one is the other."""


def real(cls: Hashable) -> type | None:
    """The class that a name stands for, if it is one of Python's own."""
    if not isinstance(cls, Symbol) or not cls.path.startswith("builtins."):
        return None
    word = cls.path.removeprefix("builtins.")
    found = NoneType if word == "NoneType" else getattr(builtins, word, None)
    return found if isinstance(found, type) else None


def any_is_a(value: Hashable, classes: Iterable[Hashable]) -> bool | None:
    """Whether a constant is an object of one of some classes; ``None`` if that is not known."""
    is_open = False
    for each in classes:
        cls = real(each)
        if cls is not None:
            if isinstance(value, cls):
                return True
        elif value is not None:
            is_open = True
        elif isinstance(each, Symbol):
            is_open |= not each.path.startswith(_WITHOUT_NONE)
    return None if is_open else False


def are_kinds_apart(some: Iterable[Hashable], others: Iterable[Hashable]) -> bool:
    """Whether no value is an object of one of some classes, and of one of others."""
    several = [real(each) for each in others]
    return all(_are_apart(real(one), other) for one in some for other in several)


def _are_apart(one: type | None, other: type | None) -> bool:
    if one is None or other is None or issubclass(one, other) or issubclass(other, one):
        return False
    return issubclass(one, _SOLID) and issubclass(other, _SOLID)


def are_kinds_of(some: Iterable[Hashable], others: Iterable[Hashable]) -> bool:
    """Whether all objects of some classes are objects of one of others."""
    several = tuple(each for each in map(real, others) if each is not None)
    known = [real(each) for each in some]
    return all(each is not None and issubclass(each, several) for each in known)
