"""Dictionaries."""

from __future__ import annotations

import ast
from collections.abc import Callable

from tapelint.core.domain.alternatives import Condition, joined_values, one_of, present
from tapelint.core.domain.fields import Items, any_of_these
from tapelint.core.domain.objects import (
    OPEN_KEYS,
    Collection,
    Dictionary,
)
from tapelint.core.domain.predicates import DOUBTFUL, OPEN, Guard, Predicate, apart
from tapelint.core.domain.values import FALSE, NONE, TRUE, UNBOUND, Const, Item, Value
from tapelint.core.machine.protocol import Arguments
from tapelint.core.models.kind import Kind, identity
from tapelint.core.models.python.constants import COMPARISONS
from tapelint.core.models.python.plain import computed, is_plain


class Dictionaries(Kind[Dictionary]):
    """Dictionaries."""

    def _keys(self, obj: Dictionary) -> list[Item]:
        return [each for each in obj.cells if isinstance(each, Item)]

    def _is_open(self, obj: Dictionary) -> bool:
        return self.world.state.get(obj, OPEN_KEYS)

    def _held(self, obj: Dictionary, key: Item) -> list[tuple[Value, Guard]]:
        """What may stand under a key; ``UNBOUND`` where it may be missing."""
        held = list(self.world.alternatives(self.world.state.attribute(obj, key)))
        if self._is_open(obj):
            unknown = self.world.derived(repr(key), obj)
            held = [(unknown if each is UNBOUND else each, guard) for each, guard in held]
        return held

    def _value(self, obj: Dictionary, key: Item) -> Value:
        return joined_values(self._held(obj, key))

    def _entries(self, obj: Dictionary, what: Callable[[Item], Value]) -> Items:
        """What stands for each key; behind one that may be missing no place is known."""
        known, behind = list[Value](), list[Value]()
        for key in self._keys(obj):
            if behind or any(each is UNBOUND for each, _ in self._held(obj, key)):
                behind.append(what(key))
            else:
                known.append(what(key))
        if len(behind) == 1 and not self._is_open(obj):  # the last one
            there, missing = present(self.world.state.held(obj, self._keys(obj)[-1]), OPEN)
            sides = [(behind[0], there or OPEN), (UNBOUND, missing or OPEN)]
            return Items(tuple(known), None, (joined_values(sides, keeps_unbound=True),))
        behind += [self.world.unknown("item")] if self._is_open(obj) else []
        return Items(tuple(known), any_of_these(behind).rest)

    def _view(self, obj: Dictionary, what: Callable[[Item], Value]) -> Collection:
        return Collection("list", self._entries(obj, what), self.world.state.tick())

    def truth(self, obj: Dictionary) -> bool | Value:
        """Whether it holds anything."""
        if any(self._value(obj, each) is not UNBOUND for each in self._keys(obj)):
            surely = (all(v is not UNBOUND for v, _ in self._held(obj, k)) for k in self._keys(obj))
            return True if any(surely) else self.world.unknown("holds any")
        return self.world.unknown("holds any") if self._is_open(obj) else False

    def items(self, obj: Dictionary, node: ast.AST) -> Items | None:
        """Its keys."""
        return self._entries(obj, lambda each: Const(each.key))

    def subscript(self, obj: Dictionary, key: Value, node: ast.AST) -> Value:
        """The item of a key."""
        if not isinstance(key, Const):
            self.world.is_risky = True
            several = [(self._value(obj, each), self._under(key, each)) for each in self._keys(obj)]
            kept = [each for each in several if not apart(each[1], self.world.state.path)]
            return (
                self.world.unknown("item")
                if self._is_open(obj) or not kept
                else joined_values(kept)
            )
        held = self._held(obj, Item(key.v))
        if all(each is UNBOUND for each, _ in held):
            return self.world.raised("KeyError")
        self.world.is_risky |= any(each is UNBOUND for each, _ in held)
        return joined_values(held)

    def _under(self, key: Value, item: Item) -> Guard:
        return DOUBTFUL | {Predicate(key, "in", [item.key])}

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
        for each in self._keys(obj):
            state.set_attribute(obj, each, one_of(state.attribute(obj, each), value))
        state.put(obj, OPEN_KEYS, True)

    def compare(self, operator: str, left: Value, right: Value, node: ast.AST) -> Value | None:
        """``key in some``."""
        if operator in ("in", "not in") and isinstance(right, Dictionary):
            if isinstance(left, Const) and not self._is_open(right):
                return self._contains(right, Item(left.v), operator == "in")
            return self.world.unknown(operator)
        result = identity(operator, left, right)
        if result is None and is_plain(self.world, left, right):
            result = computed(self.world, COMPARISONS[operator], left, right)
        return self.world.unknown(operator) if result is None else result

    def _contains(self, obj: Dictionary, key: Item, is_in: bool) -> Value:
        held = joined_values(self._held(obj, key), keeps_unbound=True)
        true, false = present(held, self.world.state.path)
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
        keys = self._keys(obj)
        key, default = given.get(0, ""), given.get(1, "default")
        if name == "items":
            return self._view(obj, lambda each: self._pair(obj, each))
        if name == "values":
            return self._view(obj, lambda each: self._value(obj, each))
        if name == "keys":
            return self._view(obj, lambda each: Const(each.key))
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
            for item in keys:
                self.world.state.set_attribute(obj, item, UNBOUND)
            self.world.state.put(obj, OPEN_KEYS, False)
            return NONE
        if name == "copy":
            made = Dictionary(self.world.state.tick())
            self._update(made, obj)
            return made
        return self.world.unknown(name)

    def _pair(self, obj: Dictionary, key: Item) -> Value:
        items = Items((Const(key.key), self._value(obj, key)))
        return Collection("tuple", items, self.world.state.tick())

    def _found(
        self, obj: Dictionary, name: str, key: Value, default: Value | None, node: ast.AST
    ) -> Value:
        state = self.world.state
        if not isinstance(key, Const):
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
        for key in self._keys(other):
            before, after = state.attribute(obj, key), list(self._held(other, key))
            held = [(before if v is UNBOUND else v, guard) for v, guard in after]
            state.set_attribute(obj, key, joined_values(held, keeps_unbound=True))
        if self._is_open(other):
            state.put(obj, OPEN_KEYS, True)
