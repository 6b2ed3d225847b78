"""Backward: what it needs of the graph, and what it leaves behind."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from tapelint.source import tree
from tapelint.tape import events
from tapelint.tape.autograd import graph, leaves, samples
from tapelint.tape.autograd.necessity import Necessity
from tapelint.tape.domain.domains import FREED
from tapelint.tape.domain.frozen import dataclass
from tapelint.tape.domain.state import lasting
from tapelint.tape.domain.terms import NO_GRAD, Truth, Use
from tapelint.tape.domain.values import (
    EITHER_BACKWARD,
    HISTORY,
    INFERENCE,
    TRAINING,
    Array,
    Condition,
    ContainerKind,
    Freed,
    GraphNode,
    NodeKind,
    Number,
    Tensor,
    Value,
    Write,
    choices,
    contradict,
    has_history,
)
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
        call: What is called, where a value without history makes it raise: ``backward``.
        fills_gradients: Whether the leaves' ``grad`` is filled.
    """
    machine.use(value, Use.BACKWARD, node)
    if fills_gradients:
        leaves.note_root(machine, value, node)
    if inputs is not None:
        machine.use(inputs, Use.GRADIENT_ASKED, node)
    if call:
        _note_without_graph(machine, value, root, node, call)
    roots = graph.graph_inputs(machine, [value])
    machine.note_trained(roots, node)
    targets = graph.graph_inputs(machine, [inputs]) if inputs is not None else None
    passed = _passed(machine, roots, targets)
    needed: Necessity | None = None
    if targets is None:
        samples.note_loss(machine, value, passed, node)
        # What is not called by its name may be a backward that somebody has written by hand; and
        # an item or an attribute may be another tensor by now.
        if call and not isinstance(root, (tree.Subscript, tree.Attribute)):
            needed = Necessity(roots, passed)
    second: tuple[GraphNode, Freed, _Reach] | None = None
    for each, reaches in passed.items():
        freed = [
            (each, found, reach)
            for reach in reaches
            if (found := _freed(machine, each, reach)) is not None
        ]
        if freed:
            second = second or freed[0]
        else:
            _need_saved(machine, each, node, reaches, needed, is_return=False)
            if targets is None or each not in targets:
                _note_unseen(machine, each, node, reaches, is_return=False)
    if second is not None:
        shared, first, reach = second
        comes_first = reach.is_one and first.is_certain
        comes_first = comes_first and not (first.node is node and _is_one_of_two(first))
        machine.emit(
            events.BackwardTwice,
            node,
            reach.conditions | first.conditions,
            first=first.node,
            shared=shared,
            is_certain=comes_first and reach.is_certain,
            is_assumed=comes_first and _is_assumed(reach, shared, needed),
        )
    # It is told as if what torch raises on had been mended.
    mark = Freed(node, machine.conditions, keeps_graph is Truth.NO, machine.era)
    for each in passed:
        if each.leaf is not None:
            if fills_gradients:
                machine.note_gradient(each.leaf, True)
        elif keeps_graph is not Truth.YES:
            machine.state.set_fact(FREED, each, (*machine.freed(each), mark))


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
    for each, reaches in _passed(machine, roots, None).items():
        if not machine.is_consumed(each):
            _need_saved(machine, each, node, reaches, None, is_return=True)
            _note_unseen(machine, each, node, reaches, is_return=True)


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
        passed = _passed(machine, graph.graph_inputs(machine, [value, *parameters]), None)
        samples.note_loss(machine, value, passed, node, is_return=True, is_output=is_output)


def _holds_cut(machine: Machine, values: Iterable[Value]) -> bool:
    """Whether numbers that were cut off are handed out beside what carries history."""
    records = [machine.tensor_record(each) for each in values]
    return any(record is not None and record.cuts for record in records)


def _is_one_of_two(freed: Freed) -> bool:
    """Whether the other branch of its ``if`` runs a backward, too: the last round may differ."""
    return any(text.startswith(EITHER_BACKWARD) for text, _ in freed.conditions)


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
    if creates_graph is not Truth.NO:
        roots = graph.graph_inputs(machine, [outputs])
        targets = graph.graph_inputs(machine, [inputs]) if inputs is not None else None
        passed = _passed(machine, roots, targets)
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
        grad_fn = GraphNode("grad", inputs_of_it, (), node, is_certain, frees=True)
    is_leaf = {Truth.NO: Truth.YES, Truth.YES: Truth.NO}.get(flows, Truth.UNKNOWN)
    held = machine.container_record(inputs) if inputs is not None else None
    count = len(held.items) if held is not None and not held.rest and not held.is_open else 0
    made = tuple(
        machine.new_tensor(node, flows, is_leaf, graph=grad_fn)
        for _ in range(1 if isinstance(inputs, Tensor) else max(count, 1))
    )
    if isinstance(inputs, Tensor) or count:
        return machine.new_container(ContainerKind.TUPLE, made)
    return machine.new_container(ContainerKind.TUPLE, rest=made)


def _note_without_graph(
    machine: Machine, value: Value, root: tree.BaseExpression, node: tree.Node, call: str
) -> None:
    """A number, an array or a tensor that requires no grad: torch raises."""
    record = machine.tensor_record(value)
    origin = record.origin if record is not None else None
    is_cut_here = (
        record is not None
        and record.trained_on_a_path
        and origin is not None
        and origin.operation in _EXPLICIT
        and not contradict(origin.conditions, machine.conditions)
    )
    has_none = record is not None and graph.requires_grad(machine, value) is Truth.NO
    if origin is not None and origin.operation == NO_GRAD and _is_left_to_caller(machine):
        return
    if record is not None and (has_none or is_cut_here) and not machine.is_hooked:
        machine.emit(
            events.BackwardWithoutGraph,
            node,
            origin.conditions if is_cut_here and not has_none and origin else frozenset(),
            root=root,
            call=call,
            is_tensor=True,
            origin=origin.operation if origin else "",
            origin_at=origin.node if origin else record.made_at,
            cuts=record.cuts,
        )
    if isinstance(value, Number) and value.taken_at is None and value.origin is None:
        return
    if isinstance(value, (Number, Array)):
        taken_at = value.taken_at if isinstance(value, Number) else None
        otherwise = "item" if isinstance(value, Number) else "numpy"
        machine.emit(
            events.BackwardWithoutGraph,
            node,
            root=root,
            call=call,
            is_tensor=False,
            origin=value.origin.operation if value.origin is not None else otherwise,
            origin_at=value.origin.node if value.origin is not None else taken_at,
            cuts=frozenset(),
        )


def _is_left_to_caller(machine: Machine) -> bool:
    """Whether a function's caller has switched recording off, and a branch of it decides the rest.

    ``if phase == TRAIN: loss.backward()`` in a function that is called for validation, too.
    """
    return any(
        frame.mode is Truth.NO and bool(machine.conditions - frame.conditions)
        for frame in machine.frames
    )


_EXPLICIT = frozenset({"detach", "data"})
"""What cuts a tensor itself: on the path that does so, a backward of it raises."""


@dataclass(frozen=True)
class _Reach:
    """How a backward reaches a node.

    Attributes:
        is_certain: Whether autograd has recorded all that lies before it for sure.
        is_one: Whether no element of a container lies before it that stands for many.
        not_happened: The changes and backwards that have not happened on the paths that it
            comes from, where paths have met.
        conditions: The branches that these paths have come through.
    """

    is_certain: bool = True
    is_one: bool = True
    not_happened: frozenset[object] = frozenset()
    conditions: frozenset[Condition] = frozenset()

    def through(self, node: GraphNode) -> _Reach:
        """How what lies behind a node is reached."""
        return _Reach(
            self.is_certain and node.is_certain,
            self.is_one and node.kind is not NodeKind.ELEMENT,
            self.not_happened | node.not_happened,
            self.conditions | node.conditions,
        )

    def covers(self, other: _Reach) -> bool:
        """Whether all that is met on another way is met on this one, too, and as surely."""
        return (
            self.is_certain >= other.is_certain
            and self.is_one >= other.is_one
            and self.not_happened <= other.not_happened
            and self.conditions <= other.conditions
        )

    def or_by(self, other: _Reach) -> _Reach:
        """How a node is reached that is reached in two ways."""
        return _Reach(
            self.is_certain or other.is_certain,
            self.is_one or other.is_one,
            self.not_happened & other.not_happened,
            self.conditions & other.conditions,
        )


_Passed = dict[GraphNode, tuple[_Reach, ...]]
"""The nodes that a backward passes, and the ways on which it reaches each."""
MOST_WAYS = 4
"""How many ways to one node are told apart."""


def _passed(
    machine: Machine, roots: Iterable[GraphNode], targets: list[GraphNode] | None
) -> _Passed:
    """The nodes that a backward passes, and how it reaches them.

    A node that an earlier backward has freed is passed, those behind it are not.
    """
    found: _Passed = {}
    ways: dict[GraphNode, list[_Reach]] = {each: [_Reach()] for each in roots}
    for each in _from_the_last(ways):
        before = ways.pop(each, [])
        machine.spend()
        if each.conditions and contradict(each.conditions, machine.conditions):
            continue  # on the way of a branch that this backward does not stand in
        lasts = lasting(each.conditions)
        reaches = _told_apart(
            way.through(each) for way in before if not contradict(lasts, way.conditions)
        )
        if reaches:
            found[each] = reaches
        for reach in reaches:
            if each.inputs and _freed(machine, each, reach) is None:
                for inner in each.inputs:
                    ways.setdefault(inner, []).append(reach)
    return found if targets is None else _leading_to(found, targets)


def _from_the_last(roots: Iterable[GraphNode]) -> list[GraphNode]:
    """All that a backward may pass: each before what it was computed from."""
    order: list[GraphNode] = []
    seen: set[GraphNode] = set()
    pending = [(each, False) for each in roots]
    while pending:
        each, is_done = pending.pop()
        if is_done:
            order.append(each)
        elif each not in seen:
            seen.add(each)
            pending.append((each, True))
            pending.extend((inner, False) for inner in each.inputs if inner not in seen)
    return order[::-1]


def _told_apart(ways: Iterable[_Reach]) -> tuple[_Reach, ...]:
    """The ways to one node, less those that others cover; too many are one."""
    known: tuple[_Reach, ...] = ()
    for reach in ways:
        if any(other.covers(reach) for other in known):
            continue
        known = tuple(other for other in known if not reach.covers(other))
        if len(known) >= MOST_WAYS:
            for other in known:
                reach = reach.or_by(other)
            known = ()
        known = (*known, reach)
    return known


def _leading_to(found: _Passed, targets: Iterable[GraphNode]) -> _Passed:
    """Those of the nodes from which a target is reached; a target itself is not passed."""
    ends = set(targets)
    for each in targets:
        while each.kind is NodeKind.UNSEEN and each.inputs:
            each = each.inputs[0]  # what was computed before the change
            ends.add(each)
    leading = set(ends)
    grows = True
    while grows:
        grows = False
        for each in found:
            if each not in leading and not leading.isdisjoint(each.inputs):
                leading.add(each)
                grows = True
    return {
        each: reaches
        for each, reaches in found.items()
        if each in leading and (each not in ends or not leading.isdisjoint(each.inputs))
    }


def _freed(machine: Machine, node: GraphNode, reach: _Reach) -> Freed | None:
    """The backward that has freed what a node kept, on a path that leads here."""
    for each in machine.freed(node) if node.frees else ():
        if _is_met(machine, each, reach) and _is_recorded(machine, node, each.conditions):
            return each
    return None


def _is_met(machine: Machine, happened: Freed | Write, reach: _Reach) -> bool:
    """Whether what has happened, has happened on a path that leads here and to this value."""
    if happened.era != machine.era or happened in reach.not_happened:
        return False
    return not contradict(happened.conditions, machine.conditions | reach.conditions)


def _evaluates(conditions: frozenset[Condition]) -> bool:
    """Whether branches are those of a module that is switched to evaluation, or for inference."""
    return any(
        (not holds and text.endswith(TRAINING)) or text.startswith(INFERENCE)
        for text, holds in conditions
    )


def _is_recorded(machine: Machine, node: GraphNode, conditions: frozenset[Condition]) -> bool:
    """Whether an operation has a history in branches that may deny it: ``not x.requires_grad``."""
    denied = {text for text, holds in conditions | machine.conditions if not holds}
    denied = {text for text in denied if text.startswith(HISTORY)}
    if not denied:
        return True
    pending, seen = [node], {node}
    while pending:
        each = pending.pop()
        machine.spend()
        if has_history(each, True)[0] in denied:
            continue
        if not each.inputs:
            return True
        pending += [inner for inner in each.inputs if inner not in seen]
        seen.update(each.inputs)
    return False


def _is_assumed(reach: _Reach, node: GraphNode, needed: Necessity | None) -> bool:
    """Whether autograd must have recorded an operation, since the backward is run.

    That is no proof: code that is not seen may have given the history.
    """
    return not reach.is_certain and needed is not None and needed.holds(node)


def _need_saved(
    machine: Machine,
    node: GraphNode,
    backward: tree.Node,
    reaches: tuple[_Reach, ...],
    needed: Necessity | None,
    *,
    is_return: bool,
) -> None:
    for saved in node.saved:
        for change in machine.stale(saved):
            ways = _surest(machine, change, reaches, is_return)
            if not ways or not _is_recorded(machine, node, change.conditions):
                continue
            for way in ways:
                machine.emit(
                    events.StaleSaved,
                    change.node,
                    way.conditions | change.conditions,
                    change=change,
                    saved=saved,
                    operation=node.operation,
                    saved_at=node.node,
                    backward=backward,
                    is_return=is_return,
                    through_data=change.counter != saved.counter,
                    is_certain=way.is_certain,
                    is_assumed=_is_assumed(way, node, needed),
                )


def _note_unseen(
    machine: Machine,
    node: GraphNode,
    backward: tree.Node,
    reaches: tuple[_Reach, ...],
    *,
    is_return: bool,
) -> None:
    """A backward goes on to a history that has made other numbers than those it started from."""
    change = node.change
    if change is None:
        return
    ways = _surest(machine, change, reaches, is_return)
    if not ways or not _is_recorded(machine, node, change.conditions):
        return
    for way in ways:
        machine.emit(
            events.UnseenChange,
            change.node,
            way.conditions | change.conditions,
            change=change,
            made_at=node.inputs[0].node if node.inputs else None,
            backward=backward,
            is_return=is_return,
            is_certain=way.is_certain,
        )


def _surest(
    machine: Machine, change: Write, reaches: tuple[_Reach, ...], is_return: bool
) -> Collection[_Reach]:
    """The surest of the ways on which a change is met, one for each set of choices they need.

    Together they may need none: each of several alternatives leads to it. What is returned by a
    module that does not train is not trained on.
    """
    met = [
        reach
        for reach in reaches
        if _is_met(machine, change, reach)
        and not (is_return and _evaluates(change.conditions | reach.conditions))
    ]
    is_sure = any(reach.is_certain for reach in met)
    by_choices = {choices(reach.conditions): reach for reach in met if reach.is_certain is is_sure}
    free = by_choices.get(frozenset())
    return (free,) if free is not None else by_choices.values()
