"""Lists, tuples, sets, iterators and dictionaries."""

from __future__ import annotations

import ast
from typing import Any, Final

from tapelint.core.domain.alternatives import Condition, joined_values, one_of
from tapelint.core.domain.fields import Contents, Field, Items
from tapelint.core.domain.objects import ITEMS, OPEN_KEYS, Collection, Dictionary, Numbered
from tapelint.core.domain.predicates import Guard, weakened
from tapelint.core.domain.values import FALSE, NONE, TRUE, UNBOUND, Const, Item, Value
from tapelint.core.machine.machine import Machine
from tapelint.core.machine.protocol import Arguments
from tapelint.core.models.kind import Kind, identity

MOST_ITEMS: Final = 64
"""Of a collection no more items are told apart."""


def limited(items: Items) -> Items:
    """The same, with no more items told apart than are worth it."""
    if len(items.known) <= MOST_ITEMS:
        return items
    rest = one_of(*items.all[MOST_ITEMS:])
    return Items(items.known[:MOST_ITEMS], rest)


def join_same(contents: Contents[Value]) -> Value:
    """What is the same on all ways; else nothing is known."""
    first = contents[0][0]
    return first if all(each == first for each, _ in contents) else NONE


AS_LONG_AS: Final = Field[Value]("as long as", NONE, join_same)
"""What a collection was made of, if it holds an item for each of that one's."""


class Collections(Kind[Collection]):
    """What holds items in an order."""

    def _items(self, obj: Collection) -> Items:
        return self.world.state.get(obj, ITEMS)

    def _put(self, obj: Collection, items: Items) -> None:
        self.world.state.put(obj, ITEMS, limited(items))
        if self.world.state.get(obj, AS_LONG_AS) is not NONE:
            self.world.state.put(obj, AS_LONG_AS, NONE)

    def _new(self, kind: str, items: Items) -> Collection:
        return Collection(kind, limited(items), self.world.state.tick())

    def items(self, obj: Collection, node: ast.AST) -> Items | None:
        """Its items, as they are now."""
        return self._items(obj)

    def truth(self, obj: Collection) -> bool | Value:
        """Whether it holds any."""
        items = self._items(obj)
        if items.known or items.rest is None:
            return bool(items.known)
        of = self.world.state.get(obj, AS_LONG_AS)
        if of is not NONE:
            return self.world.models.truth(of)
        return self.world.derived("holds any", obj, items)

    def subscript(self, obj: Collection, key: Value, node: ast.AST) -> Value:
        """An item, or several."""
        items = self._items(obj)
        if isinstance(key, Collection) and key.kind == "slice":
            return self._new(obj.kind, self._sliced(items, key))
        if isinstance(key, Const) and isinstance(key.v, int):
            at = key.v
            if items.rest is None:
                known = items.known
                return known[at] if -len(known) <= at < len(known) else UNBOUND
            if 0 <= at < len(items.known):
                return items.known[at]
            if at < 0:
                return one_of(*items.known[at:], items.rest)
            return items.rest
        return one_of(*items.all) if items.all else self.world.unknown("item")

    def _sliced(self, items: Items, key: Collection) -> Items:
        bounds: list[Any] = [each.v for each in self._items(key).known if isinstance(each, Const)]
        if len(bounds) == 3 and items.rest is None:
            try:
                return Items(items.known[slice(bounds[0], bounds[1], bounds[2])])
            except (TypeError, ValueError):
                return Items()
        if len(bounds) == 3 and bounds[2] is None and bounds[1] is None:
            first = bounds[0]
            if isinstance(first, int) and first >= 0:
                return Items(items.known[first:], items.rest)
        return Items((), one_of(*items.all) if items.all else None)

    def set_subscript(
        self, obj: Collection, key: Value, value: Value, operator: str, node: ast.AST
    ) -> None:
        """An item is replaced; where nobody knows which, each of them may be."""
        items = self._items(obj)
        if isinstance(key, Const) and isinstance(key.v, int):
            at = key.v
            if at < 0 and items.rest is None:
                at += len(items.known)
            if 0 <= at < len(items.known):
                new = () if value is UNBOUND else (value,)
                self._put(obj, Items((*items.known[:at], *new, *items.known[at + 1 :]), items.rest))
                return
        if isinstance(key, Collection) and isinstance(value, Collection):
            if self._set_slice(obj, key, self._items(value)):
                return
        if value is UNBOUND or isinstance(key, Collection):
            more = [] if value is UNBOUND else [self.world.unknown("item")]
            every = [*items.all, *more]
            self._put(obj, Items((), one_of(*every) if every else None))
            return
        rest = None if items.rest is None else one_of(items.rest, value)
        self._put(obj, Items(tuple(one_of(each, value) for each in items.known), rest))

    def _set_slice(self, obj: Collection, key: Collection, new: Items) -> bool:
        """Replace several items; whether it is known which."""
        items = self._items(obj)
        bounds: list[Any] = [each.v for each in self._items(key).known if isinstance(each, Const)]
        if len(bounds) < 3 or items.rest is not None or new.rest is not None:
            return False
        known = list(items.known)
        try:
            known[slice(bounds[0], bounds[1], bounds[2])] = new.known
        except (TypeError, ValueError):
            return False
        self._put(obj, Items(tuple(known)))
        return True

    def operate(
        self, operator: str, left: Value, right: Value | None, node: ast.AST
    ) -> Value | None:
        """``[a] + [b]``, ``[a] * 3``."""
        if isinstance(left, Collection) and isinstance(right, Collection) and operator == "add":
            return self._new(left.kind, _concatenated(self._items(left), self._items(right)))
        if operator == "mul":
            for one, other in ((left, right), (right, left)):
                if isinstance(one, Collection):
                    return self._repeated(one, other)
        if isinstance(left, Collection) and operator in ("or_", "and_", "sub", "xor"):
            every = [*self._items(left).all]
            if operator in ("or_", "xor") and isinstance(right, Collection):
                every += self._items(right).all
            return self._new(left.kind, Items((), one_of(*every) if every else None))
        return None

    def _repeated(self, one: Collection, count: Value | None) -> Collection:
        items = self._items(one)
        if isinstance(count, Const) and isinstance(count.v, int) and items.rest is None:
            times = min(max(count.v, 0), MOST_ITEMS + 1)
            return self._new(one.kind, Items(items.known * times))
        return self._new(one.kind, Items((), one_of(*items.all) if items.all else None))

    def augment(self, operator: str, left: Collection, right: Value, node: ast.AST) -> Value | None:
        """``some += more`` changes a list itself."""
        if left.kind == "list" and operator == "add":
            self._extend(left, right, node)
            return left
        return None

    def compare(self, operator: str, left: Value, right: Value, node: ast.AST) -> Value | None:
        """Whether a constant is among constants; what is no constant is not compared."""
        if operator in ("in", "not in") and isinstance(right, Collection):
            items = self._items(right)
            constants = all(isinstance(each, Const) for each in items.known)
            if isinstance(left, Const):
                if any(_same(left, each) for each in items.known):
                    return TRUE if operator == "in" else FALSE
                if items.rest is None and constants:
                    return FALSE if operator == "in" else TRUE
            return None
        return identity(operator, left, right)

    def call_method(self, obj: Collection, name: str, given: Arguments, node: ast.AST) -> Value:
        """A method of a list or a set."""
        items, first = self._items(obj), given.get(0, "")
        if name in ("append", "add", "appendleft") and first is not None:
            if name == "append":
                self.world.append(obj, first)
                self._put(obj, self._items(obj))
            else:
                self._put(obj, Items((), one_of(*items.all, first)))
        elif name in ("extend", "update") and first is not None:
            self._extend(obj, first, node)
        elif name == "insert" and len(given.positional) == 2:
            self._insert(obj, given.positional[0], given.positional[1])
        elif name in ("pop", "popleft"):
            return self._pop(obj, name, first)
        elif name == "clear":
            self._put(obj, Items())
        elif name == "reverse" and items.rest is None:
            self._put(obj, Items(items.known[::-1]))
        elif name in ("remove", "discard", "sort", "reverse", "rotate"):
            self._put(obj, Items((), one_of(*items.all) if items.all else None))
        elif name == "copy":
            return self._new(obj.kind, items)
        elif name in ("index", "count"):
            return self.world.derived(name, obj, items, *given.all)
        elif name in ("union", "intersection", "difference", "symmetric_difference"):
            every = [*items.all, *(self.world.unknown("item") for _ in given.positional)]
            return self._new("set", Items((), one_of(*every) if every else None))
        else:
            return self.world.unknown(name)
        return NONE

    def _extend(self, obj: Collection, more: Value, node: ast.AST) -> None:
        items = self.world.models.items(more, node)
        behind = Items((), self.world.unknown("item")) if items is None else items
        self._put(obj, _concatenated(self._items(obj), behind))

    def _insert(self, obj: Collection, at: Value, value: Value) -> None:
        items = self._items(obj)
        if isinstance(at, Const) and isinstance(at.v, int) and 0 <= at.v <= len(items.known):
            known = (*items.known[: at.v], value, *items.known[at.v :])
            self._put(obj, Items(known, items.rest))
        else:
            self._put(obj, Items((), one_of(*items.all, value)))

    def _pop(self, obj: Collection, name: str, at: Value | None) -> Value:
        items = self._items(obj)
        if not items.all:
            return UNBOUND
        place = 0 if name == "popleft" else -1
        if at is not None:
            place = at.v if isinstance(at, Const) and isinstance(at.v, int) else MOST_ITEMS
        if items.rest is None and -len(items.known) <= place < len(items.known):
            left = list(items.known)
            taken = left.pop(place)
            self._put(obj, Items(tuple(left)))
            return taken
        if 0 <= place < len(items.known):
            left = list(items.known)
            taken = left.pop(place)
            self._put(obj, Items(tuple(left), items.rest))
            return taken
        self._put(obj, Items((), one_of(*items.all)))
        return one_of(*items.all)


class Numbers(Kind[Numbered]):
    """``range(n)``, ``enumerate(several)``."""

    def items(self, obj: Numbered, node: ast.AST) -> Items | None:
        """Any number of any numbers."""
        count = self.world.unknown("number")
        return Items((), self.world.numbered(obj, count, 0))

    def truth(self, obj: Numbered) -> bool | Value:
        """Whether there is any."""
        return self.world.models.compare("gt", obj.length, Const(0), ast.Pass())

    def subscript(self, obj: Numbered, key: Value, node: ast.AST) -> Value:
        """Some number."""
        return self.world.unknown("number")


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

    def _values(self, obj: Dictionary) -> list[Value]:
        return [self._value(obj, each) for each in self._keys(obj)]

    def _view(self, obj: Dictionary, items: list[Value]) -> Collection:
        rest = self.world.unknown("item") if self._is_open(obj) else None
        return Collection("list", Items(tuple(items), rest), self.world.state.tick())

    def truth(self, obj: Dictionary) -> bool | Value:
        """Whether it holds anything."""
        if any(self._value(obj, each) is not UNBOUND for each in self._keys(obj)):
            surely = (all(v is not UNBOUND for v, _ in self._held(obj, k)) for k in self._keys(obj))
            return True if any(surely) else self.world.unknown("holds any")
        return self.world.unknown("holds any") if self._is_open(obj) else False

    def items(self, obj: Dictionary, node: ast.AST) -> Items | None:
        """Its keys."""
        rest = self.world.unknown("key") if self._is_open(obj) else None
        return Items(tuple(Const(each.key) for each in self._keys(obj)), rest)

    def subscript(self, obj: Dictionary, key: Value, node: ast.AST) -> Value:
        """The item of a key."""
        if not isinstance(key, Const):
            values = self._values(obj)
            if self._is_open(obj) or not values:
                return self.world.unknown("item")
            return one_of(*values)
        return self._value(obj, Item(key.v))

    def set_subscript(
        self, obj: Dictionary, key: Value, value: Value, operator: str, node: ast.AST
    ) -> None:
        """The item of a key is set; of a key that is not known, each may be."""
        state = self.world.state
        if isinstance(key, Const):
            state.set_attribute(obj, Item(key.v), value)
            return
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
        return identity(operator, left, right)

    def _contains(self, obj: Dictionary, key: Item, is_in: bool) -> Value:
        sides: list[Guard | None] = [None, None]
        for value, guard in self._held(obj, key):
            at = (value is not UNBOUND) is not is_in
            known = sides[at]
            sides[at] = guard if known is None else weakened(known, guard)
        true, false = sides
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
            return self._view(obj, [self._pair(obj, each) for each in keys])
        if name == "values":
            return self._view(obj, self._values(obj))
        if name == "keys":
            return self._view(obj, [Const(each.key) for each in keys])
        if name in ("get", "pop", "setdefault") and key is not None:
            return self._found(obj, name, key, default)
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

    def _found(self, obj: Dictionary, name: str, key: Value, default: Value | None) -> Value:
        state = self.world.state
        if not isinstance(key, Const):
            return self.world.unknown("item")
        at = Item(key.v)
        instead = UNBOUND if default is None and name == "pop" else default or NONE
        held = self._held(obj, at)
        found = joined_values([(instead if v is UNBOUND else v, guard) for v, guard in held])
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


def _concatenated(first: Items, second: Items) -> Items:
    if first.rest is None:
        return Items((*first.known, *second.known), second.rest)
    return Items(first.known, one_of(first.rest, *second.all))


def _same(left: Const, other: Value) -> bool:
    return isinstance(other, Const) and left.v == other.v


def kinds(world: Machine) -> dict[type[Value], Kind[Any]]:
    """The handlers, by class of value."""
    return {
        Collection: Collections(world),
        Numbered: Numbers(world),
        Dictionary: Dictionaries(world),
    }
