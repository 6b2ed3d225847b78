"""Escape: what code that nobody sees can reach, and what it may do to that.

It may replace what the objects hold that it is given, and give a history to what has none. So it
is the one place that says what is still known behind a call which is not followed.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from tapelint.core.code.lowering import lowered
from tapelint.core.domain.alternatives import Either, joined_values, one_of
from tapelint.core.domain.objects import (
    ITEMS,
    Bound,
    Collection,
    Dictionary,
    Function,
    Generator,
    Instance,
    Partial,
)
from tapelint.core.domain.predicates import DOUBTFUL, OPEN
from tapelint.core.domain.values import Const, Item, Symbol, Unknown, Value
from tapelint.core.machine import events
from tapelint.core.machine.machine import Machine
from tapelint.core.machine.protocol import Arguments

MOST_REACHED: Final = 64
"""So many objects are reached from what unknown code is given."""


def escape(world: Machine, given: Arguments, node: ast.AST) -> None:
    """Values are given to code that is not known, which may replace what objects hold."""
    several = [one for value in given.all for one, _ in world.alternatives(value)]
    several += [
        each
        for one in several
        if isinstance(one, Generator)
        for each in world.drained(one, node).all
    ]
    expose(world, several, node)
    for one in several:
        if isinstance(one, Instance):
            for key, held in list(one.cells.items()):
                if isinstance(key, str) and not _is_lasting(world, held):
                    world.state.set_attribute(one, key, world.unknown(key))
        if isinstance(one, Unknown):
            for key, held in list(one.cells.items()):
                if isinstance(key, str) and _is_unknown(held):
                    both = joined_values([(held, OPEN), (world.unknown(key), DOUBTFUL)])
                    world.state.set_attribute(one, key, both)
        if isinstance(one, Dictionary):
            for key, held in list(one.cells.items()):
                if isinstance(key, Item) and not _is_lasting(world, held):
                    world.state.set_attribute(one, key, one_of(held, world.unknown("item")))


def expose(world: Machine, values: Iterable[Value], node: ast.AST) -> None:
    """Unseen code can reach some values; what objects hold is taken to stay where it is."""
    if world.hears(events.Escaped):
        reached = _reached(world, values)
        if reached:
            world.emit(events.Escaped(node, reached))


def take(world: Machine, name: str, values: Sequence[Value], node: ast.AST) -> None:
    """Some values are given to a known library, of which no model tells what it does to them."""
    if world.hears(events.Unmodelled):
        reached = _reached(world, values)
        if reached:
            world.emit(events.Unmodelled(node, name, values, reached))


def untold(world: Machine, name: str, values: Sequence[Value], node: ast.AST) -> Unknown:
    """What such a call gives: it may be computed from what it is given."""
    take(world, name, values, node)
    return world.unknown(name)


def _reached(world: Machine, values: Iterable[Value]) -> Sequence[Value]:
    """Some values, and what can be reached from them by whoever has them."""
    seen, pending = dict[Value, None](), list(values)
    while pending and len(seen) < MOST_REACHED:
        value = pending.pop()
        several = world.alternatives(value) if isinstance(value, Either) else [(value, OPEN)]
        for one, _ in several:
            if not isinstance(one, (Const, Symbol)) and one not in seen:
                seen[one] = None
                pending += _held(world, one)
    return list(seen)


def _held(world: Machine, value: Value) -> Iterator[Value]:
    """What is reached from a value at once."""
    if isinstance(value, Bound):
        yield value.obj
    elif isinstance(value, Partial):
        yield from (value.function, *value.positional, *value.keywords.values())
    elif isinstance(value, Function):
        names = value.scope.code.names
        lowered(value.code)
        free = (names[name] for _, name in value.code.free if name in names)
        yield from (value.scope.slots[slot] for slot in free)
    elif isinstance(value, Collection):
        yield from world.state.get(value, ITEMS).all
    elif isinstance(value, (Dictionary, Instance, Unknown)):
        yield from (each for each in value.cells.values() if isinstance(each, Value))


def _is_unknown(value: Value) -> bool:
    several = value.alternatives if isinstance(value, Either) else [(value, OPEN)]
    return all(isinstance(each, Unknown) for each, _ in several)


def _is_lasting(world: Machine, value: Value) -> bool:
    several = [each for each, _ in world.alternatives(value)]
    return all(world.models.kind(each).is_lasting(each) for each in several)
