"""Classes whose constructor is made from their fields, and those that derive from containers."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Final

from tapelint.core.domain.fields import Field, Items, first_of
from tapelint.core.domain.objects import (
    RECORD,
    Bound,
    Class,
    Collection,
    Dictionary,
    Instance,
    Part,
    Partial,
)
from tapelint.core.domain.values import FALSE, NONE, TRUE, UNBOUND, Const, Item, Symbol, Value
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
            is_first = sum(isinstance(base, Class) for base in each.mro) == 1
            if record is None and is_first and TUPLE in each.mro:
                record = tuple(_declared(world, each))
                world.state.put(each, RECORD, record)
            if record is not None:
                return record
    return None


def is_tuple(cls: Value) -> bool:
    """Whether a class is a named tuple."""
    return isinstance(cls, Class) and TUPLE in cls.mro


def make_record(world: Machine, cls: Class, how: dict[str, Value]) -> None:
    """Make the constructor of a class from its fields and those of its bases.

    Args:
        world: The machine.
        cls: The class.
        how: What its decorator is given.
    """
    parts: dict[str, Part] = {}
    for base in reversed(cls.mro[1:]):
        for part in (record_of(world, base) or ()) if isinstance(base, Class) else ():
            parts[part.name] = part
    for part in _declared(world, cls, how.get("kw_only") == TRUE):
        parts[part.name] = part
        world.state.set_attribute(cls, part.name, part.default)
    world.state.put(cls, RECORD, tuple(parts.values()))


def _declared(world: Machine, cls: Class, by_name: bool = False) -> list[Part]:
    """The fields that a class's body declares, in order.

    What is annotated is one, unless the body tells each field by itself, as ``attrs`` lets it.
    """
    annotated, told = list[Part](), list[Part]()
    for each in cls.code.node.body if cls.code is not None else ():
        kind = ast.unparse(each.annotation) if isinstance(each, ast.AnnAssign) else ""
        by_name |= kind.endswith("KW_ONLY")
        for name in _bound(each) if not kind.endswith("KW_ONLY") and "ClassVar" not in kind else ():
            default = world.state.attribute(cls, name)
            is_told = isinstance(default, Partial) and default.function == FIELD
            if kind:
                annotated.append(_part(world, name, default, by_name))
            elif is_told:
                told.append(_part(world, name, default, by_name))
    return told or annotated


def _bound(statement: ast.stmt) -> list[str]:
    targets: list[ast.expr] = [statement.target] if isinstance(statement, ast.AnnAssign) else []
    targets += statement.targets if isinstance(statement, ast.Assign) else []
    return [each.id for each in targets if isinstance(each, ast.Name)]


def _part(world: Machine, name: str, default: Value, by_name: bool) -> Part:
    if not isinstance(default, Partial) or default.function != FIELD:
        return Part(name, default, by_name=by_name, word=name)
    told = default.keywords
    given = told.get("default")
    if isinstance(given, Partial) and given.function == FIELD:  # ``default=Factory(list)``
        told = {**told, **given.keywords}
        given = None
    factory = told.get("default_factory", told.get("factory", UNBOUND))
    alias = told.get("alias", Const(name))
    return Part(
        name,
        UNBOUND if given is None else given,
        factory,
        told.get("init", TRUE) != FALSE,
        told.get("kw_only", Const(by_name)) == TRUE,
        told.get("takes_self", FALSE) != FALSE,
        told.get("converter", UNBOUND),
        str(alias.v) if isinstance(alias, Const) else name,
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
            at = places.index(part.name) if part.name in places else -1
            value = given.get(at, part.word or part.name)
            if value is None:  # ``attrs`` takes ``_net`` as ``net``
                value = given.keywords.get(part.name.lstrip("_"))
        if value is None and (given.is_open or part.default is part.factory is UNBOUND):
            value = world.unknown(part.name)
        if value is None and part.factory is not UNBOUND:
            of = Arguments([made] if part.of_self else [])
            value = world.models.call(part.factory, of, node)
        if value is None:
            value = part.default
        if part.converter is not UNBOUND:
            value = world.models.call(part.converter, Arguments([value]), node)
        world.state.set_attribute(made, part.name, value)


def replaced(world: Machine, obj: Instance, given: Arguments, node: ast.AST) -> Value:
    """A new object with some fields changed."""
    parts = [each for each in record_of(world, obj.cls) or () if each.is_given]
    kept = {each.word or each.name: world.state.attribute(obj, each.name) for each in parts}
    changed = {
        each.word or each.name: given.keywords[word]
        for each in parts
        for word in (each.word, each.name.lstrip("_"), each.name)
        if word in given.keywords
    }
    whole = Arguments((), {**kept, **changed}, given.is_open)
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


def names_in(world: Machine, value: Value, node: ast.AST) -> list[str] | None:
    """The names that a maker of classes is given: a text, or several texts or pairs."""
    if isinstance(value, Const) and isinstance(value.v, str):
        return value.v.replace(",", " ").split()
    items = world.models.items(value, node)
    if items is None or items.rest is not None:
        return None
    firsts = [
        world.models.subscript(each, Const(0), node) if isinstance(each, Collection) else each
        for each in items.known
    ]
    names = [each.v for each in firsts if isinstance(each, Const) and isinstance(each.v, str)]
    return names if len(names) == len(items.all) else None


def told_in(world: Machine, obj: Instance | Class, name: str, node: ast.AST) -> Value | None:
    """What a named tuple has by itself besides its fields: their names, and its own methods."""
    cls = obj.cls if isinstance(obj, Instance) else obj
    if not is_tuple(cls):
        return None
    if name == "_fields":
        names = tuple(Const(each.name) for each in record_of(world, cls) or ())
        return Collection("tuple", Items(names), world.state.tick())
    return Bound(obj, name) if name in _OF_TUPLES else None


_OF_TUPLES: Final = frozenset({"_make", "_replace", "_asdict"})


def of_tuple(
    world: Machine, obj: Instance | Class, name: str, given: Arguments, node: ast.AST
) -> Value | None:
    """A method of a named tuple itself, or of its class; ``None`` for those of all tuples."""
    cls = obj.cls if isinstance(obj, Instance) else obj
    if not is_tuple(cls):
        return None
    if name == "_make" and given.positional:
        items = world.models.items(given.positional[0], node)
        if items is None:
            return world.models.call(cls, Arguments((), {}, True), node)
        more = Items((), items.rest, items.tail)
        return world.models.call(cls, Arguments(items.known, {}, False, more), node)
    if name == "_replace" and isinstance(obj, Instance):
        return replaced(world, obj, given, node)
    if name == "_asdict" and isinstance(obj, Instance):
        return as_dictionary(world, obj)
    return None


def as_dictionary(world: Machine, obj: Instance) -> Dictionary:
    """The fields of an object by their names."""
    made = Dictionary(world.state.tick())
    for each in record_of(world, obj.cls) or ():
        world.state.set_attribute(made, Item(each.name), world.state.attribute(obj, each.name))
    return made
