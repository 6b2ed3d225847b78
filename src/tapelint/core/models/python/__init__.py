"""What Python's own values do."""

from __future__ import annotations

from typing import Any, Final

from tapelint.core.domain import objects as obj
from tapelint.core.domain.alternatives import Condition
from tapelint.core.domain.values import Const, Symbol, Unknown, Value
from tapelint.core.machine.machine import Machine
from tapelint.core.models.kind import Kind
from tapelint.core.models.python import (
    arguments,
    attributes,
    builtins,
    callables,
    classes,
    collections,
    constants,
    making_records,
    managers,
    objects,
    questions,
    unknowns,
)
from tapelint.core.models.python.dictionaries import Dictionaries

KINDS: Final[dict[type[Value], type[Kind[Any]]]] = {
    Unknown: unknowns.Unknowns,
    Symbol: unknowns.Symbols,
    Const: constants.Constants,
    Condition: constants.Conditions,
    obj.Collection: collections.Collections,
    obj.Numbered: collections.Numbers,
    obj.Generator: collections.Generators,
    obj.Dictionary: Dictionaries,
    attributes.Attributes: attributes.AttributeDictionaries,
    obj.Function: callables.Functions,
    obj.Bound: callables.Methods,
    obj.Descriptor: callables.Descriptors,
    obj.Partial: callables.Partials,
    obj.Super: classes.Supers,
    obj.Class: classes.Classes,
    obj.Instance: classes.Instances,
    managers.Stack: managers.Stacks,
    managers.Null: managers.Nulls,
    arguments.Parser: arguments.Parsers,
}
"""What knows what the values of each class do."""


def python_models(world: Machine) -> None:
    """Give a machine the models of Python."""
    world.models.kinds.update((cls, kind(world)) for cls, kind in KINDS.items())
    for functions in (builtins, making_records, objects, questions):
        world.models.functions.update(functions.FUNCTIONS)
