"""Backward: which nodes it passes, what it fills and frees, and what it stumbles over."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from functools import reduce
from typing import Final

from tapelint.core.autograd import events
from tapelint.core.autograd.changing import Changing
from tapelint.core.autograd.events import Pass, Passed
from tapelint.core.autograd.graph import (
    CHANGES,
    EXCHANGE,
    FILLED,
    FREED,
    FREED_PARTS,
    GRAD,
    IS_STATE,
    REPLACED,
    Change,
    Edge,
    Freed,
    Node,
    Saved,
    Tensor,
)
from tapelint.core.autograd.recording import HAS_RUN
from tapelint.core.domain.alternatives import joined_values
from tapelint.core.domain.certainty import MAYBE, NO, YES, Certainty, all_of, any_of, under
from tapelint.core.domain.objects import ITEMS, Collection
from tapelint.core.domain.predicate import Guard
from tapelint.core.domain.predicates import OPEN, apart, is_doubtful, is_impossible, weakened
from tapelint.core.domain.values import NONE, UNBOUND, Value

SHOWN_BY_BACKWARD: Final = "a backward needs it"
"""What is assumed of a history that may be there, since a backward is run through it."""
MOST_WAYS: Final = 4
"""In how many ways a backward is followed through one node."""


class Autograd(Changing):
    """Autograd, whole."""

    def passed(self, root: Value, until: Value | None = None, certainty: Certainty = YES) -> Passed:
        """The nodes that a backward passes.

        Args:
            root: Where it starts.
            until: The tensors whose gradients it is run for; ``None`` for all leaves.
            certainty: How sure it is run at all.
        """
        path = self.world.state.path
        stops = None if until is None else _with_unchanged(self.edges(until))
        found: dict[Node, list[Pass]] = {}
        stack = self.edges(root)
        while stack:
            edge = stack.pop()
            ways = found.get(edge.node, [])
            if len(ways) >= MOST_WAYS or any(_says_no_less(way, edge) for way in ways):
                continue
            if is_impossible(edge.guard) or apart(edge.guard | edge.node.guard, path):
                continue
            found.setdefault(edge.node, ways).append(
                Pass(edge.guard, under(path, all_of([certainty, edge.certainty])))
            )
            if stops is None or edge.node not in stops:
                stack += (_behind(edge, each) for each in edge.node.edges)
        return found if stops is None else _leading_to(found, stops)

    def backward(
        self,
        root: Value,
        node: ast.AST,
        frees: Guard | None,
        until: Value | None = None,
        *,
        fills: bool = True,
        creates: Certainty = NO,
        shows: bool = True,
    ) -> None:
        """Run a backward: gradients are filled, and what is not kept is freed.

        Args:
            root: Where it starts.
            node: Where it stands.
            frees: On which ways the graph is freed; ``None`` where it is kept.
            until: The tensors whose gradients it is run for.
            fills: Whether leaves get their gradients.
            creates: Whether the gradients have a history themselves.
            shows: Whether it raises where there is no history.
        """
        state, passed = self.world.state, self.passed(root, until)
        if shows:
            passed = self._shown(passed, root)
        keeps = YES if frees is None else MAYBE if frees else NO
        self.world.emit(events.Backward(node, root, passed, fills, keeps))
        state.put(self.mode, HAS_RUN, YES)
        moment = state.tick()
        for each, ways in passed.items():
            if each.leaf is not None:
                if not fills:
                    continue
                here = state.path | self._asked(each.leaf)
                sure = [way.certainty for way in ways if way.guard <= here]
                state.put(each.leaf, FILLED, any_of(sure))
                if state.attribute(each.leaf, GRAD) in (UNBOUND, NONE):
                    self._fill(each.leaf, ways, node, creates)
            elif each.frees and frees is not None:
                here = state.path | frees
                freed = [Freed(here | way.guard, way.certainty, node, moment) for way in ways]
                state.put(each, FREED, state.get(each, FREED).union(freed))
                if each.whole is not None:
                    parts = state.get(each.whole, FREED_PARTS)
                    state.put(each.whole, FREED_PARTS, parts.union(freed))

    def freed(self, node: Node) -> frozenset[Freed]:
        """The backwards that have freed what a node has saved.

        A state, which its network has given beside something else, is freed with the rest.
        """
        marks: frozenset[Freed] = self.world.state.get(node, FREED)
        if node.whole is None or not self.world.state.get(node, IS_STATE):
            return marks
        parts: frozenset[Freed] = self.world.state.get(node.whole, FREED_PARTS)
        return marks | parts

    def _fill(self, leaf: Tensor, ways: Iterable[Pass], node: ast.AST, creates: Certainty) -> None:
        """A leaf gets its gradient, on the ways on which it surely does."""
        state = self.world.state
        sure = [way.guard for way in ways if way.certainty.must and not way.certainty.why]
        gradient: Value = self.leaf(node, creates) if sure else UNBOUND
        known = reduce(weakened, sure) - state.path if sure else OPEN
        if known:
            before = state.held(leaf, GRAD)
            gradient = joined_values([(gradient, known), (before, OPEN)], keeps_unbound=True)
        state.set_attribute(leaf, GRAD, gradient)

    def _shown(self, passed: Passed, root: Value) -> Passed:
        """What a backward passes, given that it runs: it raises where no leaf is reached.

        So what each way from a root to a leaf passes was recorded, whoever has given the leaf.
        """
        is_sure = all(way.certainty.must for ways in passed.values() for way in ways)
        if is_sure or is_doubtful(self.world.state.path):
            return passed
        several = self.world.state.get(root, ITEMS).all if isinstance(root, Collection) else (root,)
        needed = {node for each in several for node in _on_all_ways(self.edges(each), passed)}
        return {
            node: [each.assuming(SHOWN_BY_BACKWARD) for each in ways] if node in needed else ways
            for node, ways in passed.items()
        }

    def stale(
        self, node: Node, way: Pass, *, is_unseen: bool = False
    ) -> Iterator[tuple[Saved, Change]]:
        """The changes of what a node has saved, over which its backward raises.

        Args:
            node: The node.
            way: How the backward passes it.
            is_unseen: Whether those are asked for that the version counter has missed: the
                backward does not raise, and gives a wrong gradient.
        """
        state, path = self.world.state, self.world.state.path
        for saved in node.saved:
            changes: frozenset[Change] = state.get(saved.counter.storage, CHANGES)
            if is_unseen and saved.is_itself and saved.tensor is not None:
                replaced: frozenset[Change] = state.get(saved.tensor, REPLACED)
                changes |= replaced
            for change in changes:
                is_counted = change.counter is saved.counter and change.form != EXCHANGE
                if is_counted is is_unseen or not change.since <= saved.moment < change.moment:
                    continue
                guard: Guard = way.guard | saved.guard | path | node.guard
                if not apart(guard, change.guard) and not is_impossible(guard):
                    yield saved, change


def _with_unchanged(edges: Iterable[Edge]) -> set[Node]:
    """The nodes of edges, and what they were before changes that autograd does not see."""
    found, pending = set[Node](), [edge.node for edge in edges]
    while pending:
        node = pending.pop()
        found.add(node)
        if node.change is not None:
            pending += (edge.node for edge in node.edges)
    return found


def _behind(edge: Edge, further: Edge) -> Edge:
    certainty = all_of([edge.certainty, further.certainty])
    return Edge(edge.guard | further.guard, certainty, further.node)


def _says_no_less(way: Pass, edge: Edge) -> bool:
    is_as_sure = way.certainty.must or not edge.certainty.must
    return is_as_sure and way.guard <= edge.guard


def _leading_to(found: dict[Node, list[Pass]], stops: set[Node]) -> Passed:
    """The nodes between the root and some others."""
    before: dict[Node, list[Node]] = {}
    for node in found:
        for edge in node.edges:
            before.setdefault(edge.node, []).append(node)
    leads, stack = set(stops), list(stops)
    while stack:
        more = [node for node in before.get(stack.pop(), ()) if node not in leads]
        leads.update(more)
        stack += more
    return {node: ways for node, ways in found.items() if node in leads and node not in stops}


def _on_all_ways(roots: Iterable[Edge], passed: Passed) -> set[Node]:
    """The nodes that each way leads through, from some edges to where they end."""
    firsts = [edge.node for edge in roots if edge.node in passed]
    behind: dict[Node, list[Node]] = {}
    ordered: list[Node] = []  # each one after all that lie behind it
    stack = [(each, False) for each in firsts]
    while stack:
        node, is_done = stack.pop()
        if is_done:
            ordered.append(node)
        elif node not in behind:
            behind[node] = [edge.node for edge in node.edges if edge.node in passed]
            stack.append((node, True))
            stack += ((each, False) for each in behind[node])
    ends: dict[Node, int] = {}
    for node in ordered:
        ends[node] = sum(ends[each] for each in behind[node]) or 1
    starts = dict.fromkeys(ordered, 0)
    for node in firsts:
        starts[node] += 1
    for node in reversed(ordered):
        for each in behind[node]:
            starts[each] += starts[node]
    total = sum(ends[node] for node in firsts)
    return {node for node in ordered if starts[node] * ends[node] == total}
