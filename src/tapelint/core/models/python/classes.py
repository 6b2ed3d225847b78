"""Classes and functions of the program, their instances, methods and descriptors."""

from __future__ import annotations

import ast
import operator
from collections.abc import Sequence
from typing import Any, Final

from tapelint.core.code.operators import BINARY, COMPARISON, UNARY
from tapelint.core.domain.fields import Items
from tapelint.core.domain.objects import (
    RECORD,
    Bound,
    Class,
    Descriptor,
    Function,
    Instance,
    Partial,
    Super,
)
from tapelint.core.domain.values import NONE, UNBOUND, Const, Symbol, Unknown, Value
from tapelint.core.machine.machine import Machine
from tapelint.core.machine.protocol import Arguments
from tapelint.core.models.kind import Kind, identity

OBJECT: Final = Symbol("builtins.object")
_DUNDERS: Final = {
    name: name.rstrip("_")
    for name in (*BINARY.values(), *UNARY.values(), *COMPARISON.values())
    if hasattr(operator, name)
}
"""The operators that a class may define, each with the word of its method."""


def mro_of(cls: Value) -> tuple[Value, ...]:
    """A class and its bases, in the order in which attributes are looked up."""
    return cls.mro if isinstance(cls, Class) else (cls,)


def found_in(world: Machine, mro: Sequence[Value], name: str) -> Value:
    """An attribute of the first class that has it; ``UNBOUND`` if none of the program's has."""
    for each in mro:
        if isinstance(each, Class):
            value = world.state.attribute(each, name)
            if value is not UNBOUND:
                return value
    return UNBOUND


def is_complete(mro: Sequence[Value]) -> bool:
    """Whether all bases are known: what none of them has, the class has not."""
    return all(isinstance(each, Class) or each == OBJECT for each in mro)


class Functions(Kind[Function]):
    """Functions of the program."""

    def is_lasting(self, obj: Function) -> bool:
        """What changes is what it holds."""
        return True

    def call(self, obj: Function, given: Arguments, node: ast.AST) -> Value:
        """Run it."""
        return self.world.invoke(obj, given, node)

    def attribute(self, obj: Function, name: str, node: ast.AST) -> Value:
        """What somebody has set."""
        found = self.world.state.attribute(obj, name)
        return self.world.derived(name, obj) if found is UNBOUND else found

    def set_attribute(self, obj: Function, name: str, value: Value, node: ast.AST) -> None:
        """It is what was set."""
        self.world.state.set_attribute(obj, name, value)

    def compare(self, operator: str, left: Value, right: Value, node: ast.AST) -> Value | None:
        """It is itself alone."""
        return identity(operator, left, right)


class Methods(Kind[Bound]):
    """Methods that were taken from their objects."""

    def call(self, obj: Bound, given: Arguments, node: ast.AST) -> Value:
        """Call it with its object."""
        if isinstance(obj.function, Function):
            return self.world.invoke(obj.function, given, node, obj.obj)
        if obj.function is not None:
            return self.world.models.call(obj.function, given.behind(obj.obj), node)
        return self.world.models.call_method(obj.obj, obj.name, given, node)


class Partials(Kind[Partial]):
    """Functions of which some arguments are given."""

    def call(self, obj: Partial, given: Arguments, node: ast.AST) -> Value:
        """Call it with these and those."""
        whole = Arguments(
            (*obj.positional, *given.positional),
            {**obj.keywords, **given.keywords},
            obj.is_open or given.is_open,
        )
        return self.world.models.call(obj.function, whole, node)


class Supers(Kind[Super]):
    """``super()``."""

    def _found(self, obj: Super, name: str) -> Value:
        of = obj.obj
        mro = mro_of(of.cls) if isinstance(of, Instance) else mro_of(of)
        behind = mro[mro.index(obj.after) + 1 :] if obj.after in mro else ()
        return found_in(self.world, behind, name)

    def attribute(self, obj: Super, name: str, node: ast.AST) -> Value:
        """An attribute of a class behind that one."""
        found = self._found(obj, name)
        if isinstance(found, Descriptor):
            return described(self.world, found, obj.obj, node)
        if isinstance(found, Function):
            return Bound(obj.obj, name, found)
        return self.world.derived(f"super().{name}", obj.obj) if found is UNBOUND else found

    def call_method(self, obj: Super, name: str, given: Arguments, node: ast.AST) -> Value:
        """A method of a class behind that one; of one from elsewhere nothing is known."""
        if self._found(obj, name) is not UNBOUND:
            return self.world.models.call(self.attribute(obj, name, node), given, node)
        if isinstance(obj.obj, Instance):
            return self.world.models.kind(obj.obj).inherited(obj.obj, name, given, node)  # type: ignore[attr-defined, no-any-return]
        return self.world.unknown(name)


class Classes(Kind[Class]):
    """Classes of the program."""

    def is_lasting(self, obj: Class) -> bool:
        """What changes is what it holds."""
        return True

    def attribute(self, obj: Class, name: str, node: ast.AST) -> Value:
        """An attribute of the class or of a base."""
        found = found_in(self.world, obj.mro, name)
        if isinstance(found, Descriptor):
            if found.kind == "classmethod":
                return Bound(obj, name, found.function)
            return found.function if found.kind == "staticmethod" else found
        if found is UNBOUND:
            if name == "__name__":
                return Const(obj.name.rpartition(".")[2])
            return self.world.derived(name, obj)
        return found

    def set_attribute(self, obj: Class, name: str, value: Value, node: ast.AST) -> None:
        """It is what was set."""
        self.world.state.set_attribute(obj, name, value)

    def call(self, obj: Class, given: Arguments, node: ast.AST) -> Value:
        """Make an instance."""
        made = Instance(obj, self.world.state.tick())
        return self.made(made, given, node)

    def made(self, made: Instance, given: Arguments, node: ast.AST) -> Value:
        """A new instance, once its constructor was run."""
        mro = mro_of(made.cls)
        init = found_in(self.world, mro, "__init__")
        if isinstance(init, Function):
            if self.world.invoke(init, given, node, made) is UNBOUND:
                return UNBOUND
        elif init is not UNBOUND:
            self.world.models.call(init, given.behind(made), node)
        else:
            self._fill(made, given)
        return made

    def _fill(self, made: Instance, given: Arguments) -> None:
        """Set the fields of a dataclass or of a named tuple."""
        for cls in reversed(mro_of(made.cls)):
            names = self.world.state.get(cls, RECORD) if isinstance(cls, Class) else None
            for at, name in enumerate(names or ()):
                value = given.get(at, name)
                if value is None:
                    value = found_in(self.world, mro_of(made.cls), name)
                    if given.is_open or value is UNBOUND:
                        value = self.world.unknown(name)
                self.world.state.set_attribute(made, name, value)

    def subscript(self, obj: Class, key: Value, node: ast.AST) -> Value:
        """``Stack[int]`` is that class, for what is run."""
        return obj

    def compare(self, operator: str, left: Value, right: Value, node: ast.AST) -> Value | None:
        """It is itself alone."""
        return identity(operator, left, right)


class Instances(Kind[Instance]):
    """Objects of classes of the program, or of ones from elsewhere."""

    def is_lasting(self, obj: Instance) -> bool:
        """What changes is what it holds."""
        return True

    def attribute(self, obj: Instance, name: str, node: ast.AST) -> Value:
        """Of the object itself, or of its class; a property is run."""
        own = self.world.state.attribute(obj, name)
        if own is not UNBOUND:
            return own
        found = found_in(self.world, mro_of(obj.cls), name)
        if isinstance(found, Descriptor):
            return described(self.world, found, obj, node)
        if isinstance(found, Function):
            return Bound(obj, name, found)
        if found is not UNBOUND:
            return found
        if name == "__class__":
            return obj.cls
        getter = found_in(self.world, mro_of(obj.cls), "__getattr__")
        if isinstance(getter, Function):
            return self.world.invoke(getter, Arguments([Const(name)]), node, obj)
        return self.missing(obj, name, node)

    def missing(self, obj: Instance, name: str, node: ast.AST) -> Value:
        """What nobody has set in sight: it was always there."""
        value = Unknown(name)
        self.world.state.discover(obj, name, value)
        return value

    def set_attribute(self, obj: Instance, name: str, value: Value, node: ast.AST) -> None:
        """It is what was set, unless a property takes it."""
        found = found_in(self.world, mro_of(obj.cls), name)
        if isinstance(found, Descriptor) and found.setter is not None:
            self.world.models.call(found.setter, Arguments([obj, value]), node)
        else:
            self.world.state.set_attribute(obj, name, value)

    def special(self, obj: Instance, name: str, given: Arguments, node: ast.AST) -> Value | None:
        """The result of a method of the class with two underscores; ``None`` without one."""
        found = found_in(self.world, mro_of(obj.cls), f"__{name}__")
        if isinstance(found, Function):
            return self.world.invoke(found, given, node, obj)
        return None if found is UNBOUND else self.world.models.call(found, given.behind(obj), node)

    def call(self, obj: Instance, given: Arguments, node: ast.AST) -> Value:
        """``obj(...)``."""
        result = self.special(obj, "call", given, node)
        return self.world.unknown("result") if result is None else result

    def call_method(self, obj: Instance, name: str, given: Arguments, node: ast.AST) -> Value:
        """A method of the class is run with the object."""
        if self.world.state.attribute(obj, name) is UNBOUND:
            found = found_in(self.world, mro_of(obj.cls), name)
            if isinstance(found, Function):
                return self.world.invoke(found, given, node, obj)
            if found is UNBOUND:
                return self.inherited(obj, name, given, node)
        return self.world.models.call(self.attribute(obj, name, node), given, node)

    def inherited(self, obj: Instance, name: str, given: Arguments, node: ast.AST) -> Value:
        """A method of a base that is not known."""
        return NONE if name.startswith("__init") else self.world.unknown(name)

    def subscript(self, obj: Instance, key: Value, node: ast.AST) -> Value:
        """``obj[key]``."""
        result = self.special(obj, "getitem", Arguments([key]), node)
        if result is not None:
            return result
        items = self._record(obj)
        if items is not None and isinstance(key, Const) and isinstance(key.v, int):
            if -len(items.known) <= key.v < len(items.known):
                return items.known[key.v]
        return self.world.unknown("item")

    def set_subscript(
        self, obj: Instance, key: Value, value: Value, operator: str, node: ast.AST
    ) -> None:
        """``obj[key] = value``."""
        if value is UNBOUND:
            self.special(obj, "delitem", Arguments([key]), node)
        else:
            self.special(obj, "setitem", Arguments([key, value]), node)

    def operate(
        self, operator: str, left: Value, right: Value | None, node: ast.AST
    ) -> Value | None:
        """By the class's own method, if it has one."""
        word = _DUNDERS.get(operator, operator)
        if isinstance(left, Instance):
            given = Arguments(() if right is None else [right])
            return self.special(left, word, given, node)
        if isinstance(right, Instance):
            return self.special(right, f"r{word}", Arguments([left]), node)
        return None

    def augment(self, operator: str, left: Instance, right: Value, node: ast.AST) -> Value | None:
        """By the class's own method, if it has one."""
        word = _DUNDERS.get(operator, operator)
        return self.special(left, f"i{word}", Arguments([right]), node)

    def compare(self, operator: str, left: Value, right: Value, node: ast.AST) -> Value | None:
        """By the class's own method; without one an object is itself alone."""
        if isinstance(left, Instance) and operator in _DUNDERS:
            result = self.special(left, operator, Arguments([right]), node)
            if result is not None:
                return result
        if isinstance(right, Instance) and operator in ("in", "not in"):
            return self.world.unknown(operator)
        return identity(operator, left, right)

    def truth(self, obj: Instance) -> bool | Value:
        """An object is true, unless its class may say otherwise."""
        mro = mro_of(obj.cls)
        own = [found_in(self.world, mro, name) for name in ("__bool__", "__len__")]
        if is_complete(mro) and own == [UNBOUND, UNBOUND]:
            return True
        return self.world.unknown("truth")

    def items(self, obj: Instance, node: ast.AST) -> Items | None:
        """What its class's own iterator yields; the fields of a named tuple."""
        result = self.special(obj, "iter", Arguments(), node)
        if result is not None:
            return None if isinstance(result, Instance) else self.world.models.items(result, node)
        return self._record(obj)

    def _record(self, obj: Instance) -> Items | None:
        for cls in mro_of(obj.cls):
            if isinstance(cls, Class) and cls.is_a("typing.NamedTuple"):
                names = self.world.state.get(cls, RECORD) or ()
                return Items(tuple(self.world.state.attribute(obj, each) for each in names))
        return None

    def enter(self, obj: Instance, node: ast.AST) -> tuple[Value, Any]:
        """What ``__enter__`` gives."""
        result = self.special(obj, "enter", Arguments(), node)
        return self.world.unknown("entered") if result is None else result, None

    def leave(self, obj: Instance, token: Any, node: ast.AST) -> None:
        """``__exit__`` is run."""
        self.special(obj, "exit", Arguments([NONE, NONE, NONE]), node)


def described(world: Machine, found: Descriptor, obj: Value, node: ast.AST) -> Value:
    """An attribute that a descriptor stands for, taken from an object."""
    if found.kind == "property":
        return world.models.call(found.function, Arguments([obj]), node)
    if found.kind == "classmethod":
        cls = obj.cls if isinstance(obj, Instance) else obj
        return Bound(cls, "", found.function)
    return found.function


def kinds(world: Machine) -> dict[type[Value], Kind[Any]]:
    """The handlers, by class of value."""
    return {
        Function: Functions(world),
        Bound: Methods(world),
        Partial: Partials(world),
        Super: Supers(world),
        Class: Classes(world),
        Instance: Instances(world),
    }
