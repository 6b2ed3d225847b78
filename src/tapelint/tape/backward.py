"""Backward: what it needs of the graph, and what it leaves behind."""

from __future__ import annotations

from collections.abc import Iterable

import libcst as cst

from tapelint.tape import events, graph
from tapelint.tape.machine import Machine
from tapelint.tape.values import (
    Array,
    Freed,
    GraphNode,
    Number,
    Saved,
    Truth,
    Use,
    Value,
    Write,
    contradict,
)


def run(
    machine: Machine,
    value: Value,
    root: cst.BaseExpression,
    node: cst.CSTNode,
    keeps_graph: Truth,
    inputs: Value | None = None,
    *,
    call: str = "backward",
    fills_gradients: bool = True,
) -> None:
    """A backward from ``value``: needs what was saved, fills gradients, frees the graph.

    Args:
        machine: The machine.
        value: What it starts at.
        root: The expression of that.
        node: The call.
        keeps_graph: Whether what is saved is kept (``retain_graph``, ``create_graph``).
        inputs: The tensors that it is run for, where not for all leaves.
        call: What is called: ``backward`` or ``autograd.grad``.
        fills_gradients: Whether the leaves' ``grad`` is filled.
    """
    machine.use(value, Use.BACKWARD, node)
    _note_without_graph(machine, value, root, node, call)
    roots = graph.graph_inputs(machine, [value])
    targets = graph.graph_inputs(machine, [inputs]) if inputs is not None else None
    passed = _passed(machine, roots, targets)
    second = next((each for each in passed if _was_freed(machine, each)), None)
    for each, is_certain in passed.items():
        if not _was_freed(machine, each):
            _need_saved(machine, each, node, is_certain=is_certain, is_return=False)
    if second is not None:
        first = _freed(machine, second)[-1]
        machine.emit(
            events.BackwardTwice,
            node,
            first=first.node,
            shared=second,
            is_certain=passed[second] and first.is_certain,
        )
        return  # torch raises: nothing is freed, no gradient arrives
    for each in passed:
        if each.leaf is not None:
            if fills_gradients:
                machine.state.set(("has gradient", each.leaf), True)
        elif keeps_graph is not Truth.YES:
            freed = Freed(node, machine.conditions, keeps_graph is Truth.NO)
            machine.state.set(("freed", each), (*_freed(machine, each), freed))


def expect(machine: Machine, value: Value, node: cst.CSTNode) -> None:
    """A value with history is handed out: a backward through it will follow somewhere else.

    Unless a call that is not known has seen it: its backward may be over.
    """
    roots = graph.graph_inputs(machine, [value])
    if any(machine.was_passed(each) for each in roots):
        return
    for each, is_certain in _passed(machine, roots, None).items():
        if not machine.is_consumed(each):
            _need_saved(machine, each, node, is_certain=is_certain, is_return=True)


def _note_without_graph(
    machine: Machine, value: Value, root: cst.BaseExpression, node: cst.CSTNode, call: str
) -> None:
    """A number, an array or a tensor that requires no grad: torch raises."""
    record = machine.tensor_record(value)
    if record is not None and graph.requires_grad(machine, value) is Truth.NO:
        origin = record.origin
        machine.emit(
            events.BackwardWithoutGraph,
            node,
            root=root,
            call=call,
            is_tensor=True,
            origin=origin.operation if origin else "",
            origin_at=origin.node if origin else record.made_at,
            cuts=record.cuts,
        )
    is_number = isinstance(value, Number) and value.taken_at is not None
    if is_number or isinstance(value, Array):
        machine.emit(
            events.BackwardWithoutGraph,
            node,
            root=root,
            call=call,
            is_tensor=False,
            origin="item" if is_number else "numpy",
            origin_at=value.taken_at if isinstance(value, Number) else None,
            cuts=frozenset(),
        )


def _passed(
    machine: Machine, roots: Iterable[GraphNode], targets: list[GraphNode] | None
) -> dict[GraphNode, bool]:
    """The nodes that a backward passes, and whether each is reached for sure.

    A node that an earlier backward has freed is passed, those behind it are not.
    """
    found: dict[GraphNode, bool] = {}
    pending = [(each, True) for each in roots]
    while pending:
        each, is_certain = pending.pop()
        is_certain = is_certain and each.is_certain
        if each in found and (found[each] or not is_certain):
            continue
        machine.spend()
        found[each] = is_certain
        if not (each.frees and machine.is_consumed(each)):
            pending.extend((inner, is_certain) for inner in each.inputs)
    return found if targets is None else _leading_to(found, targets)


def _leading_to(
    found: dict[GraphNode, bool], targets: Iterable[GraphNode]
) -> dict[GraphNode, bool]:
    """Those of the nodes from which a target is reached; a target itself is not passed."""
    ends = frozenset(targets)
    leading = set(ends)
    grows = True
    while grows:
        grows = False
        for each in found:
            if each not in leading and not leading.isdisjoint(each.inputs):
                leading.add(each)
                grows = True
    return {
        each: is_certain
        for each, is_certain in found.items()
        if each in leading and (each not in ends or not leading.isdisjoint(each.inputs))
    }


def _freed(machine: Machine, node: GraphNode) -> tuple[Freed, ...]:
    freed: tuple[Freed, ...] = machine.state.get(("freed", node), ())
    return freed


def _was_freed(machine: Machine, node: GraphNode) -> bool:
    """Whether an earlier backward has freed what the node kept, on a path that leads here."""
    return node.frees and any(
        not contradict(each.conditions, machine.conditions) for each in _freed(machine, node)
    )


def _need_saved(
    machine: Machine, node: GraphNode, backward: cst.CSTNode, *, is_certain: bool, is_return: bool
) -> None:
    for saved in node.saved:
        for change in machine.stale(saved):
            if not contradict(change.conditions, machine.conditions):
                _note_stale(machine, node, saved, backward, change, is_certain, is_return)


def _note_stale(
    machine: Machine,
    node: GraphNode,
    saved: Saved,
    backward: cst.CSTNode,
    change: Write,
    is_certain: bool,
    is_return: bool,
) -> None:
    machine.emit(
        events.StaleSaved,
        change.node,
        change=change,
        saved=saved,
        operation=node.operation,
        saved_at=node.node,
        backward=backward,
        is_return=is_return,
        through_data=change.counter != saved.counter,
        is_certain=is_certain,
    )
