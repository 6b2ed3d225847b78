"""What a container holds at places that are not known, and the orders in which it may be filled."""

from __future__ import annotations

from collections.abc import Iterable

from tapelint.tape.domain.alternatives import OPTIONS
from tapelint.tape.domain.values import (
    Container,
    Number,
    Text,
    Value,
)

MOST_IN_A_BAG = 8
"""How many different values of unknown place a container is followed with."""
MOST_ORDERS = 8
"""In how many ways a list of layers may be filled, to be followed in each of them."""
MOST_IN_ORDERS = 96
"""How many layers they may have, taken together."""


def rounds_of(value: Value) -> tuple[tuple[Value, ...], ...]:
    """The ways in which a list is filled that has a value for each of some rounds."""
    return as_orders(((), (value,), (value, value)))


def followed_by(
    orders: tuple[tuple[Value, ...], ...], others: tuple[tuple[Value, ...], ...]
) -> tuple[tuple[Value, ...], ...]:
    """The ways in which a container is filled that goes on in one of these ways."""
    if len(orders) * len(others) > MOST_ORDERS:
        return ()
    return as_orders(dict.fromkeys((*one, *other) for one in orders for other in others))


def as_orders(found: Iterable[tuple[Value, ...]]) -> tuple[tuple[Value, ...], ...]:
    """Orders are for layers: of other values, and of too many, only is known what is held."""
    orders = tuple(found)
    values = [each for order in orders for each in order]
    if len(orders) > MOST_ORDERS or len(values) > MOST_IN_ORDERS:
        return ()
    return orders if all(isinstance(each, (*OPTIONS, Container)) for each in values) else ()


def bag(values: tuple[Value, ...]) -> tuple[Value, ...]:
    """The different values of ``values``, as many as are followed.

    Where they are too many, all numbers count as one, and all texts.
    """
    different = tuple(dict.fromkeys(values))
    if len(different) > MOST_IN_A_BAG:
        different = tuple(dict.fromkeys(_any_such(each) for each in different))
    return different[:MOST_IN_A_BAG]


def _any_such(value: Value) -> Value:
    if isinstance(value, Number):
        return Number(power=value.power)
    return Text() if isinstance(value, Text) else value
