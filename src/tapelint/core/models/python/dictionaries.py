"""Dictionaries."""

from __future__ import annotations

import ast
from collections.abc import Callable
from itertools import takewhile

from tapelint.core.domain.alternatives import Condition, chosen, joined_values, one_of, present
from tapelint.core.domain.fields import Items
from tapelint.core.domain.objects import (
    OPEN_KEYS,
    Collection,
    Dictionary,
    is_constant,
    is_open,
)
from tapelint.core.domain.predicate import Guard
from tapelint.core.domain.values import FALSE, NONE, TRUE, UNBOUND, Const, Item, Value
from tapelint.core.machine.protocol import Arguments
from tapelint.core.models.kind import Kind, identity
from tapelint.core.models.python.collections import holding
from tapelint.core.models.python.constants import COMPARISONS
from tapelint.core.models.python.plain import computed, is_plain


class Dictionaries(Kind[Dictionary]):
    """Dictionaries."""

    def _keys(self, obj: Dictionary) -> list[Item]:
        return [each for each in obj.cells if isinstance(each, Item) and is_constant(each)]

    def _is_open(self, obj: Dictionary, key: Item | None = None) -> bool:
        """Whether it may hold more than is seen, once other files have filled it."""
        more = self.world.models.importer.fill(obj, None if key is None else key.key)
        return more or is_open(self.world.state, obj)

    def _may_hide(self, obj: Dictionary, key: Item) -> bool:
        """Whether a key that may be missing, as far as is seen, may be there all the same."""
        _, missing = present(self.world.state.held(obj, key), self.world.state.path)
        return missing is not None and self._is_open(obj, key)

    def _held(self, obj: Dictionary, key: Item) -> list[tuple[Value, Guard]]:
        """What may stand under a key; ``UNBOUND`` where it may be missing."""
        is_hidden = self._may_hide(obj, key)
        held = list(self.world.alternatives(self.world.state.attribute(obj, key)))
        if is_hidden:
            unknown = self.world.derived(repr(key), obj)
            held = [(unknown if each is UNBOUND else each, guard) for each, guard in held]
        return held

    def _value(self, obj: Dictionary, key: Item) -> Value:
        return joined_values(self._held(obj, key))

    def _entries(self, obj: Dictionary, what: Callable[[Item, Value], Value]) -> Items:
        """What stands for each key, in the order in which they were set."""
        has_more = self.world.models.importer.fill(obj) or self.world.state.get(obj, OPEN_KEYS)
        places = list[Value]()
        for key in obj.cells:
            if isinstance(key, Item):
                held, sides = self.world.state.held(obj, key), list[tuple[Value, Guard]]()
                there, missing = present(held, self.world.state.path)
                if there is not None:
                    sides.append((what(key, joined_values([(held, there)])), there))
                if missing is not None:
                    sides.append((UNBOUND, missing))
                places.append(joined_values(sides, keeps_unbound=True))
        sure = takewhile(lambda each: present(each, self.world.state.path)[1] is None, places)
        known = tuple(sure)
        behind = places[len(known) :]
        if has_more:
            return Items(known, one_of(*behind, self.world.unknown("item")))
        return Items(known, None, tuple(behind))

    def _view(
        self, obj: Dictionary, what: Callable[[Item, Value], Value], kind: str = "list"
    ) -> Collection:
        return Collection(kind, self._entries(obj, what), self.world.state.tick())

    def truth(self, obj: Dictionary) -> bool | Value:
        """Whether it holds anything."""
        told = holding(self.world, self._entries(obj, lambda key, value: _spelled(key)))
        return self.world.unknown("holds any") if told is None else told

    def items(self, obj: Dictionary, node: ast.AST) -> Items | None:
        """Its keys."""
        return self._entries(obj, lambda key, value: _spelled(key))

    def subscript(self, obj: Dictionary, key: Value, node: ast.AST) -> Value:
        """The item of a key; where nobody gives that, of its default as well."""
        return self.world.each(self.world.spelled(key), lambda one: self._item(obj, one))

    def _item(self, obj: Dictionary, key: Value) -> Value:
        if not isinstance(key, Const):
            self.world.is_risky = True
            return self._chosen(obj, key)
        held = self._held(obj, Item(key.v))
        if all(each is UNBOUND for each, _ in held):
            return self.world.raised("KeyError")
        self.world.is_risky |= any(each is UNBOUND for each, _ in held)
        return joined_values(held)

    def _chosen(self, obj: Dictionary, key: Value, default: Value = UNBOUND) -> Value:
        """The item of a key of which nobody knows which it is."""
        if self._is_open(obj):
            return self.world.unknown("item")
        items = [(each.key, self._value(obj, each)) for each in self._keys(obj)]
        found = chosen(key, items, self.world.state.path, default)
        return self.world.unknown("item") if found is UNBOUND else found

    def set_subscript(
        self, obj: Dictionary, key: Value, value: Value, operator: str, node: ast.AST
    ) -> None:
        """The item of a key is set; of a key that is not known, each may be."""
        state = self.world.state
        if isinstance(key, Const):
            state.set_attribute(obj, Item(key.v), value)
            return
        self.world.is_risky = True
        if value is UNBOUND:
            value = self.world.unknown("item")
            state.put(obj, OPEN_KEYS, True)
        for each in list(obj.cells):
            if isinstance(each, Item):
                state.set_attribute(obj, each, one_of(state.attribute(obj, each), value))
        state.set_attribute(obj, Item(key), value)

    def compare(self, operator: str, left: Value, right: Value, node: ast.AST) -> Value | None:
        """``key in some``."""
        if operator in ("in", "not in") and isinstance(right, Dictionary):
            if isinstance(left, Const) and not is_open(self.world.state, right):
                return self._contains(right, Item(left.v), operator == "in")
            return self.world.unknown(operator)
        result = identity(operator, left, right)
        if result is None and is_plain(self.world, left, right):
            result = computed(self.world, COMPARISONS[operator], left, right)
        return self.world.unknown(operator) if result is None else result

    def _contains(self, obj: Dictionary, key: Item, is_in: bool) -> Value:
        is_hidden = self._may_hide(obj, key)
        true, false = present(self.world.state.held(obj, key), self.world.state.path)
        if is_hidden and false is not None:
            return self.world.unknown("in")
        if not is_in:
            true, false = false, true
        if true is None or false is None:
            return FALSE if true is None else TRUE
        return Condition(true, false) if true or false else self.world.unknown("in")

    def operate(
        self, operator: str, left: Value, right: Value | None, node: ast.AST
    ) -> Value | None:
        """``some | others``."""
        if operator != "or_" or not isinstance(left, Dictionary):
            return None
        made = Dictionary(self.world.state.tick())
        self._update(made, left)
        if right is not None:
            self._update(made, right)
        return made

    def call_method(self, obj: Dictionary, name: str, given: Arguments, node: ast.AST) -> Value:
        """A method of a dictionary."""
        key, default = given.get(0, ""), given.get(1, "default")
        if name == "items":
            return self._view(obj, self._pair)
        if name == "values":
            return self._view(obj, lambda key, value: value)
        if name == "keys":
            return self._view(obj, lambda key, value: _spelled(key), "keys")
        if name in ("get", "pop", "setdefault") and key is not None:
            key = self.world.spelled(key)
            return self.world.each(key, lambda k: self._found(obj, name, k, default, node))
        if name == "update":
            for each in given.positional:
                self._update(obj, each)
            for word, value in given.keywords.items():
                self.world.state.set_attribute(obj, Item(word), value)
            if given.is_open:
                self.world.state.put(obj, OPEN_KEYS, True)
            return NONE
        if name == "clear":
            for item in list(obj.cells):
                if isinstance(item, Item):
                    self.world.state.set_attribute(obj, item, UNBOUND)
            self.world.state.put(obj, OPEN_KEYS, False)
            return NONE
        if name == "copy":
            made = Dictionary(self.world.state.tick())
            self._update(made, obj)
            return made
        return self.world.unknown(name)

    def _pair(self, key: Item, value: Value) -> Value:
        items = Items((_spelled(key), value))
        return Collection("tuple", items, self.world.state.tick())

    def _found(
        self, obj: Dictionary, name: str, key: Value, default: Value | None, node: ast.AST
    ) -> Value:
        state = self.world.state
        if not isinstance(key, Const):
            if name == "get":
                return self._chosen(obj, key, default or NONE)
            return self.world.unknown("item")
        at = Item(key.v)
        if name == "pop" and default is None:
            found = self.subscript(obj, key, node)
        else:
            held = [(default or NONE if v is UNBOUND else v, g) for v, g in self._held(obj, at)]
            found = joined_values(held)
        if name != "get":
            state.set_attribute(obj, at, UNBOUND if name == "pop" else found)
        return found

    def _update(self, obj: Dictionary, other: Value) -> None:
        state = self.world.state
        if not isinstance(other, Dictionary):
            state.put(obj, OPEN_KEYS, True)
            return
        is_open = self._is_open(other)
        for key in self._keys(other):
            before, after = state.attribute(obj, key), list(self._held(other, key))
            held = [(before if v is UNBOUND else v, guard) for v, guard in after]
            state.set_attribute(obj, key, joined_values(held, keeps_unbound=True))
        if is_open:
            state.put(obj, OPEN_KEYS, True)


def _spelled(key: Item) -> Value:
    return key.key if isinstance(key.key, Value) else Const(key.key)
