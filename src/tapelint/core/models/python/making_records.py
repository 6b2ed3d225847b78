"""What makes classes from fields, and what reads their objects: dataclasses, ``attrs``, tuples."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Final

from tapelint.core.domain.fields import Items
from tapelint.core.domain.objects import (
    RECORD,
    Class,
    Collection,
    Instance,
    Part,
    Partial,
)
from tapelint.core.domain.values import FALSE, NONE, Const, Item, Symbol, Value
from tapelint.core.machine.machine import Machine
from tapelint.core.machine.models import Model
from tapelint.core.machine.protocol import Arguments
from tapelint.core.models.kind import registering
from tapelint.core.models.python.records import (
    FIELD,
    as_dictionary,
    make_record,
    named_tuple,
    names_in,
    record_of,
    replaced,
)

MOST_DEPTH: Final = 4
"""Objects are not unfolded deeper than that."""
FUNCTIONS: Final[dict[str, Model]] = {}
model = registering(FUNCTIONS)


def _decorator(path: str) -> Model:
    """``@dataclass`` and the like, with or without what it is given."""

    def decorated(world: Machine, given: Arguments, node: ast.AST) -> Value:
        cls = given.get(0, "cls") or given.keywords.get("maybe_cls")
        if cls is None:
            return Partial(Symbol(path), (), given.keywords, given.is_open)
        if isinstance(cls, Class):
            make_record(world, cls, given.keywords)
        return cls

    return decorated


for _path in (
    "dataclasses.dataclass",
    *(f"attr.{_word}" for _word in ("s", "attrs", "attributes", "dataclass")),
    *(f"{_top}.{_word}" for _top in ("attr", "attrs") for _word in ("define", "mutable", "frozen")),
):
    FUNCTIONS[_path] = _decorator(_path)


@model("dataclasses.field", "attr.ib", "attr.attrib", "attr.attr", "attr.field", "attrs.field")
def _field(world: Machine, given: Arguments, node: ast.AST) -> Value:
    default = given.get(0, "default")
    own = {} if default is None else {"default": default}
    return Partial(FIELD, (), {**given.keywords, **own}, given.is_open)


@model("attr.Factory", "attrs.Factory")
def _factory(world: Machine, given: Arguments, node: ast.AST) -> Value:
    factory = given.get(0, "factory")
    takes_self = given.get(1, "takes_self") or FALSE
    if factory is None:
        return world.unknown("factory")
    return Partial(FIELD, (), {"factory": factory, "takes_self": takes_self}, False)


def _of_record(name: str, read: Callable[[Machine, Instance, Arguments, ast.AST], Value]) -> Model:
    """A function of an object whose class has fields."""

    def each_of(world: Machine, given: Arguments, node: ast.AST) -> Value:
        def one(value: Value) -> Value:
            if isinstance(value, Instance) and record_of(world, value.cls) is not None:
                return read(world, value, given, node)
            return world.unknown(name)

        return world.each(given.get(0, "obj") or given.keywords.get("inst") or NONE, one)

    return each_of


FUNCTIONS.update(
    dict.fromkeys(
        ("dataclasses.replace", "copy.replace", "attr.evolve", "attrs.evolve", "attr.assoc"),
        _of_record("replaced", replaced),
    )
)


def _asdict(world: Machine, obj: Instance, given: Arguments, node: ast.AST) -> Value:
    return _unfolded(world, obj)


def _unfolded(world: Machine, obj: Instance, depth: int = 0) -> Value:
    """What ``asdict`` makes of an object: a dictionary, and of what its fields hold the same."""
    if depth > MOST_DEPTH:
        return world.unknown("asdict")

    def one(value: Value) -> Value:
        is_record = isinstance(value, Instance) and record_of(world, value.cls) is not None
        return _unfolded(world, value, depth + 1) if is_record else value  # type: ignore[arg-type]

    made = as_dictionary(world, obj)
    for key in list(made.cells):
        if isinstance(key, Item):
            part = world.each(world.state.attribute(made, key), one)
            world.state.set_attribute(made, key, part)
    return made


FUNCTIONS.update(dict.fromkeys(("attr.asdict", "attrs.asdict"), _of_record("asdict", _asdict)))


@model("dataclasses.fields", "attr.fields", "attrs.fields")
def _fields(world: Machine, given: Arguments, node: ast.AST) -> Value:
    of = given.get(0, "class_or_instance") or NONE
    cls = of.cls if isinstance(of, Instance) else of
    parts = record_of(world, cls)
    if parts is None:
        return world.unknown("fields")
    made = []
    for each in parts:
        made.append(Instance(Symbol("dataclasses.Field"), world.state.tick()))
        world.state.set_attribute(made[-1], "name", Const(each.name))
    return Collection("tuple", Items(tuple(made)), world.state.tick())


@model("dataclasses.make_dataclass", "attr.make_class", "attrs.make_class")
def _make_class(world: Machine, given: Arguments, node: ast.AST) -> Value:
    name, several = given.get(0, "cls_name"), given.get(1, "fields") or given.keywords.get("attrs")
    names = None if several is None else names_in(world, several, node)
    if names is None or not isinstance(name, Const) or "bases" in given.keywords:
        return world.unknown("class")
    made = Class(str(name.v), (), None, world.state.tick())
    world.state.put(made, RECORD, tuple(map(Part, names)))
    return made


@model("collections.namedtuple", "typing.NamedTuple")
def _namedtuple(world: Machine, given: Arguments, node: ast.AST) -> Value:
    name, several = given.get(0, "typename"), given.get(1, "field_names")
    names = None if several is None else names_in(world, several, node)
    if names is None or not isinstance(name, Const):
        return world.unknown("named tuple")
    defaults = given.keywords.get("defaults")
    items = Items() if defaults is None else world.models.items(defaults, node)
    if items is None or items.rest is not None or len(items.known) > len(names):
        return world.unknown("named tuple")
    return named_tuple(world, str(name.v), names, items.known)
