"""Whether what the machine says that a value may be admits what it was."""

from __future__ import annotations

import ast
from collections import deque
from typing import Any

from tapelint.core.code.lowering import module_code
from tapelint.core.domain.alternatives import Condition, Either
from tapelint.core.domain.objects import (
    ITEMS,
    Bound,
    Class,
    Collection,
    Dictionary,
    Frame,
    Function,
    Instance,
    Partial,
    is_open,
)
from tapelint.core.domain.values import UNBOUND, Const, Item, Symbol, Unknown, Value
from tapelint.core.machine.machine import Machine
from tapelint.core.models.python import python_models


def executed(text: str) -> tuple[Machine, Frame]:
    """A text, executed by the machine."""
    machine = Machine()
    python_models(machine)
    return machine, machine.run_module(module_code(ast.parse(text)))


KINDS = {"list": list, "tuple": tuple, "set": (set, frozenset), "deque": deque}


def admits(machine: Machine, value: Value, real: object, depth: int = 4) -> bool:
    """Whether a value may be what it really was."""
    if isinstance(value, (Unknown, Symbol, Function, Class, Partial, Bound)) or depth == 0:
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
        if value.kind not in KINDS:  # an iterator
            return not isinstance(real, (list, tuple, set))
        return isinstance(real, KINDS[value.kind]) and _holds(machine, value, real, depth - 1)
    if isinstance(value, Dictionary):
        return isinstance(real, dict) and _maps(machine, value, real, depth - 1)
    if isinstance(value, Instance):
        if isinstance(value.cls, Class) and value.cls.name != type(real).__qualname__:
            return False
        return all(
            name not in value.cells
            or admits(machine, machine.state.attribute(value, name), part, depth - 1)
            for name, part in _parts(real).items()
        )
    raise TypeError(value)


def is_exactly(machine: Machine, value: Value, real: object, depth: int = 4) -> bool:
    """Whether a value is known to be what it is, and nothing else."""
    if isinstance(value, (Symbol, Function, Class, Partial, Bound)) or depth == 0:
        return callable(real) or depth == 0
    if isinstance(value, (Either, Unknown, Condition)) or not admits(machine, value, real, 1):
        return False
    if isinstance(value, Collection) and isinstance(real, (list, tuple, set, frozenset)):
        items = machine.state.get(value, ITEMS)
        if items.rest is not None or len(items.known) != len(real):
            return False
        if value.kind == "set":
            return {each.v for each in items.known if isinstance(each, Const)} == real
        return all(
            is_exactly(machine, one, each, depth - 1)
            for one, each in zip(items.known, real, strict=True)
        )
    if isinstance(value, Dictionary) and isinstance(real, dict):
        held = {key: machine.state.attribute(value, Item(key)) for key in real}
        return not is_open(machine.state, value) and all(
            is_exactly(machine, held[key], part, depth - 1) for key, part in real.items()
        )
    if isinstance(value, Instance):
        return all(
            is_exactly(machine, machine.state.attribute(value, name), part, depth - 1)
            for name, part in _parts(real).items()
        )
    return True


def _parts(real: object) -> dict[str, object]:
    if isinstance(real, tuple) and hasattr(real, "_asdict"):
        return dict(real._asdict())
    return dict(vars(real)) if hasattr(real, "__dict__") else {}


def _holds(machine: Machine, value: Collection, real: Any, depth: int) -> bool:
    items = machine.state.get(value, ITEMS)
    if value.kind == "set":
        return all(any(admits(machine, one, each, depth) for one in items.all) for each in real)
    if len(real) < len(items.known) or (items.rest is None and len(real) > len(items.known)):
        return False
    allowed = [*items.known, *[items.rest] * (len(real) - len(items.known))]
    return all(
        admits(machine, one, each, depth) for one, each in zip(allowed, real, strict=True) if one
    )


def _maps(machine: Machine, value: Dictionary, real: dict[object, object], depth: int) -> bool:
    is_whole = not is_open(machine.state, value)
    for key, part in real.items():
        held = machine.state.attribute(value, Item(key))
        if held is UNBOUND:
            if is_whole:
                return False
        elif is_whole and not admits(machine, held, part, depth):
            return False
    return True
