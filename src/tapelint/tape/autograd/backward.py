"""Backward: what it needs of the graph, and what it leaves behind."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tapelint.source import tree
from tapelint.tape import leaf_events
from tapelint.tape.autograd import (
    dead_terms,
    gradient_pages,
    graph,
    idle_steps,
    kept_graphs,
    learning_signals,
    leaves,
    modes,
    owning,
    retained,
    samples,
)
from tapelint.tape.autograd.missing_graphs import note_without_graph
from tapelint.tape.autograd.necessity import AnyNecessity, Necessity
from tapelint.tape.autograd.needs import breaking
from tapelint.tape.autograd.reach import (
    Passed,
    from_the_last,
    passed_by,
)
from tapelint.tape.domain.assumptions import Assumed, Assumption, Sign
from tapelint.tape.domain.domains import FREED
from tapelint.tape.domain.frozen import replace
from tapelint.tape.domain.graph_nodes import GRADIENT, Freed, GraphNode, Origin
from tapelint.tape.domain.path_conditions import Condition, contradict
from tapelint.tape.domain.terms import AUTOGRAD_GRAD, DeedKind, Truth, Use
from tapelint.tape.domain.values import ContainerKind, Tensor, Value
from tapelint.tape.machine.machine import Machine


def run(
    machine: Machine,
    value: Value,
    root: tree.BaseExpression,
    node: tree.Node,
    keeps_graph: Truth,
    inputs: Value | None = None,
    *,
    call: str = "",
    doubt: Assumption | None = None,
    fills_gradients: bool = True,
    may_be_unused: bool = False,
) -> None:
    """A backward from ``value``: needs what was saved, fills gradients, frees the graph.

    Args:
        machine: The machine.
        value: What it starts at.
        root: The expression of that.
        node: The call.
        keeps_graph: Whether what is saved is kept (``retain_graph``, ``create_graph``).
        inputs: The tensors that it is run for, where not for all leaves.
        call: What is called, where a value without history makes it raise: ``backward``.
        doubt: What is assumed of the call, where its name alone says that it runs a backward.
        fills_gradients: Whether the leaves' ``grad`` is filled.
        may_be_unused: Whether the value need not have been computed from ``inputs``.
    """
    machine.use(value, Use.BACKWARD, node)
    if fills_gradients:
        leaves.note_root(machine, value, node)
    if inputs is not None:
        machine.use(inputs, Use.GRADIENT_ASKED, node)
    if call:
        note_without_graph(machine, value, root, node, call, doubt)
    roots = graph.graph_inputs(machine, [value])
    machine.note_trained(roots, node)
    if keeps_graph is Truth.NO:
        kept_graphs.note_start(machine, roots, node)
    if call and inputs is None:
        dead_terms.tell(machine, roots, node)
    targets = graph.graph_inputs(machine, [inputs]) if inputs is not None else None
    of_inputs = machine.container_record(inputs) if inputs is not None else None
    is_bag = of_inputs is not None and bool(of_inputs.rest)
    passed = passed_by(machine, roots, targets, ends_at_any=is_bag)
    if not roots:
        retained.note_unknown(machine)
    retained.note(machine, passed, node, keeps_graph)
    for each in machine.passing.keys() & passed.keys():
        machine.passing[each].setdefault(node, False)
    needed: AnyNecessity | None = None
    if targets is None:
        samples.note_loss(machine, value, passed, node)
        if fills_gradients:
            learning_signals.tell(machine, passed, node, is_return=False)
    # What is not called by its name may be a backward that somebody has written by hand.
    if call and not _may_be_another(machine, value, root):
        all_passed = passed if targets is None else passed_by(machine, roots, None)
        asked = None if fills_gradients or may_be_unused else inputs
        needed = _needed(machine, value, all_passed, asked)
        _tell_of_arrays(machine, needed, node)
    # It is told as if what torch raises on had been fixed.
    shown = AnyNecessity(()) if needed is None else needed
    mark = Freed(node, machine.conditions, keeps_graph is Truth.NO, machine.era, shown)
    if fills_gradients:
        _note_filled(machine, passed, value, root, node)
        for each in passed:
            if each.leaf is not None:
                machine.note_gradient(each.leaf, True)
    if keeps_graph is not Truth.YES and not machine.expects_error:
        _note_freed(machine, passed, mark)


def _note_freed(machine: Machine, passed: Passed, mark: Freed) -> None:
    """What a backward frees; what one side of a branch has put into a sum, on that side alone."""
    marks = {frozenset[Condition](): mark}
    for each, reaches in passed.items():
        if each.leaf is None:
            sides = frozenset.intersection(*(reach.conditions for reach in reaches))
            if sides not in marks:
                marks[sides] = replace(mark, conditions=mark.conditions | sides)
            machine.state.set_fact(FREED, each, (*machine.freed(each), marks[sides]))


def _note_filled(
    machine: Machine,
    passed: Passed,
    value: Value,
    root: tree.BaseExpression,
    node: tree.Node,
) -> None:
    """The gradients of all leaves that a backward reaches are filled; see :mod:`gradient_pages`."""
    reached = {each.leaf: reaches for each, reaches in passed.items() if each.leaf is not None}
    sure = [
        leaf
        for leaf, ways in reached.items()
        if any(way.is_certain for way in ways) and leaves.requires_grad(machine, leaf)
    ]
    record = machine.tensor_record(value)
    if isinstance(node, tree.Call):
        trained = [leaf for leaf in reached if leaves.may_require_grad(machine, leaf)]
        modes.note_backward(machine, trained, sure, node)
    unsure = [leaf for leaf in reached if leaf not in sure]
    idle_steps.tell(machine, root, node, sure, unsure, is_known=True)
    made_at = record.graph.node if record is not None and record.graph is not None else root
    told = [leaf for leaf in unsure if _is_optimised(machine, leaf)]
    scaled, is_named = gradient_pages.scaled_by(machine, made_at)
    if not scaled:
        scaled, is_named = gradient_pages.scaled_by(machine, root)
    gradient_pages.note(
        machine,
        sure,
        DeedKind.FILLED,
        node,
        unsure=[leaf for leaf in unsure if leaf not in told],
        told=told,
        leaves=frozenset(reached),
        beyond=owning.beyond(machine, passed),
        is_scaled=scaled,
        is_named=is_named,
        breaking=breaking(machine, passed),
    )


def _is_optimised(machine: Machine, leaf: int) -> bool:
    """Whether it is a parameter of an unknown network that an optimiser has, to train it."""
    record = machine.tensor_record(Tensor(leaf))
    return record is not None and owning.is_optimised(machine, Tensor(leaf), record)


def note_unknown(machine: Machine, root: tree.BaseExpression, node: tree.Node) -> None:
    """A backward of something of which nothing is known: it may fill any gradient."""
    retained.note_unknown(machine)
    idle_steps.tell(machine, root, node, is_known=False)
    scaled, is_named = gradient_pages.scaled_by(machine, root)
    gradient_pages.note(machine, (), DeedKind.FILLED, node, is_scaled=scaled, is_named=is_named)


def expect(machine: Machine, value: Value, parameters: Sequence[Value], node: tree.Node) -> None:
    """A value with history is handed out: a backward through it will follow somewhere else.

    Of a distribution that is so of its ``parameters``. Unless a call that is not known has seen
    it: its backward may be over.
    """
    roots = graph.graph_inputs(machine, [value, *parameters])
    held = machine.container_record(value)
    if machine.frame.computes_loss or (held is not None and _holds_cut(machine, held.held)):
        machine.note_trained(roots, node)
    if any(machine.was_passed(each) for each in roots):
        return
    passed = passed_by(machine, roots, None)
    if machine.frame.computes_loss and isinstance(value, Tensor):
        learning_signals.tell(machine, passed, node, is_return=True)


def expect_loss(
    machine: Machine,
    value: Value,
    parameters: Sequence[Value],
    node: tree.Node,
    *,
    is_output: bool,
) -> None:
    """A loss, or the output of a network, is handed out: samples may have gone into it."""
    if samples.of(machine, [value]):
        passed = passed_by(machine, graph.graph_inputs(machine, [value, *parameters]), None)
        samples.note_loss(machine, value, passed, node, is_return=True, is_output=is_output)


def _holds_cut(machine: Machine, values: Iterable[Value]) -> bool:
    """Whether numbers that were cut off are handed out beside what carries history."""
    records = [machine.tensor_record(each) for each in values]
    return any(record is not None and record.cuts for record in records)


def gradients(
    machine: Machine,
    outputs: Value,
    inputs: Value | None,
    node: tree.BaseExpression,
    creates_graph: Truth,
) -> Value:
    """What ``autograd.grad`` returns: with ``create_graph``, tensors with a history.

    They have one if something that requires grad was saved on the way: the gradient of a linear
    function is a constant.
    """
    flows = Truth.NO
    grad_fn: GraphNode | None = None
    origin = Origin(AUTOGRAD_GRAD, node, machine.conditions, may_be_penalised=True)
    if creates_graph is not Truth.NO:
        roots = graph.graph_inputs(machine, [outputs])
        targets = graph.graph_inputs(machine, [inputs]) if inputs is not None else None
        passed = passed_by(machine, roots, targets)
        sources = [
            source
            for each, reaches in passed.items()
            if any(reach.is_certain for reach in reaches)
            for saved in each.saved
            if saved.has_history
            for source in ((each,) if saved.is_result else saved.sources)
        ]
        is_certain = creates_graph is Truth.YES and bool(sources)
        flows = Truth.YES if is_certain else Truth.UNKNOWN
        inputs_of_it = tuple(dict.fromkeys(sources))
        grad_fn = GraphNode(GRADIENT, inputs_of_it, (), node, is_certain, frees=True)
    is_leaf = {Truth.NO: Truth.YES, Truth.YES: Truth.NO}.get(flows, Truth.UNKNOWN)
    held = machine.container_record(inputs) if inputs is not None else None
    count = len(held.items) if held is not None and not held.rest and not held.is_open else 0
    made = tuple(
        machine.new_tensor(
            node, flows, is_leaf, graph=grad_fn, origin=origin if flows is Truth.NO else None
        )
        for _ in range(1 if isinstance(inputs, Tensor) else max(count, 1))
    )
    if isinstance(inputs, Tensor) or count:
        return machine.new_container(ContainerKind.TUPLE, made)
    return machine.new_container(ContainerKind.TUPLE, rest=made)


def _may_be_another(machine: Machine, value: Value, root: tree.BaseExpression) -> bool:
    """Whether an item or an attribute may be another tensor by now.

    What was made since the last call that may have replaced what objects hold is none.
    """
    if isinstance(root, tree.Attribute):
        return not isinstance(value, Tensor) or value.identity <= machine.era
    return isinstance(root, tree.Subscript)


def _needed(machine: Machine, value: Value, passed: Passed, inputs: Value | None) -> AnyNecessity:
    """What must have been recorded, since a backward of a tensor, or of each of several, runs.

    Args:
        machine: The machine.
        value: What the backward starts at.
        passed: What it passes.
        inputs: What the value must have been computed from.
    """
    targets = [
        graph.graph_inputs(machine, [each])
        for each in (_each_of(machine, inputs) if inputs is not None else ())
    ]
    of_each = []
    for each in _each_of(machine, value):
        roots = graph.graph_inputs(machine, [each])
        behind = [node for node in from_the_last(roots) if node in passed]
        of_each.append(Necessity(roots, behind))
        of_each += [Necessity(roots, behind, target) for target in targets if target]
    return AnyNecessity(of_each)


def _tell_of_arrays(machine: Machine, needed: AnyNecessity, node: tree.Node) -> None:
    """Tell of arrays that were asked of what has a history, as a backward shows."""
    for made, asked in machine.arrays_asked.items():
        for each in asked if made in needed else ():
            if not contradict(each.conditions, machine.conditions):
                doubt = Assumption(Assumed.HISTORY, Sign.BACKWARD, node, each.facts["data"])
                machine.emit(leaf_events.ArrayOfGraph, each.node, doubt=doubt, **each.facts)


def _each_of(machine: Machine, value: Value) -> tuple[Value, ...]:
    """A tensor, or all that a container holds, where that is known."""
    held = machine.container_record(value)
    if held is None:
        return (value,)
    return held.items if not held.rest and not held.is_open else ()
