"""Forward hooks: functions that a module calls with what it gives, and that may give another."""

from __future__ import annotations

from tapelint.source import tree
from tapelint.tape.domain.terms import Truth
from tapelint.tape.domain.values import (
    NONE,
    ContainerKind,
    Function,
    NoneValue,
    Partial,
    Tensor,
    Unknown,
    Value,
)
from tapelint.tape.machine.frames import Arguments
from tapelint.tape.machine.machine import Machine
from tapelint.tape.models import containers

_HOOKS = "(forward hooks)"
"""The attribute under which a module keeps them."""
_REGISTER = "register_forward_hook"


def register(machine: Machine, module: Value, name: str, arguments: Arguments) -> bool:
    """``module.register_forward_hook(function)``; returns whether it is followed."""
    function = arguments.at(0, "hook")
    if name != _REGISTER or not isinstance(function, (Function, Partial)):
        return False
    if arguments.is_true("with_kwargs"):
        return False
    record = machine.attributes(module)
    known = machine.container_record(record.get(_HOOKS) or NONE) if record is not None else None
    made = machine.new_container(ContainerKind.LIST, known.items if known is not None else ())
    containers.add(machine, made, function)
    machine.set_attribute(module, _HOOKS, made)
    return record is not None


def after(
    machine: Machine, module: Value, arguments: Arguments, made: Value, node: tree.Node
) -> Value:
    """What a call of a module gives, once its hooks were called."""
    record = machine.attributes(module)
    hooks = machine.container_record(record.get(_HOOKS) or NONE) if record is not None else None
    expression = node if isinstance(node, tree.Call) else tree.name("")
    for hook in hooks.held if hooks is not None else ():
        inputs = machine.new_container(ContainerKind.TUPLE, arguments.values)
        given = ((module, expression), (inputs, expression), (made, expression))
        value = machine.call(hook, Arguments(given), node)
        if not isinstance(value, (NoneValue, Unknown)):
            made = value
        elif isinstance(value, Unknown) and isinstance(made, Tensor):
            machine.update_tensor(made, requires_grad=Truth.UNKNOWN)
    return made
