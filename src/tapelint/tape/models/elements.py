"""What a container holds, as far as it matters for joining it into one tensor."""

from __future__ import annotations

from tapelint.source import tree
from tapelint.tape.domain.graph_nodes import GraphNode
from tapelint.tape.domain.terms import Elements
from tapelint.tape.domain.values import ContainerKind, Value
from tapelint.tape.machine.machine import Machine
from tapelint.tape.syntax import last_part
from tapelint.torch_api.families import families
from tapelint.torch_api.knowledge import knowledge


def elements_of(machine: Machine, value: Value) -> Elements:
    """What a list or tuple holds; ``UNKNOWN`` unless it is nothing but tensors."""
    held = machine.container_record(value)
    if held is None or held.kind not in {ContainerKind.LIST, ContainerKind.TUPLE}:
        return Elements.UNKNOWN
    if held.is_open or not held.held:
        return Elements.UNKNOWN
    records = [machine.tensor_record(each) for each in held.held]
    if any(record is None for record in records):
        return Elements.UNKNOWN
    if all(record is not None and _is_number(record.graph) for record in records):
        return Elements.NUMBERS
    return Elements.TENSORS


def _is_number(graph: GraphNode | None) -> bool:
    """Whether an operation is known to give a tensor without dimensions."""
    if graph is None or not isinstance(graph.node, tree.Call):
        return False
    call = graph.node
    if graph.operation in families().totals:
        return isinstance(call.func, tree.Attribute) and not call.args
    if graph.operation not in knowledge().loss_functions:
        return False
    if last_part(call.func) != graph.operation:
        return False  # a loss object, which may have been made with a reduction of its own
    return all(each.keyword is None and not each.star for each in call.args) and len(call.args) == 2
