"""Tensors that share the memory of another: views, parts, and what is cut off from the graph."""

from __future__ import annotations

from tapelint.source import tree
from tapelint.tape.autograd import chances
from tapelint.tape.autograd.graph import graph_inputs
from tapelint.tape.autograd.origins import ended
from tapelint.tape.domain.domains import REBASED
from tapelint.tape.domain.frozen import replace
from tapelint.tape.domain.graph_nodes import GraphNode
from tapelint.tape.domain.terms import Truth, Use
from tapelint.tape.domain.values import (
    Tensor,
)
from tapelint.tape.machine.machine import Machine
from tapelint.torch_api.families import families


def view(
    machine: Machine, tensor: Tensor, node: tree.BaseExpression, *, is_part: bool = True
) -> Tensor:
    """A view of a tensor: the same memory, the same version counter, the same history.

    Args:
        machine: The machine.
        tensor: The tensor.
        node: The expression.
        is_part: Whether it may be a part of the memory alone.
    """
    record = machine.tensor_record(tensor)
    if record is None:
        return machine.new_tensor(node, Truth.UNKNOWN, Truth.UNKNOWN, power=tensor.power)
    flows = record.requires_grad
    graph = None
    if machine.grad_mode is Truth.NO:
        # It still says that it requires grad, and has no history.
        flows = min(flows, Truth.UNKNOWN)
    elif flows is not Truth.NO:
        inputs = tuple(graph_inputs(machine, [tensor]))
        is_certain = record.may_train and machine.grad_mode is Truth.YES
        passes_on = machine.grad_mode is Truth.YES
        graph = GraphNode("view", inputs, (), node, is_certain, passes_on=passes_on)
    base = record.base if record.base is not None else tensor.identity
    made = machine.new_tensor(
        node,
        flows,
        Truth.of(None) if flows is Truth.UNKNOWN else Truth.of(flows is Truth.NO),
        power=tensor.power,
        storage=record.storage,
        counter=record.counter,
        graph=graph,
        requires_grad_at=record.requires_grad_at,
        base=base,
        is_part=is_part or record.is_part,
        data_of=record.data_of,
        memory_of=record.memory_of,
        shares=record.members or record.shares,
        cuts=record.cuts,
        samples=record.samples if machine.grad_mode is not Truth.NO else frozenset(),
        rebased_by=machine.state.fact(REBASED, base),
        is_guess=record.is_guess,
        trained_on_a_path=(
            flows is Truth.UNKNOWN and record.may_train and machine.grad_mode is not Truth.NO
        ),
        origin=record.ended_by,
    )
    chances.note_view(machine, tensor, made)
    return made


def part_of_guess(
    machine: Machine, value: Tensor, node: tree.BaseExpression, *, is_loss: bool
) -> Tensor:
    """One of several things that a call gives which was taken to give one tensor.

    Each has a graph of its own: they may come out of two networks in one. What is called a loss has
    the network's history, if that has one.
    """
    inputs = [replace(each, saved=()) for each in graph_inputs(machine, [value])]
    grad_fn = None
    if inputs:
        grad_fn = GraphNode(
            "item",
            tuple(inputs),
            (),
            node,
            is_certain=False,
            beside_unknown=True,
            passes_on=is_loss,
        )
    return machine.new_tensor(node, Truth.UNKNOWN, Truth.UNKNOWN, graph=grad_fn, is_guess=True)


def detached(machine: Machine, tensor: Tensor, node: tree.BaseExpression) -> Tensor:
    """``tensor.detach()``: the same memory and the same version counter, no history.

    Whoever asks for it wants no gradient, so that where the numbers were cut off does not matter.
    """
    record = machine.tensor_record(tensor)
    if record is None:
        return machine.new_tensor(node, Truth.NO, Truth.YES, power=tensor.power)
    for cut in record.cuts:
        cut.uses.setdefault(Use.LOGGED, node)
    made = machine.new_tensor(
        node,
        Truth.NO,
        Truth.YES,
        power=tensor.power,
        storage=record.storage,
        counter=record.counter,
        is_part=record.is_part,
        data_of=record.data_of,
        memory_of=record.memory_of if record.memory_of is not None else tensor.identity,
        shares=record.members or record.shares,
        origin=ended(machine, record, "detach", node),
    )
    chances.note_view(machine, tensor, made)
    return made


def data_alias(machine: Machine, tensor: Tensor, node: tree.Attribute) -> Tensor:
    """``tensor.data``: the same memory behind a version counter of its own, no history."""
    record = machine.tensor_record(tensor)
    identity = machine.new_identity()
    storage = record.storage if record is not None else identity
    known = record.memory_of if record is not None else None
    for cut in record.cuts if record is not None else ():
        cut.uses.setdefault(Use.LOGGED, node)
    return machine.new_tensor(
        node,
        Truth.NO,
        Truth.YES,
        power=tensor.power,
        storage=storage,
        counter=identity,
        is_part=record.is_part if record else False,
        data_of=node,
        memory_of=known if known is not None else tensor.identity,
        shares=record.members or record.shares if record else (),
        origin=ended(machine, record, "data", node),
    )


_COPIES = families().fresh | {"clone", "new", "deepcopy"}


def makes_fresh(expression: tree.BaseExpression) -> bool:
    """Whether an expression makes a tensor that nothing else holds: ``x.clone()``."""
    if not isinstance(expression, tree.Call):
        return False
    function = expression.func
    name = function.attr if isinstance(function, tree.Attribute) else function
    if not isinstance(name, tree.Name):
        return False
    return name.value in _COPIES or name.value.startswith("new_") or name.value.endswith("_like")
