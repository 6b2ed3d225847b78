"""Lists, tuples, sets and iterators."""

from __future__ import annotations

import ast
import operator as python
from typing import Any, Final

from tapelint.core.domain.alternatives import Condition, joined_values, one_of, present, some_item
from tapelint.core.domain.fields import Contents, Field, Items, any_of_these
from tapelint.core.domain.objects import ITEMS, SETS, Collection, Generator, Numbered, distinct
from tapelint.core.domain.values import FALSE, NONE, TRUE, UNBOUND, Const, Value
from tapelint.core.machine.machine import Machine
from tapelint.core.machine.protocol import Arguments
from tapelint.core.models.kind import Kind, identity, told
from tapelint.core.models.python.constants import COMPARISONS
from tapelint.core.models.python.plain import NotPlainError, computed, is_plain, plain

MOST_ITEMS: Final = 64
"""Of a collection no more items are told apart."""


def limited(items: Items) -> Items:
    """The same, with no more items told apart than are worth it."""
    if len(items.places) <= MOST_ITEMS:
        return items
    known = items.known[:MOST_ITEMS]
    return Items(known, some_item(*items.all[len(known) :]))


def join_same(contents: Contents[Value]) -> Value:
    """What is the same on all ways; else nothing is known."""
    first = contents[0][0]
    return first if all(each == first for each, _ in contents) else NONE


AS_LONG_AS: Final = Field[Value]("as long as", NONE, join_same)
"""What a collection was made of, if it holds an item for each of that one's."""


def items_of(world: Machine, value: Value | None, node: ast.AST) -> Items:
    """What a loop over a value takes."""
    items = None if value is None else world.models.items(value, node)
    return Items((), world.unknown("item")) if items is None else items


def whole_items(world: Machine, value: Value | None, node: ast.AST) -> Items:
    """The same, in an order that does not matter."""
    if isinstance(value, Collection):
        return world.state.get(value, ITEMS)
    return items_of(world, value, node)


def sort(world: Machine, some: Collection, how: dict[str, Value], node: ast.AST) -> Value:
    """Sort a list, by its items or by what ``key=`` makes of them."""
    items, key = world.state.get(some, ITEMS), how.get("key", NONE)
    keys = list(items.known)
    if key != NONE:
        keys = [world.models.call(key, Arguments([each]), node) for each in items.all]
    if items.rest is None:
        try:
            reverse = bool(plain(world, how.get("reverse", FALSE)))
            by = [plain(world, each) for each in keys]
            order = sorted(range(len(by)), key=by.__getitem__, reverse=reverse)
            world.state.put(some, ITEMS, Items(tuple(items.known[at] for at in order)))
            return NONE
        except NotPlainError:
            pass
        except TypeError:
            return world.raised("TypeError")
    world.state.put(some, ITEMS, any_of_these(items.all))
    return NONE


def holding(world: Machine, items: Items) -> bool | Condition | None:
    """Whether there is any of some items; ``None`` if nobody knows."""
    if items.known or items.rest is None:
        return bool(items.known)
    if not items.tail:
        return None
    some, none = items.holds_any(world.state.path)
    return some is not None if some is None or none is None else Condition(some, none)


def counted(world: Machine, items: Items) -> Value | None:
    """How many there are of some items; ``None`` if nobody knows."""
    if items.rest is not None and not items.tail:
        return None
    whole: Value = Const(len(items.known))
    for each in items.tail:
        there, missing = present(each, world.state.path)
        if there is not None:
            more = world.models.operate("add", whole, Const(1), ast.Pass())
            whole = more if missing is None else joined_values([(more, there), (whole, missing)])
    return whole


def collection(world: Machine, kind: str, items: Items) -> Collection:
    """A new collection."""
    return Collection(kind, limited(items), world.state.tick())


_IN_PLACE: Final = {
    "list": {"add": "extend", "mul": ""},
    "deque": {"add": "extend"},
    "set": {"or_": "update", "and_": "", "sub": "", "xor": ""},
}
"""The operators that change a collection itself, and the methods that do the same."""


class Collections(Kind[Collection]):
    """What holds items in an order."""

    def _items(self, obj: Collection) -> Items:
        return self.world.state.get(obj, ITEMS)

    def _put(self, obj: Collection, items: Items) -> None:
        items = distinct(items) if obj.kind in SETS else limited(items)
        self.world.state.put(obj, ITEMS, items)
        if self.world.state.get(obj, AS_LONG_AS) is not NONE:
            self.world.state.put(obj, AS_LONG_AS, NONE)

    def _new(self, kind: str, items: Items) -> Collection:
        return collection(self.world, kind, items)

    def items(self, obj: Collection, node: ast.AST) -> Items | None:
        """Its items, as they are now; those of a set come in any order."""
        items = self._items(obj)
        if obj.kind in SETS and len(items.all) > 1:
            return any_of_these(items.all)
        if obj.kind == "iterator" and items.all:  # nobody knows how far it is consumed
            self.world.state.put(obj, ITEMS, any_of_these(items.all))
        return items

    def truth(self, obj: Collection) -> bool | Value:
        """Whether it holds any."""
        items = self._items(obj)
        told = holding(self.world, items)
        if told is not None:
            return told
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
                inside = -len(known) <= at < len(known)
                return known[at] if inside else self.world.raised("IndexError")
            if 0 <= at < len(items.known):
                return items.known[at]
            self.world.is_risky = True
            found = items.at(at, self.world.state.path) if at >= 0 else None
            if found is not None:
                self.world.state.path |= found[1]
                return found[0]
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
        return any_of_these(items.all)

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
        if isinstance(key, Collection) and self._put_slice(obj, items, key, value, node):
            return
        self.world.is_risky = True
        if value is UNBOUND or isinstance(key, Collection):
            more = [] if value is UNBOUND else [self.world.unknown("item")]
            every = [*items.all, *more]
            self._put(obj, any_of_these(every))
            return
        rest = None if items.rest is None else one_of(items.rest, value)
        self._put(obj, Items(tuple(one_of(each, value) for each in items.known), rest))

    def _put_slice(
        self, obj: Collection, items: Items, key: Collection, value: Value, node: ast.AST
    ) -> bool:
        """``some[a:b] = value``, if all of it is known, or all is replaced."""
        new = Items() if value is UNBOUND else self.world.models.items(value, node)
        try:
            where = plain(self.world, key)
        except NotPlainError:
            return False
        if new is not None and where == slice(None):
            self._put(obj, new)
            return True
        if new is None or new.rest is not None or items.rest is not None:
            return False
        known = list(items.known)
        try:
            known[where] = new.known
        except (TypeError, ValueError):
            return False
        self._put(obj, Items(tuple(known)))
        return True

    def operate(
        self, operator: str, left: Value, right: Value | None, node: ast.AST
    ) -> Value | None:
        """``[a] + [b]``, ``[a] * 3``."""
        if operator in ("or_", "and_", "sub", "xor") and right is not None:
            result = computed(self.world, getattr(python, operator), left, right)
            if result is not None:
                return result
        if isinstance(left, Collection) and isinstance(right, Collection) and operator == "add":
            return self._new(left.kind, self._items(left).then(self._items(right)))
        if operator == "mul":
            for one, other in ((left, right), (right, left)):
                if isinstance(one, Collection):
                    return self._repeated(one, other)
        if isinstance(left, Collection) and operator in ("or_", "and_", "sub", "xor"):
            every = [*self._items(left).all]
            if operator in ("or_", "xor") and isinstance(right, Collection):
                every += self._items(right).all
            return self._new("set" if left.kind == "keys" else left.kind, any_of_these(every))
        return None

    def _repeated(self, one: Collection, count: Value | None) -> Collection:
        items = self._items(one)
        if isinstance(count, Const) and isinstance(count.v, int) and items.rest is None:
            times = min(max(count.v, 0), MOST_ITEMS + 1)
            return self._new(one.kind, Items(items.known * times))
        return self._new(one.kind, any_of_these(items.all))

    def augment(self, operator: str, left: Collection, right: Value, node: ast.AST) -> Value | None:
        """``some += more`` changes a list itself."""
        method = _IN_PLACE.get(left.kind, {}).get(operator)
        if method:
            self._extend(left, right, node)
        elif method is not None:
            result = self.operate(operator, left, right, node)
            if not isinstance(result, Collection):  # Python raises an exception
                return result
            self._put(left, self._items(result))
        return None if method is None else left

    def compare(self, operator: str, left: Value, right: Value, node: ast.AST) -> Value | None:
        """Whether a constant is among constants; what is no constant is not compared."""
        if operator in ("in", "not in") and isinstance(right, Collection):
            items = self._items(right)
            constants = all(isinstance(each, Const) for each in items.known)
            if is_plain(self.world, left, right):
                return computed(self.world, COMPARISONS[operator], left, right)
            if isinstance(left, Const):
                if any(_same(left, each) for each in items.known):
                    return TRUE if operator == "in" else FALSE
                if items.rest is None and constants:
                    return FALSE if operator == "in" else TRUE
            if items.rest is None:
                asked = self.world.derived("in", left, items)
                return told(asked, "truth", holds=operator == "in")
            return self.world.unknown(operator)
        result = identity(operator, left, right)
        if result is None and is_plain(self.world, left, right):
            result = computed(self.world, COMPARISONS[operator], left, right)
        return self.world.unknown(operator) if result is None else result

    def call_method(self, obj: Collection, name: str, given: Arguments, node: ast.AST) -> Value:
        """A method of a list or a set."""
        items, first = self._items(obj), given.get(0, "")
        if name in ("append", "add", "appendleft") and first is not None:
            if name == "append" or (obj.kind in SETS and items.rest is None):
                self.world.append(obj, first)
                self._put(obj, self._items(obj))
            else:
                self._put(obj, any_of_these([*items.all, first]))
        elif name in ("extend", "update") and first is not None:
            self._extend(obj, first, node)
        elif name == "insert" and len(given.positional) == 2:
            self._insert(obj, given.positional[0], given.positional[1])
        elif name in ("pop", "popleft"):
            return self._pop(obj, name, first)
        elif name == "clear":
            self._put(obj, Items())
        elif name == "sort":
            return sort(self.world, obj, given.keywords, node)
        elif name == "reverse" and items.rest is None:
            self._put(obj, Items(items.known[::-1]))
        elif name in ("remove", "discard") and items.rest is None and first is not None:
            self._remove(obj, items, first)
        elif name in ("remove", "discard", "reverse", "rotate"):
            self._put(obj, any_of_these(items.all))
        elif name == "copy":
            return self._new(obj.kind, items)
        elif name in ("index", "count"):
            found = computed(
                self.world, lambda own, *of: getattr(own, name)(*of), obj, *given.positional
            )
            return self.world.derived(name, obj, items, *given.all) if found is None else found
        elif name in ("union", "intersection", "difference", "symmetric_difference"):
            every = [*items.all, *(self.world.unknown("item") for _ in given.positional)]
            return self._new("set", any_of_these(every))
        else:
            return self.world.unknown(name)
        return NONE

    def _extend(self, obj: Collection, more: Value, node: ast.AST) -> None:
        items = self.world.models.items(more, node)
        behind = Items((), self.world.unknown("item")) if items is None else items
        self._put(obj, self._items(obj).then(behind))

    def _insert(self, obj: Collection, at: Value, value: Value) -> None:
        items = self._items(obj)
        if isinstance(at, Const) and isinstance(at.v, int) and 0 <= at.v <= len(items.known):
            known = (*items.known[: at.v], value, *items.known[at.v :])
            self._put(obj, Items(known, items.rest))
        else:
            self._put(obj, any_of_these([*items.all, value]))

    def _remove(self, obj: Collection, items: Items, value: Value) -> None:
        """The first item that is equal: it is found if those before it are surely others."""
        for at, each in enumerate(items.known):
            if each is value or (isinstance(each, Const) and each == value):
                self._put(obj, Items((*items.known[:at], *items.known[at + 1 :])))
                return
            if not (isinstance(each, Const) and isinstance(value, Const)):
                break
        else:
            return
        self._put(obj, any_of_these(items.all))

    def _pop(self, obj: Collection, name: str, at: Value | None) -> Value:
        items = self._items(obj)
        if not items.all:
            return self.world.raised("KeyError" if obj.kind in SETS else "IndexError")
        place = 0 if name == "popleft" else -1
        if at is not None:
            place = at.v if isinstance(at, Const) and isinstance(at.v, int) else MOST_ITEMS
        if obj.kind in SETS:
            place = MOST_ITEMS  # any of them
        first = -len(items.known) if items.rest is None else 0
        if first <= place < len(items.known):
            left = list(items.known)
            taken = left.pop(place)
            self._put(obj, Items(tuple(left), items.rest))
            return taken
        self._put(obj, any_of_these(items.all))
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


class Generators(Kind[Generator]):
    """What calls of generator functions give."""

    def items(self, obj: Generator, node: ast.AST) -> Items | None:
        """All that it yields; it is run here."""
        return self.world.drained(obj, node)


def _same(left: Const, other: Value) -> bool:
    return isinstance(other, Const) and left.v == other.v
