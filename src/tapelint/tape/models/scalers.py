"""``GradScaler``: it scales a loss, and unscales gradients before an optimiser's step."""

from __future__ import annotations

from tapelint.source import tree
from tapelint.tape.autograd import gradient_pages
from tapelint.tape.domain.terms import DeedKind, Truth
from tapelint.tape.domain.values import UNKNOWN, LibraryObject, Number, Value
from tapelint.tape.machine.frames import Arguments, known_truth
from tapelint.tape.machine.machine import Machine
from tapelint.tape.models import clipping, operators
from tapelint.torch_api.gradient_calls import SCALER

_ENABLED = "(enabled)"
_ENABLED_AT = 4
"""Where the flag stands among the arguments, less the device that newer versions begin with."""


def make(machine: Machine, arguments: Arguments) -> LibraryObject:
    """A scaler, on or off."""
    made = machine.new_object(SCALER)
    enabled = arguments.truth(None, "enabled", Truth.YES)
    if len(arguments.positional) > _ENABLED_AT:
        enabled = Truth.UNKNOWN
    machine.set_attribute(
        made, _ENABLED, Number(None if enabled is Truth.UNKNOWN else bool(enabled))
    )
    return made


def is_scaler(value: Value) -> bool:
    """Whether a value is one."""
    return isinstance(value, LibraryObject) and value.kind == SCALER


def is_enabled(machine: Machine, scaler: Value) -> Truth:
    """Whether a scaler scales anything; of one that is known by its name alone, nobody knows."""
    record = machine.attributes(scaler)
    flag = record.get(_ENABLED) if record is not None else None
    return known_truth(flag) if flag is not None else Truth.UNKNOWN


def call_method(
    machine: Machine, scaler: Value, name: str, arguments: Arguments, node: tree.Call
) -> Value | None:
    """``scaler.scale(loss)`` and the like; ``None`` where it is another method or a step."""
    if name == "scale" and arguments.positional:
        return _scale(machine, scaler, arguments, node)
    if name == "unscale_":
        gradient_pages.note(machine, (), DeedKind.UNSCALED, node)
        return UNKNOWN
    return UNKNOWN if name == "update" else None


def _scale(machine: Machine, scaler: Value, arguments: Arguments, node: tree.Call) -> Value:
    """The loss times a number."""
    gradient_pages.note_scaled(machine, node, is_enabled(machine, scaler))
    value, expression = arguments.positional[0]
    return operators.operate(machine, "mul", ((value, expression), (Number(), node)), node)


def note_step(machine: Machine, scaler: Value, node: tree.Call) -> None:
    """``scaler.step(optimizer)``: it unscales what was not unscaled before."""
    enabled = is_enabled(machine, scaler)
    if enabled is not Truth.NO:
        clipping.tell_of_scaled(machine, node, is_named=enabled is Truth.UNKNOWN)
