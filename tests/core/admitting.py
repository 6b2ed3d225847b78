"""Whether what the machine says that a value may be admits what it was."""

from __future__ import annotations

import ast

from tapelint.core.code.lowering import module_code
from tapelint.core.domain.alternatives import Condition, Either
from tapelint.core.domain.objects import (
    ITEMS,
    OPEN_KEYS,
    Class,
    Collection,
    Dictionary,
    Frame,
    Function,
    Instance,
)
from tapelint.core.domain.values import UNBOUND, Const, Item, Symbol, Unknown, Value
from tapelint.core.machine.machine import Machine
from tapelint.core.models.python import python_models


def executed(text: str) -> tuple[Machine, Frame]:
    """A text, executed by the machine."""
    machine = Machine()
    python_models(machine)
    return machine, machine.run_module(module_code(ast.parse(text)))


def admits(machine: Machine, value: Value, real: object, depth: int = 4) -> bool:
    """Whether a value may be what it really was."""
    if isinstance(value, (Unknown, Symbol, Function, Class)) or depth == 0:
        return True
    if isinstance(value, Either):
        return any(admits(machine, each, real, depth) for each, _ in value.alternatives)
    if value is UNBOUND:
        return False
    if isinstance(value, Const):
        return type(value.v) is type(real) and value.v == real
    if isinstance(value, Condition):
        return isinstance(real, bool)
    if isinstance(value, Collection):
        return isinstance(real, (list, tuple, set)) and _holds(machine, value, [*real], depth - 1)
    if isinstance(value, Dictionary):
        return isinstance(real, dict) and _maps(machine, value, real, depth - 1)
    if isinstance(value, Instance):
        return all(
            name not in value.cells
            or admits(machine, machine.state.attribute(value, name), part, depth - 1)
            for name, part in vars(real).items()
        )
    raise TypeError(value)


def _holds(machine: Machine, value: Collection, real: list[object], depth: int) -> bool:
    items = machine.state.get(value, ITEMS)
    if len(real) < len(items.known) or (items.rest is None and len(real) > len(items.known)):
        return False
    allowed = [*items.known, *[items.rest] * (len(real) - len(items.known))]
    return all(
        admits(machine, one, each, depth) for one, each in zip(allowed, real, strict=True) if one
    )


def _maps(machine: Machine, value: Dictionary, real: dict[object, object], depth: int) -> bool:
    is_open = machine.state.get(value, OPEN_KEYS)
    for key, part in real.items():
        held = machine.state.attribute(value, Item(key))
        if held is UNBOUND:
            if not is_open:
                return False
        elif not is_open and not admits(machine, held, part, depth):
            return False
    return True
