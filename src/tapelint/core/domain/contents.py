"""What values hold: whether anything among it matters to autograd, or may."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from tapelint.core.domain.alternatives import Condition, Either
from tapelint.core.domain.objects import ITEMS, Class, Collection, Dictionary, Function
from tapelint.core.domain.values import Const, Unknown, Value

MOST_DEEP: Final = 2
"""How deep containers are looked into."""
_TOLD: Final = frozenset({Unknown, Function, Class})


def kinds_held(values: Iterable[Value], depth: int = MOST_DEEP) -> frozenset[type[Value]] | None:
    """The kinds of what is among some values, and of what lists and dictionaries there hold.

    Args:
        values: The values.
        depth: How deep containers are looked into.

    Returns:
        Which of unknown things, functions and classes are there; constants are not told. ``None``
        where there is anything else: a tensor, a layer, an object of a class.
    """
    found: set[type[Value]] = set()
    for value in values:
        kind = type(value)
        if kind in _TOLD:
            found.add(kind)
        inner = _inner(value)
        if inner:
            held = kinds_held(inner, depth - 1) if depth else None
            if held is None:
                return None
            found |= held
        elif inner is None:
            return None
    return frozenset(found)


def _inner(value: Value) -> list[Value] | None:
    """What a value holds; ``None`` for one that may be more than what it holds."""
    if isinstance(value, (Const, Condition, Function, Class)):
        return []
    if isinstance(value, Either):
        return [each for each, _ in value.alternatives]
    if isinstance(value, Collection):
        return [*value.cells[ITEMS].all]
    if type(value) in (Dictionary, Unknown):
        assert isinstance(value, (Dictionary, Unknown))
        return [each for each in value.cells.values() if isinstance(each, Value)]
    return None
