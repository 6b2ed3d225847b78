"""Classes and functions of the program, their instances, methods and descriptors."""

from __future__ import annotations

import ast
import operator
from collections.abc import Sequence
from typing import Final

from tapelint.core.code.operators import BINARY, COMPARISON, UNARY
from tapelint.core.domain.alternatives import Condition, Either
from tapelint.core.domain.fields import Items
from tapelint.core.domain.objects import (
    Bound,
    Class,
    Collection,
    Descriptor,
    Dictionary,
    Function,
    Instance,
    Super,
)
from tapelint.core.domain.values import (
    FALSE,
    NONE,
    TRUE,
    UNBOUND,
    Const,
    Symbol,
    Unknown,
    Value,
)
from tapelint.core.machine.machine import Machine
from tapelint.core.machine.protocol import Arguments
from tapelint.core.models.kind import Kind, identity
from tapelint.core.models.python.attributes import (
    NAMESPACES,
    attributes_of,
    give,
    is_namespace,
    told,
)
from tapelint.core.models.python.constants import MIRRORED
from tapelint.core.models.python.escaping import expose
from tapelint.core.models.python.records import (
    HELD,
    TUPLE,
    fill,
    held_by,
    is_tuple,
    of_container,
    of_tuple,
    record_of,
    same_fields,
    told_in,
)

OBJECT: Final = Symbol("builtins.object")
_DUNDERS: Final = {
    name: name.rstrip("_")
    for name in (*BINARY.values(), *UNARY.values(), *COMPARISON.values())
    if hasattr(operator, name)
}
"""The operators that a class may define, each with the word of its method."""


_COMPARED: Final = (Instance, Const, Collection, Function, Class)
"""Nothing else is equal to one of these by a rule of its own that is not asked."""


_WHOLE: Final = (OBJECT, TUPLE, *NAMESPACES)
"""Bases from elsewhere that add nothing which is not known."""


_CONTAINERS: Final = ("builtins.", "collections.")


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
    return all(isinstance(each, Class) or each in _WHOLE for each in mro)


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
        if self.world.models.kind(found).is_method:
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
            own = told_in(self.world, obj, name, node)
            return self.world.derived(name, obj) if own is None else own
        return found

    def call_method(self, obj: Class, name: str, given: Arguments, node: ast.AST) -> Value | None:
        """A method that a named tuple has by itself; the others are looked up."""
        if found_in(self.world, obj.mro, name) is not UNBOUND:
            return None
        return of_tuple(self.world, obj, name, given, node)

    def set_attribute(self, obj: Class, name: str, value: Value, node: ast.AST) -> None:
        """It is what was set."""
        self.world.state.set_attribute(obj, name, value)

    def call(self, obj: Class, given: Arguments, node: ast.AST) -> Value:
        """Make an instance."""
        made = Instance(obj, self.world.state.tick())
        for base in obj.mro:
            if isinstance(base, Symbol) and base != OBJECT and base.path.startswith(_CONTAINERS):
                held = self.world.models.call(base, Arguments(), node)
                if isinstance(held, (Collection, Dictionary)):
                    made.cells[HELD] = held
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
        elif self.world.state.get(made, HELD) is not NONE:
            self.world.models.call_method(made, "__init__", given, node)
        else:
            parts = record_of(self.world, made.cls)
            if parts is not None:
                fill(self.world, made, parts, given, node)
            else:  # that of a base from elsewhere
                self.world.models.call_method(made, "__init__", given, node)
            for name in ("__post_init__", "__attrs_post_init__"):
                after = found_in(self.world, mro, name)
                if isinstance(after, Function):
                    self.world.invoke(after, Arguments(), node, made)
        return made

    def match_part(self, cls: Class, obj: Value, at: int, node: ast.AST) -> Value:
        """The attribute that the class names for a place."""
        names = found_in(self.world, cls.mro, "__match_args__")
        if names is not UNBOUND:
            name = self.world.models.subscript(names, Const(at), node)
            if isinstance(name, Const) and isinstance(name.v, str):
                return self.world.models.attribute(obj, name.v, node)
        parts = [each for each in record_of(self.world, cls) or () if not each.by_name]
        if names is UNBOUND and at < len(parts):
            return self.world.models.attribute(obj, parts[at].name, node)
        return self.world.unknown("part")

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
        own = self.world.state.held(obj, name)
        if own is UNBOUND:
            return self._of_class(obj, name, node)
        if not isinstance(own, Either):
            return own
        return self.world.each(
            own, lambda one: self._of_class(obj, name, node) if one is UNBOUND else one
        )

    def _of_class(self, obj: Instance, name: str, node: ast.AST) -> Value:
        found = found_in(self.world, mro_of(obj.cls), name)
        if isinstance(found, Descriptor):
            return described(self.world, found, obj, node)
        if self.world.models.kind(found).is_method:
            return Bound(obj, name, found)
        if found is not UNBOUND:
            return found
        own = told_in(self.world, obj, name, node)
        if own is not None:
            return own
        if name == "__dict__" and is_complete(mro_of(obj.cls)) and not is_tuple(obj.cls):
            return attributes_of(self.world, obj)
        getter = found_in(self.world, mro_of(obj.cls), "__getattr__")
        if isinstance(getter, Function):
            return self.world.invoke(getter, Arguments([Const(name)]), node, obj)
        return self.missing(obj, name, node)

    def missing(self, obj: Instance, name: str, node: ast.AST) -> Value:
        """What nobody has set in sight: it was always there."""
        kept = self.world.models.outside.kept(obj, name)
        if kept is not None:
            return kept
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
            told(self.world, obj, name, value)

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
            if isinstance(found, Function) and found.code.is_abstract:
                return self.world.models.call(self.world.unknown(name), given.behind(obj), node)
            if isinstance(found, Function):
                return self.world.invoke(found, given, node, obj)
            if found is UNBOUND and self.world.models.outside.kept(obj, name) is None:
                return self.inherited(obj, name, given, node)
        return self.world.models.call(self.attribute(obj, name, node), given, node)

    def inherited(self, obj: Instance, name: str, given: Arguments, node: ast.AST) -> Value:
        """A method of a base that is not known."""
        if name == "__init__" and is_namespace(obj.cls):
            give(self.world, obj, given)
        own = of_tuple(self.world, obj, name, given, node)
        if own is not None:
            return own
        held = held_by(self.world, obj)
        if held is not None:
            return of_container(self.world, held, name, given, node)
        expose(self.world, [obj, *given.all], node)
        return NONE if name.startswith("__init") else self.world.unknown(name)

    def subscript(self, obj: Instance, key: Value, node: ast.AST) -> Value:
        """``obj[key]``."""
        result = self.special(obj, "getitem", Arguments([key]), node)
        if result is not None:
            return result
        held = held_by(self.world, obj)
        return (
            self.world.unknown("item")
            if held is None
            else self.world.models.subscript(held, key, node)
        )

    def set_subscript(
        self, obj: Instance, key: Value, value: Value, operator: str, node: ast.AST
    ) -> None:
        """``obj[key] = value``."""
        deletes, held = value is UNBOUND, held_by(self.world, obj)
        given = Arguments([key] if deletes else [key, value])
        result = self.special(obj, "delitem" if deletes else "setitem", given, node)
        if result is None and held is not None:
            self.world.models.set_subscript(held, key, value, operator, node)

    def operate(
        self, operator: str, left: Value, right: Value | None, node: ast.AST
    ) -> Value | None:
        """By the class's own method, if it has one."""
        word = _DUNDERS.get(operator, operator)
        if isinstance(left, Instance):
            given = Arguments(() if right is None else [right])
            result = self.special(left, word, given, node)
            if result is not None:
                return result
        if isinstance(right, Instance):
            return self.special(right, f"r{word}", Arguments([left]), node)
        return None

    def augment(self, operator: str, left: Instance, right: Value, node: ast.AST) -> Value | None:
        """By the class's own method, if it has one."""
        word = _DUNDERS.get(operator, operator)
        result, held = (
            self.special(left, f"i{word}", Arguments([right]), node),
            held_by(self.world, left),
        )
        if result is None and isinstance(held, (Collection, Dictionary)) and not is_tuple(left.cls):
            self.world.models.augment(operator, held, right, node)
            return left
        return result

    def compare(self, operator: str, left: Value, right: Value, node: ast.AST) -> Value | None:
        """By the class's own method; without one an object is itself alone."""
        if operator in ("is", "is not"):
            return identity(operator, left, right)
        if operator in ("in", "not in"):
            return self._contains(operator, left, right, node)
        for one, other, word in (
            (left, right, operator),
            (right, left, MIRRORED.get(operator, operator)),
        ):
            if isinstance(one, Instance):
                result = self._compared(word, one, other, node)
                if result is not None:
                    return result
        known = all(isinstance(each, _COMPARED) for each in (left, right))
        if not known or operator not in ("eq", "ne"):
            return None
        return TRUE if (left is right) is (operator == "eq") else FALSE

    def _contains(self, operator: str, left: Value, right: Value, node: ast.AST) -> Value | None:
        if not isinstance(right, Instance):
            return None
        result = self.special(right, "contains", Arguments([left]), node)
        if result is None:
            items, held = self.items(right, node), held_by(self.world, right)
            if items is None:
                return self.world.unknown(operator)
            held = held or Collection("tuple", items, self.world.state.tick())
            return self.world.models.compare(operator, left, held, node)
        return self._as_truth(result, operator == "in")

    def _as_truth(self, value: Value, holds: bool = True) -> Value:
        true, false = self.world.truth(value)
        if true is None or false is None:
            return TRUE if (false is None) is holds else FALSE
        return Condition(true, false) if holds else Condition(false, true)

    def _compared(self, operator: str, one: Instance, other: Value, node: ast.AST) -> Value | None:
        """By a method of the class, or field by field."""
        result = self.special(one, operator, Arguments([other]), node)
        if result is None and operator == "ne":
            result = self._compared("eq", one, other, node)
            return None if result is None else self._as_truth(result, False)
        if result is None and is_namespace(one.cls):
            return self.world.unknown(operator)
        if result is not None or record_of(self.world, one.cls) is None:
            return result
        if is_tuple(one.cls):
            fields = held_by(self.world, one) or NONE
            return self.world.models.compare(operator, fields, other, node)
        if operator != "eq":
            return self.world.unknown(operator)
        if not isinstance(other, Instance) or other.cls is not one.cls:
            return FALSE
        return same_fields(self.world, one, other, node)

    def truth(self, obj: Instance) -> bool | Value:
        """An object is true, unless its class says otherwise."""
        node = obj.cls.code.node if isinstance(obj.cls, Class) and obj.cls.code else ast.Pass()
        result = self.special(obj, "bool", Arguments(), node)
        if result is None:
            length = self.special(obj, "len", Arguments(), node)
            if length is not None:
                result = self.world.models.compare("ne", length, Const(0), node)
        if result is not None:
            return result
        held = held_by(self.world, obj)
        if held is not None:
            return self.world.models.truth(held)
        return True if is_complete(mro_of(obj.cls)) else self.world.derived("truth", obj)

    def items(self, obj: Instance, node: ast.AST) -> Items | None:
        """What its class's own iterator yields; the fields of a named tuple."""
        result = self.special(obj, "iter", Arguments(), node)
        if result is not None:
            return None if isinstance(result, Instance) else self.world.models.items(result, node)
        held = held_by(self.world, obj)
        return None if held is None else self.world.models.items(held, node)

    def enter(self, obj: Instance, node: ast.AST) -> Value | None:
        """What ``__enter__`` gives."""
        return self.special(obj, "enter", Arguments(), node)

    def leave(self, obj: Instance, node: ast.AST) -> None:
        """``__exit__`` is run."""
        self.special(obj, "exit", Arguments([NONE, NONE, NONE]), node)


def described(world: Machine, found: Descriptor, obj: Value, node: ast.AST) -> Value:
    """An attribute that a descriptor stands for, taken from an object."""
    if found.kind == "property":
        return world.models.call(found.function, Arguments([obj]), node)
    if found.kind == "classmethod":
        cls = obj.cls if isinstance(obj, Instance) else obj
        return Bound(cls, "method", found.function)
    return found.function
