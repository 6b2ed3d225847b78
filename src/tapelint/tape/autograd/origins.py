"""What ended the history of the tensors that numbers were computed from."""

from __future__ import annotations

from tapelint.source import tree
from tapelint.tape.domain.graph_nodes import Origin
from tapelint.tape.domain.terms import Truth
from tapelint.tape.domain.values import Array, Number, TensorRecord, Value
from tapelint.tape.machine.machine import Machine
from tapelint.torch_api.families import families

_DEEPEST = 3


def is_bare_leaf(record: TensorRecord) -> bool:
    """Whether a tensor is a leaf, or a leaf that was only moved, converted or viewed.

    Its history is nothing but that: a new leaf over it loses nothing.
    """
    graph_node = record.graph
    while graph_node is not None:
        if graph_node.operation not in families().same_numbers or len(graph_node.inputs) > 1:
            return False
        graph_node = graph_node.inputs[0] if graph_node.inputs else None
    return True


def ended(
    machine: Machine, record: TensorRecord | None, operation: str, node: tree.Node
) -> Origin | None:
    """Why what an operation takes from a tensor has no history.

    It is the operation itself, unless the tensor had none before.
    """
    if record is None or record.requires_grad is Truth.NO:
        return record.origin if record is not None else None
    is_of_result = record.may_train and not is_bare_leaf(record)
    sources = (record.graph,) if is_of_result and record.graph is not None else ()
    is_trained = record.requires_grad is Truth.YES or record.is_parameter
    may_be_penalised = is_trained and not is_of_result
    return Origin(operation, node, machine.conditions, is_of_result, sources, may_be_penalised)


def origin_of(machine: Machine, value: Value, depth: int = 0) -> Origin | None:
    """Why numbers have no history, where the tensors they were computed from had one."""
    record = machine.tensor_record(value)
    if record is not None:
        return record.origin
    if isinstance(value, (Number, Array)):
        return value.origin
    held = machine.container_record(value)
    if held is not None and depth < _DEEPEST:
        for each in held.held:
            found = origin_of(machine, each, depth + 1)
            if found is not None:
                return found
    return None


def first_origin(machine: Machine, values: tuple[Value, ...]) -> Origin | None:
    """The first of the reasons why one of the values has no history."""
    for value in values:
        found = origin_of(machine, value)
        if found is not None:
            return found
    return None
