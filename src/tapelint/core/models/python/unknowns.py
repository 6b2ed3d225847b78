"""Values of which nothing is known, and names from elsewhere."""

from __future__ import annotations

import ast
from collections.abc import Hashable
from typing import Final

from tapelint.core.domain.alternatives import Condition
from tapelint.core.domain.fields import Field, join_latest
from tapelint.core.domain.objects import (
    Class,
    Collection,
    Function,
)
from tapelint.core.domain.predicate import IS_A, Predicate
from tapelint.core.domain.values import ANY_NAME, UNBOUND, Const, Item, Symbol, Unknown, Value
from tapelint.core.machine.machine import Machine
from tapelint.core.machine.protocol import Arguments
from tapelint.core.models.kind import Kind, told
from tapelint.core.models.python.constants import COMPARISONS, MIRRORED
from tapelint.core.models.python.escaping import escape, take

_SAME: Final = frozenset({"is", "is not", "eq", "ne"})
CHANGED: Final = Field("changed", 0, join_latest)
"""When what an unknown object holds may have changed for the last time."""


_OF_TEXTS: Final = frozenset({"startswith", "endswith"})
"""Methods of a text that tell something of it, and change nothing."""


class Unknowns(Kind[Unknown]):
    """What is asked of an unknown value once is the same the next time."""

    def _part(self, obj: Unknown, key: object, hint: str) -> Value:
        state = self.world.state
        found = state.attribute(obj, key)
        if found is UNBOUND:
            found = Unknown(hint)
            state.discover(obj, key, found)
        return found

    def attribute(self, obj: Unknown, name: str, node: ast.AST) -> Value:
        """The same as before, as long as nobody has changed it."""
        return self._part(obj, name, name)

    def set_attribute(self, obj: Unknown, name: str, value: Value, node: ast.AST) -> None:
        """It is what was set."""
        self.world.state.set_attribute(obj, name, value)

    def subscript(self, obj: Unknown, key: Value, node: ast.AST) -> Value:
        """An item by a constant is the same as before."""
        if isinstance(key, Const):
            return self._part(obj, Item(key.v), f"[{key.v!r}]")
        return self.world.unknown("item")

    def set_subscript(
        self, obj: Unknown, key: Value, value: Value, operator: str, node: ast.AST
    ) -> None:
        """It is what was set; a key that is not known may be any."""
        self.world.state.put(obj, CHANGED, self.world.state.tick())
        if isinstance(key, Const):
            self.world.state.set_attribute(obj, Item(key.v), value)
        else:
            self._forget(obj, Item)

    def call(self, obj: Unknown, given: Arguments, node: ast.AST) -> Value:
        """Nobody knows; what it is given is in the hands of code that nobody sees."""
        passed = self.world.models.passed_on(obj.hint, given, False)
        if passed is not None:
            return passed
        escape(self.world, given, node)
        return self.world.result()

    def call_method(self, obj: Unknown, name: str, given: Arguments, node: ast.AST) -> Value:
        """It may change whatever the object holds."""
        own = self.world.state.attribute(obj, name)
        if own is not UNBOUND and not isinstance(own, Unknown):
            return self.world.models.call(own, given, node)
        passed = self.world.models.passed_on(name, given, True)
        if passed is not None:
            return passed
        first = given.get(0, "")
        if name in _OF_TEXTS and isinstance(first, Const) and len(given.all) == 1:
            return told(self._as_it_is(obj), name, first.v)
        if name in self.world.models.telling:
            return self.world.derived(name, self.attribute(obj, name, node), *given.all)
        escape(self.world, given.behind(obj), node)
        self._forget(obj, object)
        return self.world.result(name)

    def _forget(self, obj: Unknown, kind: type) -> None:
        self.world.state.put(obj, CHANGED, self.world.state.tick())
        for key in list(obj.cells):
            if isinstance(key, (str, Item)) and isinstance(key, kind):
                self.world.state.set_attribute(obj, key, self.world.unknown(str(key)))

    def truth(self, obj: Unknown) -> bool | Value:
        """It says so itself; a sum is true where it is not 0."""
        one, offset = plain(obj)
        if offset:
            return told(one, "in", -offset, holds=False)
        return self._as_it_is(obj)

    def _as_it_is(self, obj: Unknown) -> Value:
        """What tests of what it holds are about: another value once that may have changed."""
        moment = self.world.state.get(obj, CHANGED)
        return self.world.derived("changed", obj, moment) if moment else obj

    def compare(self, operator: str, left: Value, right: Value, node: ast.AST) -> Value | None:
        """What is known of it where the comparison holds."""
        if isinstance(left, Unknown) and left is right and not operator.endswith("in"):
            return Const(bool(COMPARISONS[operator](0, 0)))  # as of any value and itself
        is_same = operator in ("is", "is not") or isinstance(right, Unknown)
        if is_same and operator in _SAME and isinstance(left, Unknown) and is_itself(right):
            return _told_is(self.world, left, right, operator in ("is", "eq"))
        if operator in MIRRORED and isinstance(left, Unknown):
            return self._ordered(operator, left, right)
        if isinstance(left, Unknown) and operator in ("in", "not in"):
            told_of = among(self.world, left, right, operator == "in")
            if told_of is not None:
                return told_of
        if isinstance(right, Unknown) and operator in ("in", "not in"):
            holder = self._as_it_is(right)
            return told(holder, "contains", word_of(left), holds=operator == "in")
        return None

    def _ordered(self, operator: str, left: Unknown, right: Value) -> Value | None:
        """``a + 1 < b - 2`` is told as ``a - b < -3``: another way to say it is the same test."""
        if isinstance(right, Unknown):
            (one, first), (other, second) = plain(left), plain(right)
            if one is other:
                return Const(COMPARISONS[operator](first, second))
            if (one.birth, repr(one)) > (other.birth, repr(other)):
                one, first, other, second = other, second, one, first
                operator = MIRRORED[operator]
            left, bound = self.world.derived("difference", one, other), Const(second - first)
        elif isinstance(right, Const):
            left, offset = plain(left)
            if offset and not isinstance(right.v, int):
                return None
            bound = Const(right.v - offset) if isinstance(right.v, int) and offset else right
        elif operator in ("eq", "ne") and is_itself(right):
            return _told_is(self.world, left, right, operator == "eq")
        else:
            return None
        if operator in ("eq", "ne"):
            return told(left, "in", bound.v, holds=operator == "eq")
        return told(left, operator, bound.v)


def _told_is(world: Machine, left: Unknown, right: Value, holds: bool) -> Value:
    """Whether a value is another one; what has a class is an object of it."""
    of = left.of[1] if left.of[:1] == ("type",) else None
    if not isinstance(of, Value):
        return told(left, "in", word_of(right), holds=holds)
    if isinstance(right, Symbol) and world.models.kind(of).is_a(of, right.path) is False:
        return Const(not holds)
    answer = told(left, "in", word_of(right), holds=holds)
    is_a = {Predicate(of, IS_A, [right])}
    if holds:
        return Condition(answer.true | is_a, answer.false)
    return Condition(answer.true, answer.false | is_a)


def among(world: Machine, left: Value, right: Value, holds: bool) -> Value | None:
    """Whether a value is one of some constants."""
    if not isinstance(right, Collection):
        return None
    items = world.models.items(right, ast.Pass())
    if items is None or items.rest is not None:
        return None
    if not all(map(is_itself, items.known)):
        return None
    words = list(map(word_of, items.known))
    base, offset = plain(left) if isinstance(left, Unknown) else (left, 0)
    numbers = [each for each in words if isinstance(each, int)]
    if offset and len(numbers) == len(words):
        return told(base, "in", *(each - offset for each in numbers), holds=holds)
    return told(left, "in", *words, holds=holds)


def is_itself(value: Value) -> bool:
    """Whether a value is what it is in each run: a constant, a class, a function, a name.

    What nobody knows is taken for a constant if its name is written as those of constants are.
    """
    if isinstance(value, Unknown):
        return value.is_constant
    return isinstance(value, (Const, Class, Function)) or (
        isinstance(value, Symbol) and ANY_NAME not in value.path
    )


def word_of(value: Value) -> Hashable:
    """What stands for a value among those that a test is about."""
    return value.v if isinstance(value, Const) else value


def plain(value: Unknown) -> tuple[Unknown, int]:
    """A value without the whole numbers that are added to it, and their sum."""
    offset = 0
    while value.of and value.of[0] in ("add", "sub"):
        operator, left, right = value.of
        if operator == "add" and isinstance(left, Const):
            left, right = right, left
        if not (isinstance(left, Unknown) and isinstance(right, Const)):
            break
        if not isinstance(right.v, int):
            break
        offset += right.v if operator == "add" else -right.v
        value = left
    return value, offset


class Symbols(Kind[Symbol]):
    """Names from elsewhere: modules, their functions and classes."""

    def attribute(self, obj: Symbol, name: str, node: ast.AST) -> Value:
        """A longer name."""
        return Symbol(self.world.models.canonical(f"{obj.path}.{name}"))

    def set_attribute(self, obj: Symbol, name: str, value: Value, node: ast.AST) -> None:
        """It is in the hands of code that nobody sees."""
        escape(self.world, Arguments([value]), node)

    def set_subscript(
        self, obj: Symbol, key: Value, value: Value, operator: str, node: ast.AST
    ) -> None:
        """It is in the hands of code that nobody sees."""
        escape(self.world, Arguments([value]), node)

    def truth(self, obj: Symbol) -> bool | Value:
        """What Python has is true; a name that nobody binds may be anything."""
        is_known = not obj.path.startswith(ANY_NAME)
        return True if is_known else self.world.derived("truth", obj)

    def call(self, obj: Symbol, given: Arguments, node: ast.AST) -> Value:
        """What a model does that goes by this name; else nobody knows."""
        function = self.world.models.function(obj.path)
        if function is not None:
            return function(self.world, given, node)
        passed = self.world.models.passed_on(obj.path, given, False)
        if passed is not None:
            return passed
        if not obj.path.startswith(("builtins.", "torch.")):
            escape(self.world, given, node)
        else:
            take(self.world, obj.path, given.all, node)
        return self.world.result(obj.path)

    def match_part(self, cls: Symbol, obj: Value, at: int, node: ast.AST) -> Value:
        """``int(a)`` takes the number itself."""
        return obj if cls.path.startswith("builtins.") else self.world.unknown("part")

    def compare(self, operator: str, left: Value, right: Value, node: ast.AST) -> Value | None:
        """Two names for different things are different, as far as anybody knows."""
        if operator in ("is", "is not", "eq", "ne") and isinstance(left, Symbol):
            if left == right:
                return Const(operator in ("is", "eq"))
            if isinstance(right, Const):
                if left.path.startswith(("builtins.", "torch.")) or right.v is None:
                    return Const(operator in ("is not", "ne"))
                return told(left, "in", right.v, holds=operator in ("is", "eq"))
        if isinstance(left, Symbol) and operator in ("in", "not in"):
            return among(self.world, left, right, operator == "in")
        return None
