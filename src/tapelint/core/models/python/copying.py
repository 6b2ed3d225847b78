"""Copies of objects, with what they hold."""

from __future__ import annotations

from typing import Final

from tapelint.core.domain.alternatives import Either, joined_values
from tapelint.core.domain.fields import Items
from tapelint.core.domain.objects import (
    ITEMS,
    OPEN_KEYS,
    Collection,
    Dictionary,
    Instance,
)
from tapelint.core.domain.values import UNBOUND, Item, Obj, Unknown, Value
from tapelint.core.machine.machine import Machine
from tapelint.core.models.python.classes import is_complete, mro_of

COPY: Final = "copy"
"""Where a copy comes from of which nothing is known."""


class Copier:
    """Copies values: of one object there is one copy."""

    def __init__(self, world: Machine, *, is_deep: bool) -> None:
        self.world = world
        self.is_deep = is_deep
        self.made: dict[Value, Value] = {}

    def copied(self, value: Value) -> Value:
        """The copy of a value; of what is not known, or of a library, nothing is known."""
        if isinstance(value, Either):
            return joined_values([(self.copied(each), guard) for each, guard in value.alternatives])
        if value in self.made:
            return self.made[value]
        state = self.world.state
        made: Obj | None = None
        if isinstance(value, Collection):
            if value.kind == "tuple" and not self.is_deep:
                return value
            made = Collection(value.kind, Items(), state.tick())
        elif isinstance(value, Dictionary):
            made = Dictionary(state.tick())
        elif isinstance(value, Instance) and is_complete(mro_of(value.cls)):
            made = Instance(value.cls, state.tick())
        if made is None:
            kinds = Obj if self.world.is_thorough else (Instance, Unknown)
            is_object = isinstance(value, kinds)
            return self.world.unknown(COPY) if is_object else value
        self.made[value] = made
        assert isinstance(value, Obj)
        self._fill(made, value)
        return made

    def _part(self, value: Value) -> Value:
        return self.copied(value) if self.is_deep and value is not UNBOUND else value

    def _fill(self, made: Obj, value: Obj) -> None:
        state = self.world.state
        if isinstance(value, Collection):
            items = state.get(value, ITEMS)
            rest = None if items.rest is None else self._part(items.rest)
            state.put(made, ITEMS, Items(tuple(map(self._part, items.known)), rest))
        for key in list(value.cells):
            if isinstance(key, (str, Item)):
                state.set_attribute(made, key, self._part(state.attribute(value, key)))
        if isinstance(value, Dictionary):
            state.put(made, OPEN_KEYS, state.get(value, OPEN_KEYS))
