"""Whether a module trains or is evaluated: `train()` and `eval()`."""

from __future__ import annotations

from tapelint.source import tree
from tapelint.tape.autograd import modes
from tapelint.tape.domain.terms import Truth
from tapelint.tape.domain.values import (
    NONE,
    Instance,
    LibraryObject,
    Number,
    Tensor,
    Value,
    options_of,
)
from tapelint.tape.machine.machine import Machine
from tapelint.tape.models import layers
from tapelint.tape.models.module_parameters import DEEPEST, OPAQUE, own_parameters
from tapelint.torch_api.families import families

SWITCHED = "(switched to evaluation)"
"""The attribute under which a module remembers whether it was."""


def note_mode(machine: Machine, owner: Value, node: tree.Call, trains: Truth) -> None:
    """``train()`` and ``eval()``, as the backwards of the parameters will ask for them."""
    own, _ = own_parameters(machine, owner)
    leaves = [each.identity for each in own if isinstance(each, Tensor)]
    records = [machine.tensor_record(each) for each in own]
    leaves += [each.identity for record in records if record for each in record.members]
    acts = _acts_in_training(machine, owner)
    modes.note_switched(machine, leaves, node, trains, acts)


def _acts_in_training(machine: Machine, owner: Value, depth: int = 0) -> Truth:
    """Whether a module holds a layer that does something else while it trains.

    Somebody switches its mode: of a network whose layers are unknown, that is told by it.
    """
    record = machine.attributes(owner)
    if isinstance(owner, Instance) and owner.unit is not None:
        if owner.unit.method("train") is not None or owner.unit.method("eval") is not None:
            return Truth.NO  # it decides for itself what that does
        if record is None or not record.attributes:
            record = machine.attributes(owner.unit.example) if owner.unit.example else None
    if isinstance(owner, LibraryObject) and owner.kind == OPAQUE:
        # Behind the end of a budget, it may be of a class in sight that decides for itself.
        return Truth.NO if machine.ended else Truth.UNKNOWN
    if record is None or depth > DEEPEST:
        return Truth.NO
    if layers.kind_of(owner).rsplit(".", 1)[-1] in families().acting_modules:
        chance, is_kept = record.get("p"), record.get("track_running_stats")
        is_off = any(isinstance(each, Number) and not each.value for each in (chance, is_kept))
        return Truth.of(not is_off)
    inner = (
        _acts_in_training(machine, each, depth + 1)
        for name, value in record.attributes
        for each in _held(machine, name, value)
        if isinstance(each, (LibraryObject, Instance))
    )
    return max(inner, default=Truth.NO)


def _held(machine: Machine, name: str, value: Value) -> tuple[Value, ...]:
    """What an attribute of a module holds: for ``nn.Sequential`` its layers."""
    held = machine.container_record(value) if name == layers.ARGUMENTS else None
    return tuple(held.held) if held is not None else (value,)


def switch_training(machine: Machine, owner: Value, trains: bool, depth: int = 0) -> None:
    """``module.train()`` and ``module.eval()``, for the modules in it, too."""
    record = machine.attributes(owner)
    if record is None or depth > DEEPEST:
        return
    for name, value in record.attributes:
        inner = _held(machine, name, value)
        for each in (option for child in inner for option in options_of(child)):
            if isinstance(each, (LibraryObject, Instance)):
                switch_training(machine, each, trains, depth + 1)
    if isinstance(owner, LibraryObject) and (not trains or record.get(SWITCHED) is not None):
        machine.set_attribute(owner, SWITCHED, NONE if trains else Number(value=True))
