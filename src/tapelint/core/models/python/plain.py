"""What is constant through and through: Python itself computes with it."""

from __future__ import annotations

import operator
from collections import deque
from collections.abc import Callable
from typing import Any, Final

from tapelint.core.code.operators import BINARY, COMPARISON
from tapelint.core.domain.fields import Items
from tapelint.core.domain.objects import ITEMS, Collection, Dictionary, is_open
from tapelint.core.domain.values import Const, Item, Value
from tapelint.core.machine.machine import Machine

MOST_DEPTH: Final = 6
MOST_BITS: Final = 4096
MOST_LETTERS: Final = 4096
MOST_PARTS: Final = 64
"""What is larger is not computed."""

_MADE: Final[dict[str, Callable[[list[Any]], Any]]] = {
    "list": list,
    "tuple": tuple,
    "set": set,
    "frozenset": frozenset,
    "deque": deque,
    "iterator": list,
    "keys": lambda keys: dict.fromkeys(keys).keys(),
    "slice": lambda bounds: slice(*bounds),
}
_KEEPING: Final = {
    getattr(operator, name, None) for name in (*BINARY.values(), *COMPARISON.values())
} - {operator.pow, operator.lshift}
"""What gives no number that is much longer than those that it is given."""
_SIMPLE: Final = (int, float, complex, str, bytes, bool, type(None))


class NotPlainError(Exception):
    """A value is not constant through and through, or raises, or is too large."""


def plain(world: Machine, value: Value, depth: int = MOST_DEPTH) -> Any:
    """The value that Python has for one.

    Raises:
        NotPlainError: Not all of it is known.
    """
    if isinstance(value, Const):
        return value.v
    if depth and isinstance(value, Collection):
        items = world.state.get(value, ITEMS)
        if items.rest is None and value.kind in _MADE:
            try:
                return _MADE[value.kind]([plain(world, each, depth - 1) for each in items.known])
            except TypeError as error:  # a set of what has no hash
                raise NotPlainError from error
    if depth and isinstance(value, Dictionary) and not is_open(world.state, value):
        keys = [each for each in value.cells if isinstance(each, Item)]
        return {
            each.key: plain(world, world.state.attribute(value, each), depth - 1) for each in keys
        }
    raise NotPlainError


def is_plain(world: Machine, *values: Value) -> bool:
    """Whether Python can compute with some values."""
    try:
        for each in values:
            plain(world, each)
    except NotPlainError:
        return False
    return True


def wrapped(world: Machine, real: Any) -> Value:
    """A new value for what Python has computed.

    Raises:
        NotPlainError: It is too large, or of no kind that is known.
    """
    if isinstance(real, int) and real.bit_length() > MOST_BITS:
        raise NotPlainError
    if isinstance(real, (str, bytes)) and len(real) > MOST_LETTERS:
        raise NotPlainError
    if isinstance(real, _SIMPLE):
        return Const(real)
    kind = type(real).__name__
    if kind in _MADE and kind != "slice" and len(real) <= MOST_PARTS:
        parts = tuple(wrapped(world, each) for each in real)
        return Collection(kind, Items(parts), world.state.tick())
    if isinstance(real, dict) and len(real) <= MOST_PARTS:
        made = Dictionary(world.state.tick())
        for key, part in real.items():
            world.state.set_attribute(made, Item(key), wrapped(world, part))
        return made
    raise NotPlainError


def computed(world: Machine, function: Callable[..., Any] | None, *values: Value) -> Value | None:
    """What Python computes of some values; ``None`` if not all is known, or it is too large.

    Where Python raises an exception, so does the program.
    """
    if function is None:
        return None
    try:
        given = [plain(world, each) for each in values]
        return wrapped(world, function(*given)) if _is_small(function, given) else None
    except NotPlainError:
        return None
    except Exception as error:  # whatever the function raises
        return world.raised(type(error).__name__)


def _is_small(function: Callable[..., Any], given: list[Any]) -> bool:
    """Whether no function makes something huge of some values."""
    numbers = [abs(each) for each in given if isinstance(each, int)]
    if len(given) == 1 or all(each < MOST_BITS for each in numbers):
        return True
    return function in _KEEPING and len(numbers) > 1 and max(numbers).bit_length() < 64
