"""numpy over tensors that require grad: torch refuses to give it their numbers."""

from __future__ import annotations

from typing import Any

from tapelint.source import tree
from tapelint.tape import leaf_events
from tapelint.tape.autograd import flow
from tapelint.tape.autograd.reach import passes_on
from tapelint.tape.domain.assumptions import Assumed, Assumption, Sign
from tapelint.tape.domain.graph_nodes import GraphNode
from tapelint.tape.domain.path_conditions import TRAINING, contradict
from tapelint.tape.domain.terms import History, Truth
from tapelint.tape.domain.values import ContainerKind, Tensor, Value
from tapelint.tape.machine.frames import Arguments
from tapelint.tape.machine.machine import AskedArray, Machine
from tapelint.tape.models.elements import elements_of
from tapelint.torch_api.knowledge import knowledge
from tapelint.torch_api.names import is_a_loss

_SEQUENCES = frozenset(
    {ContainerKind.LIST, ContainerKind.TUPLE, ContainerKind.DEQUE, ContainerKind.RING}
)
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
    is_known, element = _refused(machine, value)
    record = machine.tensor_record(element) if element is not None else None
    if element is None or record is None or machine.is_left_by_others(element):
        return False
    facts: dict[str, Any] = {
        "called": function,
        "data": expression,
        "over_container": not isinstance(value, Tensor),
        "elements": elements_of(machine, value),
        "element": record.made_at,
        "history_at": record.requires_grad_at,
    }
    if is_known:
        machine.emit(leaf_events.ArrayOfGraph, node, **facts)
    elif record.graph is not None and (shown_by := _shown_by(machine, record.graph)) is not None:
        doubt = Assumption(Assumed.HISTORY, Sign.BACKWARD, shown_by, expression)
        machine.emit(leaf_events.ArrayOfGraph, node, doubt=doubt, **facts)
    elif record.may_train and _is_within_loss(machine):
        doubt = Assumption(Assumed.HISTORY, Sign.LOSS, None, expression)
        machine.emit(leaf_events.ArrayOfGraph, node, doubt=doubt, **facts)
    elif record.graph is not None:
        asked = AskedArray(node, machine.conditions, facts)
        machine.arrays_asked.setdefault(record.graph, []).append(asked)
    return is_known


def _is_within_loss(machine: Machine) -> bool:
    """Whether the ``forward`` of a loss is executed: it is taken to be given predictions."""
    unit = machine.frame.unit
    owner = unit.unit_class if unit is not None and unit.last_name == "forward" else None
    if owner is None or not owner.is_module or not is_a_loss(owner.name):
        return False
    return not any(text.endswith(TRAINING) and not holds for text, holds in machine.conditions)


def _shown_by(machine: Machine, history: GraphNode) -> tree.Node | None:
    """The backward that has shown, before, that there is a history.

    What was computed of what it has passed has one, too.
    """
    pending, seen = [history], {history}
    while pending:
        node = pending.pop()
        machine.spend()
        for each in machine.freed(node):
            if node in each.shown and not contradict(each.conditions, machine.conditions):
                return each.node
        if passes_on(node):
            pending += [inner for inner in node.inputs if inner not in seen]
            seen.update(node.inputs)
    return None


def _refused(machine: Machine, value: Value, depth: int = 0) -> tuple[bool, Tensor | None]:
    """The tensor that requires grad, or the one that a list holds, and whether it does for sure."""
    if isinstance(value, Tensor):
        known, _ = flow.history(machine, value)
        return known is History.CARRIED, value if known is not History.NONE else None
    held = machine.container_record(value)
    if held is None or held.kind not in _SEQUENCES or depth >= _DEEPEST:
        return False, None
    perhaps: Tensor | None = None
    for each in held.held:
        is_known, found = _refused(machine, each, depth + 1)
        if is_known:
            return True, found
        perhaps = perhaps or found
    return False, perhaps
