"""Which operations a backward passes, how it reaches each, and what it meets on the way."""

from __future__ import annotations

from collections.abc import Iterable

from tapelint.tape.domain.frozen import dataclass
from tapelint.tape.domain.graph_nodes import Freed, GraphNode, NodeKind, Write, has_history
from tapelint.tape.domain.path_conditions import HISTORY, Condition, contradict
from tapelint.tape.domain.state import lasting
from tapelint.tape.machine.machine import Machine


@dataclass(frozen=True)
class Reach:
    """How a backward reaches a node.

    Attributes:
        is_certain: Whether autograd has recorded all that lies before it for sure.
        is_held: Whether it comes over what a variable has held since before the last call that
            may have replaced what objects hold.
        not_happened: The changes and backwards that have not happened on the paths that it
            comes from, where paths have met.
        conditions: The branches that these paths have come through.
    """

    is_certain: bool = True
    is_held: bool = False
    not_happened: frozenset[object] = frozenset()
    conditions: frozenset[Condition] = frozenset()

    def through(self, node: GraphNode, *, is_held: bool) -> Reach:
        """How what lies behind a node is reached, and the node, if a variable holds it."""
        return Reach(
            self.is_certain and node.is_certain,
            self.is_held or is_held,
            self.not_happened | node.not_happened,
            self.conditions | node.conditions,
        )

    def covers(self, other: Reach) -> bool:
        """Whether all that is met on another way is met on this one, too, and as surely."""
        return (
            self.is_certain >= other.is_certain
            and self.is_held >= other.is_held
            and self.not_happened <= other.not_happened
            and self.conditions <= other.conditions
        )

    def or_by(self, other: Reach) -> Reach:
        """How a node is reached that is reached in two ways."""
        return Reach(
            self.is_certain or other.is_certain,
            self.is_held or other.is_held,
            self.not_happened & other.not_happened,
            self.conditions & other.conditions,
        )


def passes_on(node: GraphNode) -> bool:
    """Whether a node has a history wherever what lies behind it has one, on one path at least."""
    if node.kind is NodeKind.OPERATION:
        return node.passes_on
    return node.is_certain or node.passes_on


Passed = dict[GraphNode, tuple[Reach, ...]]
"""The nodes that a backward passes, and the ways on which it reaches each."""
MOST_WAYS = 8
"""How many ways to one node are told apart."""


def passed_by(
    machine: Machine,
    roots: Iterable[GraphNode],
    targets: list[GraphNode] | None,
    *,
    ends_at_any: bool = False,
) -> Passed:
    """The nodes that a backward passes, and how it reaches them.

    A node that an earlier backward has freed is passed, those behind it are not.

    Args:
        machine: The machine.
        roots: Where it starts.
        targets: The tensors that it is run for; ``None`` for all leaves.
        ends_at_any: Whether the targets are not all asked for together: of what a loop keeps under
            keys, those of one round are.
    """
    found: Passed = {}
    era = machine.era
    ends = frozenset(targets) if targets is not None and ends_at_any else _NOWHERE
    ways: dict[GraphNode, list[Reach]] = {each: [Reach()] for each in roots}
    for each in from_the_last(ways):
        before = ways.pop(each, [])
        machine.spend()
        if each.conditions and contradict(each.conditions, machine.conditions):
            continue  # on the way of a branch that this backward does not stand in
        lasts = lasting(each.conditions)
        is_held = machine.held.holds(each, era)
        reaches = _told_apart(
            way.through(each, is_held=is_held)
            for way in before
            if not contradict(lasts, way.conditions)
        )
        if reaches:
            found[each] = reaches
        for reach in reaches:
            if each.inputs and each not in ends and freed_by(machine, each, reach) is None:
                for inner in each.inputs:
                    ways.setdefault(inner, []).append(reach)
    return found if targets is None else _leading_to(found, targets)


_NOWHERE: frozenset[GraphNode] = frozenset()


def from_the_last(roots: Iterable[GraphNode]) -> list[GraphNode]:
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


def _told_apart(ways: Iterable[Reach]) -> tuple[Reach, ...]:
    """The ways to one node, less those that others cover; too many are one."""
    known: tuple[Reach, ...] = ()
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


def _leading_to(found: Passed, targets: Iterable[GraphNode]) -> Passed:
    """Those of the nodes from which a target is reached; a target itself is not passed."""
    ends = set(targets)
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


def freed_by(machine: Machine, node: GraphNode, reach: Reach) -> Freed | None:
    """The backward that has freed what a node kept, on a path that leads here."""
    for each in machine.freed(node) if node.frees else ():
        if is_met(machine, each, reach) and is_recorded(machine, node, each.conditions):
            return each
    return None


def is_met(machine: Machine, happened: Freed | Write, reach: Reach) -> bool:
    """Whether what has happened, has happened on a path that leads here and to this value."""
    if (happened.era != machine.era and not reach.is_held) or happened in reach.not_happened:
        return False
    return not contradict(happened.conditions, machine.conditions | reach.conditions)


def is_recorded(machine: Machine, node: GraphNode, conditions: frozenset[Condition]) -> bool:
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
