"""Classes whose constructor is made from their fields, and those that derive from containers."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Final

from tapelint.core.domain.fields import Field, Items, first_of
from tapelint.core.domain.objects import (
    RECORD,
    Class,
    Collection,
    Dictionary,
    Instance,
    Part,
    Partial,
)
from tapelint.core.domain.values import FALSE, NONE, TRUE, UNBOUND, Const, Symbol, Value
from tapelint.core.machine.machine import Machine
from tapelint.core.machine.protocol import Arguments

TUPLE: Final = Symbol("typing.NamedTuple")
FIELD: Final = Symbol("dataclasses.field")


HELD: Final = Field[Value]("held", NONE, first_of)
"""What an object holds whose class derives from a container: a list, or a dictionary."""


def record_of(world: Machine, cls: Value) -> tuple[Part, ...] | None:
    """The fields of a class, if its constructor is made from them."""
    for each in cls.mro if isinstance(cls, Class) else ():
        if isinstance(each, Class):
            record = world.state.get(each, RECORD)
            if record is None and TUPLE in each.mro:
                record = tuple(_annotated(world, each, False))
                world.state.put(each, RECORD, record)
            if record is not None:
                return record
    return None


def is_tuple(cls: Value) -> bool:
    """Whether a class is a named tuple."""
    return isinstance(cls, Class) and TUPLE in cls.mro


def make_dataclass(world: Machine, cls: Class, how: dict[str, Value]) -> None:
    """Make the constructor of a class from its fields and those of its bases."""
    parts: dict[str, Part] = {}
    for base in reversed(cls.mro[1:]):
        for part in (record_of(world, base) or ()) if isinstance(base, Class) else ():
            parts[part.name] = part
    for part in _annotated(world, cls, how.get("kw_only") == TRUE):
        parts[part.name] = part
        if part.default is UNBOUND:
            world.state.set_attribute(cls, part.name, UNBOUND)
        else:
            world.state.set_attribute(cls, part.name, part.default)
    world.state.put(cls, RECORD, tuple(parts.values()))


def _annotated(world: Machine, cls: Class, by_name: bool) -> list[Part]:
    """The fields that a class's body annotates, in order."""
    found = []
    for each in cls.code.node.body:
        if not isinstance(each, ast.AnnAssign) or not isinstance(each.target, ast.Name):
            continue
        kind, name = ast.unparse(each.annotation), each.target.id
        if kind.endswith("KW_ONLY"):
            by_name = True
        elif "ClassVar" not in kind:
            default = world.state.attribute(cls, name)
            found.append(_part(name, default, by_name))
    return found


def _part(name: str, default: Value, by_name: bool) -> Part:
    if not isinstance(default, Partial) or default.function != FIELD:
        return Part(name, default, by_name=by_name)
    told = default.keywords
    return Part(
        name,
        told.get("default", UNBOUND),
        told.get("default_factory", UNBOUND),
        told.get("init", TRUE) != FALSE,
        told.get("kw_only", Const(by_name)) == TRUE,
    )


def named_tuple(
    world: Machine, name: str, names: Sequence[str], defaults: Sequence[Value]
) -> Class:
    """The class that ``namedtuple(name, names)`` makes."""
    made = Class(name, (TUPLE,), None, world.state.tick())
    missing = [UNBOUND] * (len(names) - len(defaults))
    parts = tuple(map(Part, names, [*missing, *defaults]))
    world.state.put(made, RECORD, parts)
    return made


def fill(
    world: Machine, made: Instance, parts: Sequence[Part], given: Arguments, node: ast.AST
) -> None:
    """Set the fields of a new object to what its constructor is given."""
    places = [each.name for each in parts if each.is_given and not each.by_name]
    for part in parts:
        value = None
        if part.is_given:
            value = given.get(places.index(part.name) if part.name in places else -1, part.name)
        if value is None and given.is_open:
            value = world.unknown(part.name)
        if value is None and part.factory is not UNBOUND:
            value = world.models.call(part.factory, Arguments(), node)
        if value is None:
            value = world.unknown(part.name) if part.default is UNBOUND else part.default
        world.state.set_attribute(made, part.name, value)


def replaced(world: Machine, obj: Instance, given: Arguments, node: ast.AST) -> Value:
    """A new object with some fields changed."""
    parts = [each for each in record_of(world, obj.cls) or () if each.is_given]
    kept = {each.name: world.state.attribute(obj, each.name) for each in parts}
    whole = Arguments((), {**kept, **given.keywords}, given.is_open)
    return world.models.call(obj.cls, whole, node)


def fields_in_order(world: Machine, obj: Instance) -> list[Value]:
    """What the fields of an object hold."""
    parts = record_of(world, obj.cls) or ()
    return [world.state.attribute(obj, each.name) for each in parts]


def held_by(world: Machine, obj: Instance) -> Value | None:
    """What its class has an object hold, as a container or as a named tuple."""
    held = world.state.get(obj, HELD)
    if is_tuple(obj.cls):
        held = Collection("tuple", Items(tuple(fields_in_order(world, obj))), world.state.tick())
    return None if held is NONE else held


def of_container(world: Machine, held: Value, name: str, given: Arguments, node: ast.AST) -> Value:
    """A method of a container that a class derives from."""
    if name == "__setitem__" and len(given.positional) == 2:
        key, value = given.positional
        world.models.set_subscript(held, key, value, "", node)
        return NONE
    if name == "__getitem__" and given.positional:
        return world.models.subscript(held, given.positional[0], node)
    if name == "__init__":
        name = "update" if isinstance(held, Dictionary) else "extend"
    return world.models.call_method(held, name, given, node)


def same_fields(world: Machine, one: Instance, other: Instance, node: ast.AST) -> Value:
    """Whether two objects of one class are equal, field by field."""
    pairs = zip(fields_in_order(world, one), fields_in_order(world, other), strict=True)
    truths = [world.is_true(world.models.compare("eq", a, b, node)) for a, b in pairs]
    if False in truths:
        return FALSE
    return world.unknown("eq") if None in truths else TRUE


def names_in(world: Machine, value: Value) -> list[str] | None:
    """The names that ``namedtuple`` is given: a text, or several texts."""
    if isinstance(value, Const) and isinstance(value.v, str):
        return value.v.replace(",", " ").split()
    items = world.models.items(value, ast.Pass()) if isinstance(value, Collection) else None
    names = [each.v for each in items.known if isinstance(each, Const)] if items else []
    return names if items is not None and len(names) == len(items.all) else None  # type: ignore[return-value]
