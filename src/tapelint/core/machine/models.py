"""The models of all values: what is asked of one of several values is asked of each."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Callable, Hashable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from tapelint.core.domain.alternatives import Condition, Either, bound
from tapelint.core.domain.fields import Items, join_items
from tapelint.core.domain.objects import Dictionary, Frame, Function, Instance
from tapelint.core.domain.predicate import Predicate
from tapelint.core.domain.values import ANY_NAME, NONE, UNBOUND, Imported, Symbol, Unknown, Value
from tapelint.core.machine.events import Evaluated
from tapelint.core.machine.protocol import Arguments, Behaviour
from tapelint.core.machine.world import World

Model = Callable[[Any, Arguments, ast.AST], Value]
"""What a function from elsewhere does, in a machine."""
Passing = Callable[[Any, str, Arguments, bool], Value | None]
"""What unknown code gives back of what it is given, by its name; whether that is a method's."""
_BUILTINS: Final = frozenset(dir(builtins))
_CONTRARIES: Final = {"is not": "is", "not in": "in"}
"""Tests that say the same as another one, the other way round."""

_MUTUAL: Final = frozenset({"is", "is not", "eq", "ne"})
"""Tests that say the same with their sides exchanged."""


class Importer:
    """Finds what imports of other files mean; this one knows of no other file."""

    def imported(self, module: str, name: str, file: str) -> Value | None:
        """What ``from module import name`` in a file binds, if the project has that module."""
        return None

    def found(self, imported: Imported) -> Value:
        """What a name of another file means; ``UNBOUND`` if it has none such."""
        return UNBOUND

    def has_made(self, frame: Frame) -> None:
        """The body of a file was run: other files may fill the tables that it has made."""

    def fill(self, table: Dictionary, key: Hashable = None) -> bool:
        """Let other files put into a table what they do under a key, or under any.

        Returns:
            Whether they may put more into it than that.
        """
        return False


class Outside:
    """What is assumed of what comes from outside; this one assumes nothing.

    Attributes:
        results: The calls of which something is assumed of what they give.
    """

    results: Mapping[ast.AST, object] = MappingProxyType({})

    def given(self, function: Function, frame: Frame) -> None:
        """A function is called: what it is given that is not known has a role, perhaps."""

    def defines(self, method: str) -> bool:
        """Whether a class in sight has a method of a name."""
        return False

    def kept(self, obj: Instance, name: str) -> Value | None:
        """What an object has that nobody in sight has put there."""

    def imported(self, module: str, name: str) -> Value | None:
        """What the file at hand imports from a module that nobody sees."""

    def made(self, result: Unknown, node: ast.AST) -> None:
        """An unknown call has given something."""


class _Kinds(dict[type[Value], Behaviour[Any]]):
    """What each class of values does; of the others nothing is known."""

    def __missing__(self, cls: type[Value]) -> Behaviour[Any]:
        return _NOTHING


_NOTHING: Final = Behaviour[Any]()


def _besides(right: Value | None) -> Arguments:
    """What an operator is given behind its left side."""
    return Arguments() if right is None else Arguments([right])


class Models:
    """Finds what a value does by its class, and what a function does by its full name.

    Attributes:
        kinds: What each class of values does.
        functions: What functions from elsewhere do, by their full names.
        passing: What unknown code gives back, by its name.
        telling: Methods that change nothing, and say the same each time.
        libraries: For names that are not among these, what a whole library says of them.
        importer: Finds what imports of other files of the project mean.
        outside: What is assumed of what comes from outside.
        is_example: Whether something from elsewhere, by its name, does what all of its kind do.
        unbound: What everybody means by a name that nobody binds.
        canonical: The one name of what has several, by any of them.
    """

    def __init__(self, world: World) -> None:
        self.world: Final = world
        self.kinds: Final = _Kinds()
        self.functions: Final[dict[str, Model | None]] = {}
        self.passing: Final[list[Passing]] = []
        self.telling: frozenset[str] = frozenset()
        self.libraries: Final[list[Callable[[str], Model | None]]] = []
        self.importer = Importer()
        self.outside = Outside()
        self.is_example: Callable[[str], bool] = lambda path: False
        self.unbound: Callable[[str], Value | None] = lambda name: None
        self.canonical: Callable[[str], str] = str

    def kind(self, value: Value) -> Behaviour[Any]:
        """What knows what a value does that is none of several."""
        return self.kinds[type(value)]

    # What is asked of each of the values that one may be.

    def attribute(self, obj: Value, name: str, node: ast.AST) -> Value:
        """``obj.name``; ``obj.__class__`` is what ``type(obj)`` gives."""
        if name == "__class__":
            return self.call(Symbol("builtins.type"), Arguments([obj]), node)
        some = self._able(obj, name)
        if isinstance(some, Either):
            return self.world.each(some, lambda one: self.attribute(one, name, node))
        found = self.kinds[type(some)].attribute(some, name, node)
        return self.world.derived(name, some) if found is None else found

    def set_attribute(self, obj: Value, name: str, value: Value, node: ast.AST) -> None:
        """``obj.name = value``; ``UNBOUND`` deletes it."""
        self.world.on_each(obj, lambda one: self.kind(one).set_attribute(one, name, value, node))

    def subscript(self, obj: Value, key: Value, node: ast.AST) -> Value:
        """``obj[key]``."""
        spelled = self.world.spelled(key)
        if isinstance(spelled, Either):
            return self.world.each(spelled, lambda one: self._item(obj, one, node))
        return self._item(obj, spelled, node)

    def _item(self, obj: Value, key: Value, node: ast.AST) -> Value:
        if isinstance(obj, Either):
            return self.world.each(obj, lambda one: self._item(one, key, node))
        item = self.kinds[type(obj)].subscript(obj, key, node) or self.world.unknown("item")
        return self._told("[]", obj, Arguments([key]), item, node)

    def set_subscript(
        self, obj: Value, key: Value, value: Value, operator: str, node: ast.AST
    ) -> None:
        """``obj[key] = value``; ``UNBOUND`` deletes it."""
        self.world.on_each(
            obj, lambda one: self.kind(one).set_subscript(one, key, value, operator, node)
        )

    def call(self, function: Value, given: Arguments, node: ast.AST) -> Value:
        """``function(...)``."""
        if isinstance(function, Either):
            return self.world.each(function, lambda one: self.call(one, given, node))
        result = self.kinds[type(function)].call(function, given, node)
        value = self._result(result or self.world.unknown("result"), node)
        return self._told("", function, given, value, node)

    def _told(self, name: str, of: Value, given: Arguments, result: Value, node: ast.AST) -> Value:
        """A result, which listeners are told."""
        if self.world.hears(Evaluated):
            self.world.emit(Evaluated(node, name, of, given, result))
        return result

    def _result(self, value: Value, node: ast.AST) -> Value:
        if node in self.outside.results and isinstance(value, Unknown):
            self.outside.made(value, node)
        return value

    def call_method(self, obj: Value, name: str, given: Arguments, node: ast.AST) -> Value:
        """``obj.name(...)``."""
        some = self._able(obj, name)
        if not isinstance(some, Either):
            result = self.kinds[type(some)].call_method(some, name, given, node)
            if result is not None:
                return self._told(name, some, given, self._result(result, node), node)
        elif self._is_joint(some, name):
            result = self._any_kind(some).call_jointly(some, name, given, node)
        else:
            return self.world.each(some, lambda one: self.call_method(one, name, given, node))
        return result or self.call(self.attribute(some, name, node), given, node)

    def _is_joint(self, several: Either, name: str) -> bool:
        """Whether a method is called once for several values."""
        return all(name in self.kind(each).joint_methods for each, _ in several.alternatives)

    def _able(self, obj: Value, name: str) -> Value:
        """What has an attribute: the program goes on only where it is not ``None`` instead."""
        if isinstance(obj, Either) and not hasattr(None, name):
            some, known = bound(obj, self.world.state.path, NONE)
            if some not in (obj, UNBOUND):
                self.world.is_risky = True
                self.world.state.path |= known
                return some
        return obj

    def match_part(self, obj: Value, cls: Value, at: int, node: ast.AST) -> Value:
        """What the pattern ``cls(a, b)`` takes of an object for a place."""
        if isinstance(obj, Either):
            return self.world.each(obj, lambda one: self.match_part(one, cls, at, node))
        return self.kind(cls).match_part(cls, obj, at, node) or self.world.unknown("part")

    def augment(self, operator: str, left: Value, right: Value, node: ast.AST) -> Value:
        """``left operator= right``: what the target is bound to."""
        if isinstance(left, Either):
            return self.world.each(left, lambda one: self.augment(operator, one, right, node))
        result = self.kind(left).augment(operator, left, right, node)
        return result or self.operate(operator, left, right, node)

    def enter(self, manager: Value, node: ast.AST) -> Value:
        """What ``with manager as value`` binds."""
        if isinstance(manager, Either):
            return self.world.each(manager, lambda one: self.enter(one, node))
        return self.kind(manager).enter(manager, node) or self.world.unknown("entered")

    def leave(self, manager: Value, node: ast.AST) -> None:
        """The end of a ``with``, on whatever way it is left."""
        self.world.on_each(manager, lambda one: self.kind(one).leave(one, node))

    def truth(self, value: Value) -> bool | Value:
        """Whether a value is true, or what says so."""
        return value if isinstance(value, Either) else self.kind(value).truth(value)

    def items(self, obj: Value, node: ast.AST) -> Items | None:
        """What a loop takes, of one of several values what stands at each place."""
        if not isinstance(obj, Either):
            return self.kind(obj).items(obj, node)
        several = [(self.items(one, node), guard) for one, guard in self.world.alternatives(obj)]
        known = [(each, guard) for each, guard in several if each is not None]
        return join_items(known) if known and len(known) == len(several) else None

    # Operators: the left side is asked first, then the right one.

    def operate(self, operator: str, left: Value, right: Value | None, node: ast.AST) -> Value:
        """``left operator right``, or ``operator left``."""
        if self._is_several(left):
            return self.world.each(left, lambda one: self.operate(operator, one, right, node))
        if right is not None and self._is_several(right):
            return self.world.each(right, lambda one: self.operate(operator, left, one, node))
        for operand in (left, right):
            if operand is not None:
                result = self._any_kind(operand).operate(operator, left, right, node)
                if result is not None:
                    return self._told(operator, left, _besides(right), result, node)
        result = self.world.derived(operator, left, right)
        return self._told(operator, left, _besides(right), result, node)

    def compare(self, operator: str, left: Value, right: Value, node: ast.AST) -> Value:
        """``left operator right``, a truth."""
        if self._is_several(left):
            return self.world.each(left, lambda one: self.compare(operator, one, right, node))
        if self._is_several(right):
            return self.world.each(right, lambda one: self.compare(operator, left, one, node))
        if operator in _MUTUAL and isinstance(right, Unknown) and not right.is_constant:
            left, right = right, left  # what is not known is what something is told of
        for operand in (left, right):
            result = self._any_kind(operand).compare(operator, left, right, node)
            if result is not None:
                return result
        contrary = _CONTRARIES.get(operator)
        asked = self.world.derived(contrary or operator, left, right)
        if contrary is None:
            return asked
        is_so = Predicate(asked, "truth")
        return Condition(frozenset([~is_so]), frozenset([is_so]))

    def _is_several(self, value: Value) -> bool:
        """Whether an operator is asked of each of the values that one may be."""
        return isinstance(value, Either) and not all(
            self.kind(each).joint for each, _ in value.alternatives
        )

    def _any_kind(self, value: Value) -> Behaviour[Any]:
        return self.kind(value.alternatives[0][0] if isinstance(value, Either) else value)

    # Names from elsewhere.

    def function(self, path: str) -> Model | None:
        """What a function from elsewhere does."""
        if path not in self.functions:
            self.functions[path] = self.library(path)
        return self.functions[path]

    def library(self, path: str) -> Model | None:
        """What a library says of a function that it has no model for, or of other values."""
        several = (library(path) for library in self.libraries)
        return next((each for each in several if each is not None), None)

    def passed_on(self, name: str, given: Arguments, is_method: bool) -> Value | None:
        """What unknown code, by its name, gives back of what it is given, if it does."""
        several = (passing(self.world, name, given, is_method) for passing in self.passing)
        return next((each for each in several if each is not None), None)

    def imported(self, module: str, name: str, file: str) -> Value:
        """``import module``, or ``from module import name``, in a file."""
        full = f"{module}.{name}" if name else module
        meant = self.canonical(full)
        found = self.importer.imported(module, name, file) if meant == full else None
        if found is None and name and file == self.world.hand and self.function(meant) is None:
            found = self.outside.imported(module, name)
        return Symbol(meant) if found is None else found

    def found(self, imported: Imported) -> Value:
        """What an import has bound; where the file has no such name, nobody knows."""
        value = self.importer.found(imported)
        return self.world.derived(imported.name, imported) if value is UNBOUND else value

    def starred(self, name: str, files: Sequence[Value]) -> Value:
        """What ``from module import *`` gives a name, the last one first; else ``UNBOUND``."""
        elsewhere: list[Symbol] = []
        for file in reversed(files):
            if isinstance(file, Imported):
                value = self.importer.found(Imported(file.file, file.module, name))
                if value is not UNBOUND and not name.startswith("_"):
                    return value
            elif isinstance(file, Symbol):
                elsewhere.append(Symbol(file.path.removesuffix("*") + name))
        if name in _BUILTINS or not elsewhere:
            return UNBOUND
        known = [each for each in elsewhere if self.function(each.path) is not None]
        return (known or elsewhere)[0] if len(known or elsewhere) == 1 else UNBOUND

    def builtin(self, name: str) -> Value:
        """What a name means that nobody in the file binds."""
        if name in _BUILTINS:
            return Symbol(f"builtins.{name}")
        return self.unbound(name) or Symbol(f"{ANY_NAME}.{name}")
