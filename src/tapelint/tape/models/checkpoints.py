"""Checkpoints: parts of a network that are computed again in the backward."""

from __future__ import annotations

from tapelint.source import tree
from tapelint.source.tree import walk
from tapelint.tape import function_events
from tapelint.tape.autograd import flow
from tapelint.tape.domain.program import ClassUnit
from tapelint.tape.domain.state import State
from tapelint.tape.domain.terms import Truth
from tapelint.tape.domain.values import (
    Class,
    Container,
    Function,
    Instance,
    LibraryObject,
    Method,
    NoneValue,
    Tensor,
    Value,
)
from tapelint.tape.machine.frames import Arguments, known_truth
from tapelint.tape.machine.machine import Machine
from tapelint.tape.models import module_parameters
from tapelint.tape.syntax import last_part
from tapelint.torch_api.gradient_flag import FLAG, METHOD
from tapelint.torch_api.knowledge import knowledge

_FLAG = "use_reentrant"
_HIDES = (Container, Instance, LibraryObject, Function, Class)
"""What may hold tensors that a checkpoint does not look for."""


def note(machine: Machine, name: str, arguments: Arguments, node: tree.Call) -> None:
    """Record a call of ``checkpoint`` or of ``checkpoint_sequential``."""
    is_sequential = name.endswith("_sequential")
    flag = arguments.pair(3 if is_sequential else None, _FLAG)
    is_default = flag is None or isinstance(flag[0], NoneValue)
    is_reentrant = Truth.YES if is_default and not arguments.spread else Truth.UNKNOWN
    if flag is not None and not is_default:
        is_reentrant = known_truth(flag[0])
    given = [value for value, _ in arguments.positional[2 if is_sequential else 1 :]]
    given = given[:1] if is_sequential else given
    flows = flow.any_of([_requires_grad(machine, each) for each in given])
    is_known = bool(given) and not arguments.spread and not machine.is_hooked
    machine.emit(
        function_events.CheckpointCalled,
        node,
        flag=None if flag is None else flag[1],
        is_reentrant=is_reentrant,
        has_gradient=flows if is_known else max(flows, Truth.UNKNOWN),
        trains=_trains(machine, arguments.at(0)),
        is_for_versions=_is_for_versions(machine),
    )


def _requires_grad(machine: Machine, value: Value) -> Truth:
    """The same of an argument as the checkpoint sees it: it does not look into containers."""
    if isinstance(value, Tensor):
        return flow.requires_grad(machine, value)
    return Truth.NO if isinstance(value, _HIDES) else flow.requires_grad(machine, value)


def _trains(machine: Machine, function: Value | None) -> Truth:
    """Whether what is computed again has parameters that require grad."""
    held = machine.container_record(function) if function is not None else None
    if held is not None and held.items:  # the last of several is computed once
        function = held.items[0]
    if isinstance(function, (Method, Function)) and function.receiver is not None:
        function = function.receiver
    if isinstance(function, LibraryObject) and module_parameters.is_module(function):
        return module_parameters.trains(machine, function)
    unit = function.unit if isinstance(function, Instance) else None
    if function is None or unit is None or not unit.is_module:
        return Truth.UNKNOWN
    found = module_parameters.trains(machine, function)
    return Truth.YES if found is Truth.UNKNOWN and _makes_layers(unit) else found


def _makes_layers(unit: ClassUnit) -> bool:
    """Whether the constructor of a class, which need not be followed, makes layers to train."""
    init, known = unit.method("__init__"), knowledge().modules
    return (
        init is not None
        and not unit.mentions(frozenset({FLAG, METHOD}))
        and any(
            isinstance(each, tree.Call)
            and last_part(each.func) in known
            and bool(known[last_part(each.func)].parameters)
            for each in walk(init.node.body)
        )
    )


def _is_for_versions(machine: Machine) -> bool:
    """Whether a branch on the way here asks for the version of torch."""
    texts = [text for text, _ in machine.conditions]
    state: State | None = machine.state
    while state is not None:
        texts += [text for text, _ in state.conditions]
        state = state.parent
    return any(word in text for text in texts for word in ("version", "signature", _FLAG))
