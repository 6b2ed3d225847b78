"""What a backward needs of the operations that it passes: what they have saved."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from tapelint.source import tree
from tapelint.tape import write_events
from tapelint.tape.autograd.necessity import AnyNecessity
from tapelint.tape.autograd.reach import (
    Passed,
    Reach,
    from_the_last,
    is_met,
    is_recorded,
)
from tapelint.tape.domain.assumptions import Assumed, Assumption, Sign
from tapelint.tape.domain.graph_nodes import GraphNode, NodeKind, Write
from tapelint.tape.domain.path_conditions import (
    INFERENCE,
    Condition,
    choices,
    contradict,
)
from tapelint.tape.machine.machine import Machine
from tapelint.torch_api.families import families
from tapelint.torch_api.names import masks, says_training


def need(
    machine: Machine,
    passed: Passed,
    targets: Sequence[GraphNode] | None,
    needed: AnyNecessity | None,
    node: tree.Node,
) -> frozenset[tree.Node]:
    """The changes after which a backward raises, of what is saved by operations that it passes."""
    breaking: set[tree.Node] = set()
    for each in passed:
        breaking |= need_saved(machine, each, node, passed, needed, is_return=False)
        if targets is None or each not in targets:
            note_unseen(machine, each, node, passed, is_return=False)
    return frozenset(breaking)


def _evaluates(conditions: frozenset[Condition]) -> bool:
    """Whether branches are those of a module that is switched to evaluation, or for inference."""
    return any(
        (not holds and says_training(text)) or text.startswith(INFERENCE)
        for text, holds in conditions
    )


def _is_needed(node: GraphNode, needed: AnyNecessity | None) -> bool:
    """Whether autograd must have recorded an operation, since the backward is run.

    That is no proof: code that is not seen may have given the history.
    """
    return needed is not None and node in needed


def _doubt(
    reach: Reach, backward: tree.Node, subject: tree.Node | None, *, is_needed: bool
) -> Assumption | None:
    """What is assumed where a backward reaches an operation that may not be recorded."""
    if reach.is_certain:
        return None
    if is_needed:
        return Assumption(Assumed.HISTORY, Sign.BACKWARD, backward, subject)
    return Assumption(Assumed.HISTORY, Sign.NONE, None, subject)


def need_saved(
    machine: Machine,
    node: GraphNode,
    backward: tree.Node,
    passed: Passed,
    needed: AnyNecessity | None,
    *,
    is_return: bool,
    roots: Sequence[GraphNode] = (),
) -> set[tree.Node]:
    """What an operation has saved is needed: tell what has changed of it; return what raises."""
    breaking: set[tree.Node] = set()
    for saved in node.saved:
        for change in machine.stale(saved):
            ways = _surest(machine, change, passed[node], is_return)
            if not ways or not is_recorded(machine, node, change.conditions):
                continue
            if change.counter == saved.counter:  # torch raises: the core tells the rules
                breaking.add(change.node)
                continue
            is_needed = any(not way.is_certain for way in ways) and _is_needed(node, needed)
            keeps_gradient = (
                saved.is_result and _stops_there(node, change) and _is_behind(passed, node, change)
            )
            for way in ways:
                machine.emit(
                    write_events.StaleSaved,
                    change.node,
                    way.conditions | change.conditions,
                    change=change,
                    saved=saved,
                    operation=node.operation,
                    saved_at=node.node,
                    backward=backward,
                    is_return=is_return,
                    through_data=True,
                    keeps_gradient=keeps_gradient,
                    doubt=_doubt(way, backward, node.node, is_needed=is_needed),
                    returned=_returned(machine, roots, node),
                )
    return breaking


def _returned(
    machine: Machine, roots: Sequence[GraphNode], wanted: GraphNode
) -> frozenset[tree.Node]:
    """What has made those of the values that are handed out from which a way leads to a node."""
    found: set[tree.Node] = set()
    for root in roots:
        if wanted in from_the_last([root]):
            found |= machine.made_by(root)
    return frozenset(found)


def note_unseen(
    machine: Machine,
    node: GraphNode,
    backward: tree.Node,
    passed: Passed,
    *,
    is_return: bool,
) -> None:
    """A backward goes on to a history that has made other numbers than those it started from."""
    change = node.change
    if change is None:
        return
    before = _made_before(node, change)
    if not before:
        return
    wrong = [each for each in before if not (_stops_there(each, change) or _is_moved_leaf(each))]
    reaches = dict.fromkeys(way for each in wrong or [node] for way in passed.get(each, ()))
    ways = _surest(machine, change, tuple(reaches), is_return)
    if not ways or not is_recorded(machine, node, change.conditions):
        return
    made_at = (wrong or before)[0].node
    for way in ways:
        machine.emit(
            write_events.UnseenChange,
            change.node,
            way.conditions | change.conditions,
            change=change,
            made_at=made_at,
            backward=backward,
            is_return=is_return,
            doubt=_doubt(way, backward, made_at, is_needed=False),
            keeps_gradient=not wrong,
            leaves_out=masks(change.operation) and not _is_normalised(passed, node),
        )


def _made_before(node: GraphNode, change: Write) -> list[GraphNode]:
    """The operations that made what a change replaces, on the paths on which it happens."""
    pending, seen = list(node.inputs), set(node.inputs)
    found: list[GraphNode] = []
    while pending:
        each = pending.pop(0)
        if change in each.not_happened or contradict(each.conditions, change.conditions):
            continue
        if each.kind in {NodeKind.JOIN, NodeKind.UNSEEN}:
            pending += [inner for inner in each.inputs if inner not in seen]
            seen.update(each.inputs)
        elif each.leaf is None:
            found.append(each)
    return found


def _is_normalised(passed: Passed, node: GraphNode) -> bool:
    """Whether a softmax stands between a node and what a backward starts at."""
    normalisers = families().normalisers | families().log_normalisers
    made_of = {node}
    for each in reversed(passed):
        if not made_of.isdisjoint(each.inputs):
            if each.operation in normalisers:
                return True
            made_of.add(each)
    return False


def _is_moved_leaf(node: GraphNode) -> bool:
    """Whether a history is that of a leaf that was only moved, converted or viewed.

    The gradient goes through it as it is, whatever the numbers are: an attack clamps its image so.
    """
    pending, seen = [node], {node}
    while pending:
        each = pending.pop()
        is_move = each.kind is not NodeKind.OPERATION or (
            each.operation in families().same_numbers and len(each.inputs) == 1
        )
        if each.leaf is None and not (is_move and each.inputs):
            return False
        further = [inner for inner in each.inputs if inner not in seen]
        pending += further
        seen.update(further)
    return True


def _stops_there(node: GraphNode, change: Write) -> bool:
    """Whether a change masks the result of what lets no gradient through its zeros."""
    return change.is_zeroing and node.operation.rstrip("_") in families().stopping_at_zero


def _is_behind(passed: Passed, node: GraphNode, change: Write) -> bool:
    """Whether a backward comes to a node over a change alone: nothing was made of it before."""
    while True:
        above = [each for each in passed if node in each.inputs and change not in each.not_happened]
        if len(above) != 1 or above[0].change is None:
            return False
        (node,) = above
        if node.change is not None and node.change.node is change.node:
            return True


def _surest(
    machine: Machine, change: Write, reaches: tuple[Reach, ...], is_return: bool
) -> Collection[Reach]:
    """The surest of the ways on which a change is met, one for each set of choices they need.

    Together they may need none: each of several alternatives leads to it. What is returned by a
    module that does not train is not trained on.
    """
    met = [
        reach
        for reach in reaches
        if is_met(machine, change, reach)
        and not (is_return and _evaluates(change.conditions | reach.conditions))
    ]
    is_sure = any(reach.is_certain for reach in met)
    by_choices = {choices(reach.conditions): reach for reach in met if reach.is_certain is is_sure}
    free = by_choices.get(frozenset())
    return (free,) if free is not None else by_choices.values()
