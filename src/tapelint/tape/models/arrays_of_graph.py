"""numpy over tensors that require grad: torch refuses to give it their numbers."""

from __future__ import annotations

from tapelint.source import tree
from tapelint.tape import events
from tapelint.tape.autograd import graph
from tapelint.tape.domain.terms import History, Truth
from tapelint.tape.domain.values import (
    ContainerKind,
    Tensor,
    Value,
)
from tapelint.tape.machine.frames import Arguments
from tapelint.tape.machine.machine import Machine
from tapelint.tape.models.elements import elements_of
from tapelint.torch_api.knowledge import knowledge

_SEQUENCES = frozenset({ContainerKind.LIST, ContainerKind.TUPLE, ContainerKind.DEQUE})
"""What numpy looks into; a dict or a set is one object to it."""
_DEEPEST = 3


def note_call(machine: Machine, name: str, arguments: Arguments, node: tree.Call) -> bool:
    """A call of a function of numpy's; returns whether it is refused."""
    facts = knowledge().numpy_functions.get(name)
    if facts is None:
        return False
    is_refused = False
    for position, (value, expression) in enumerate(arguments.positional):
        is_tensor = isinstance(value, Tensor)
        refused = facts.refuses_tensor if is_tensor else facts.refuses_list
        if position in refused:
            is_refused = note(machine, name, value, expression, node) or is_refused
    return is_refused


def note(
    machine: Machine, function: str, value: Value, expression: tree.BaseExpression, node: tree.Call
) -> bool:
    """Record an array that is asked of what requires grad; under ``no_grad`` torch gives it."""
    if machine.grad_mode is not Truth.YES:
        return False
    element = _refused(machine, value)
    record = machine.tensor_record(element) if element is not None else None
    if element is None or record is None or machine.is_left_by_others(element):
        return False
    machine.emit(
        events.ArrayOfGraph,
        node,
        called=function,
        data=expression,
        over_container=not isinstance(value, Tensor),
        elements=elements_of(machine, value),
        element=record.made_at,
        history_at=record.requires_grad_at,
    )
    return True


def _refused(machine: Machine, value: Value, depth: int = 0) -> Tensor | None:
    """The tensor that requires grad, or the one that a list holds."""
    if isinstance(value, Tensor):
        known, _ = graph.history(machine, value)
        return value if known is History.CARRIED else None
    held = machine.container_record(value)
    if held is None or held.kind not in _SEQUENCES or depth >= _DEEPEST:
        return None
    for each in held.held:
        found = _refused(machine, each, depth + 1)
        if found is not None:
            return found
    return None
