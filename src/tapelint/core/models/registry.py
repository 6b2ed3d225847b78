"""The models of all kinds of values, behind the machine's protocol."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Callable, Sequence
from typing import Any, Final

from tapelint.core.domain.alternatives import Either
from tapelint.core.domain.fields import Items, join_items
from tapelint.core.domain.values import UNBOUND, Imported, Symbol, Value
from tapelint.core.machine.machine import Machine
from tapelint.core.machine.protocol import Arguments
from tapelint.core.models.kind import Kind

Model = Callable[[Machine, Arguments, ast.AST], Value]
"""What a function from elsewhere does."""
_BUILTINS: Final = frozenset(dir(builtins))


class Importer:
    """Finds what imports of other files mean; this one knows of no other file."""

    def imported(self, module: str, name: str, file: str) -> Value | None:
        """What ``from module import name`` in a file binds, if the project has that module."""
        return None

    def found(self, imported: Imported) -> Value:
        """What a name of another file means; ``UNBOUND`` if it has none such."""
        return UNBOUND


Passing = Callable[[Machine, str, Arguments, bool], Value | None]
"""What unknown code gives back of what it is given, by its name; whether that is a method's."""


def registering(table: dict[str, Model]) -> Callable[..., Callable[[Model], Model]]:
    """A decorator that enters a function into a table under its full names."""

    def model(*names: str) -> Callable[[Model], Model]:
        def register(function: Model) -> Model:
            table.update(dict.fromkeys(names, function))
            return function

        return register

    return model


class Registry:
    """Finds the handlers of a value by its class, and of a function by its full name.

    Attributes:
        kinds: The handlers of each class of values.
        functions: What functions from elsewhere do, by their full names.
        passing: What unknown code gives back, by its name.
        telling: Methods that change nothing, and say the same each time.
        libraries: For names that are not among these, what a whole library says of them.
        importer: Finds what imports of other files of the project mean.
        unbound: What everybody means by a name that nobody binds.
    """

    def __init__(self, world: Machine) -> None:
        self.world: Final = world
        self.kinds: Final[dict[type[Value], Kind[Any]]] = {}
        self.functions: Final[dict[str, Model]] = {}
        self.passing: Final[list[Passing]] = []
        self.telling: frozenset[str] = frozenset()
        self.libraries: Final[list[Callable[[str], Model | None]]] = []
        self.importer = Importer()
        self.unbound: Callable[[str], Value | None] = lambda name: None
        self._fallback: Kind[Any] = Kind(world)

    def kind(self, value: Value) -> Kind[Any]:
        """The handlers of a value."""
        return self.kinds.get(type(value), self._fallback)

    def function(self, path: str) -> Model | None:
        """What a function from elsewhere does."""
        found = self.functions.get(path)
        return self.library(path) if found is None else found

    def library(self, path: str) -> Model | None:
        """What a library says of a function that it has no model for, or of other values."""
        several = (library(path) for library in self.libraries)
        return next((each for each in several if each is not None), None)

    # What is asked of one of several values is asked of each.

    def attribute(self, obj: Value, name: str, node: ast.AST) -> Value:
        """``obj.name``."""
        return self.world.each(obj, lambda one: self.kind(one).attribute(one, name, node))

    def set_attribute(self, obj: Value, name: str, value: Value, node: ast.AST) -> None:
        """``obj.name = value``."""
        self._on_each(obj, lambda one: self.kind(one).set_attribute(one, name, value, node))

    def subscript(self, obj: Value, key: Value, node: ast.AST) -> Value:
        """``obj[key]``."""
        return self.world.each(obj, lambda one: self.kind(one).subscript(one, key, node))

    def set_subscript(
        self, obj: Value, key: Value, value: Value, operator: str, node: ast.AST
    ) -> None:
        """``obj[key] = value``."""
        self._on_each(
            obj, lambda one: self.kind(one).set_subscript(one, key, value, operator, node)
        )

    def call(self, function: Value, given: Arguments, node: ast.AST) -> Value:
        """``function(...)``."""
        return self.world.each(function, lambda one: self.kind(one).call(one, given, node))

    def call_method(self, obj: Value, name: str, given: Arguments, node: ast.AST) -> Value:
        """``obj.name(...)``."""
        return self.world.each(obj, lambda one: self.kind(one).call_method(one, name, given, node))

    def match_part(self, obj: Value, cls: Value, at: int, node: ast.AST) -> Value:
        """What the pattern ``cls(a, b)`` takes of an object for a place."""
        return self.world.each(obj, lambda one: self.kind(cls).match_part(cls, one, at, node))

    def _on_each(self, obj: Value, work: Callable[[Value], None]) -> None:
        def done(one: Value) -> Value:
            work(one)
            return one

        self.world.each(obj, done)

    # Operators.

    def operate(self, operator: str, left: Value, right: Value | None, node: ast.AST) -> Value:
        """``left operator right``: the left side is asked first, then the right one."""
        for operand in (left, right):
            if isinstance(operand, Either) and not self._is_joint(operand):
                return self._operate_each(operator, left, right, node)
        for operand in (left, right):
            if operand is not None:
                result = self._any_kind(operand).operate(operator, left, right, node)
                if result is not None:
                    return result
        return self.world.derived(operator, left, right)

    def _operate_each(
        self, operator: str, left: Value, right: Value | None, node: ast.AST
    ) -> Value:
        if isinstance(left, Either) and not self._is_joint(left):
            return self.world.each(left, lambda one: self.operate(operator, one, right, node))
        assert right is not None
        return self.world.each(right, lambda one: self.operate(operator, left, one, node))

    def _is_joint(self, value: Either) -> bool:
        return all(self.kind(each).joint for each, _ in value.alternatives)

    def _any_kind(self, value: Value) -> Kind[Any]:
        return self.kind(value.alternatives[0][0] if isinstance(value, Either) else value)

    def augment(self, operator: str, left: Value, right: Value, node: ast.AST) -> Value:
        """``left operator= right``."""

        def augmented(one: Value) -> Value:
            result = self.kind(one).augment(operator, one, right, node)
            return self.operate(operator, one, right, node) if result is None else result

        return self.world.each(left, augmented)

    def compare(self, operator: str, left: Value, right: Value, node: ast.AST) -> Value:
        """``left operator right``."""
        if isinstance(left, Either) and not self._is_joint(left):
            return self.world.each(left, lambda one: self.compare(operator, one, right, node))
        if isinstance(right, Either) and not self._is_joint(right):
            return self.world.each(right, lambda one: self.compare(operator, left, one, node))
        for operand in (left, right):
            result = self._any_kind(operand).compare(operator, left, right, node)
            if result is not None:
                return result
        return self.world.derived(operator, left, right)

    # What the machine asks of one value.

    def is_lasting(self, value: Value) -> bool:
        """Whether who holds a value as an attribute may be taken to hold it for good."""
        several = [each for each, _ in self.world.alternatives(value)]
        return all(self.kind(each).is_lasting(each) for each in several)

    def passed_on(self, name: str, given: Arguments, is_method: bool) -> Value | None:
        """What unknown code gives back of what it is given."""
        for passing in self.passing:
            found = passing(self.world, name, given, is_method)
            if found is not None:
                return found
        return None

    def only_tells(self, method: str) -> bool:
        """Whether a method of this name changes nothing."""
        return method in self.telling

    def truth(self, value: Value) -> bool | Value:
        """Whether an object is true, or what says so."""
        return value if isinstance(value, Either) else self.kind(value).truth(value)

    def is_a(self, obj: Value, path: str) -> bool | None:
        """Whether an object is one of a class from elsewhere."""
        return self.kind(obj).is_a(obj, path)

    def items(self, obj: Value, node: ast.AST) -> Items | None:
        """What a loop takes, of one of several values what stands at each place."""
        if not isinstance(obj, Either):
            return self.kind(obj).items(obj, node)
        several = [(self.items(one, node), guard) for one, guard in self.world.alternatives(obj)]
        known = [(each, guard) for each, guard in several if each is not None]
        return join_items(known) if known and len(known) == len(several) else None

    def enter(self, manager: Value, node: ast.AST) -> tuple[Value, Any]:
        """The beginning of a ``with``: each of the managers that it may be is entered."""
        tokens: dict[Value, Any] = {}

        def entered(one: Value) -> Value:
            value, tokens[one] = self.kind(one).enter(one, node)
            return value

        return self.world.each(manager, entered), tokens

    def leave(self, manager: Value, token: Any, node: ast.AST) -> None:
        """The end of a ``with``: each of them is left that was entered."""

        def left(one: Value) -> None:
            if one in token:
                self.kind(one).leave(one, token[one], node)

        self._on_each(manager, left)

    # Names from elsewhere.

    def imported(self, module: str, name: str, file: str) -> Value:
        """``import module``, ``from module import name``."""
        found = self.importer.imported(module, name, file)
        return Symbol(f"{module}.{name}" if name else module) if found is None else found

    def found(self, imported: Imported) -> Value:
        """What an import has bound; where the file has no such name, nobody knows."""
        value = self.importer.found(imported)
        return self.world.derived(imported.name, imported) if value is UNBOUND else value

    def starred(self, name: str, files: Sequence[Value]) -> Value:
        """What ``from module import *`` gives a name, the last one first."""
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
        """A name that nobody binds."""
        meant = None if name in _BUILTINS else self.unbound(name)
        return Symbol(f"builtins.{name}") if meant is None else meant
