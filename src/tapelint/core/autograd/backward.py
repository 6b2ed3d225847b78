"""Backward: which nodes it passes, what it fills and frees, and what it stumbles over."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tapelint.core.autograd import events
from tapelint.core.autograd.events import Pass, Passed
from tapelint.core.autograd.graph import (
    CHANGES,
    FREED,
    GRAD,
    Change,
    Edge,
    Freed,
    Node,
    Saved,
)
from tapelint.core.autograd.recording import Recording
from tapelint.core.domain.certainty import NO, Certainty, all_of, any_of, under
from tapelint.core.domain.predicates import Guard, apart, is_impossible
from tapelint.core.domain.values import NONE, UNBOUND, Value

MOST_WAYS = 4
"""In how many ways a backward is followed through one node."""


class Autograd(Recording):
    """Autograd, whole."""

    def passed(self, root: Value, until: Value | None = None) -> Passed:
        """The nodes that a backward passes.

        Args:
            root: Where it starts.
            until: The tensors whose gradients it is run for; ``None`` for all leaves.
        """
        path = self.world.state.path
        stops = None if until is None else {edge.node for edge in self.edges(until)}
        found: dict[Node, list[Pass]] = {}
        stack = self.edges(root)
        while stack:
            edge = stack.pop()
            if is_impossible(edge.guard) or apart(edge.guard, path):
                continue
            ways = found.setdefault(edge.node, [])
            if len(ways) >= MOST_WAYS or any(_says_no_less(way, edge) for way in ways):
                continue
            ways.append(Pass(edge.guard, under(path, edge.certainty)))
            if stops is None or edge.node not in stops:
                stack += (_behind(edge, each) for each in edge.node.edges)
        return found if stops is None else _leading_to(found, stops)

    def backward(
        self,
        root: Value,
        node: ast.AST,
        keeps: Certainty,
        until: Value | None = None,
        *,
        fills: bool = True,
        creates: Certainty = NO,
    ) -> None:
        """Run a backward: gradients are filled, and what is not kept is freed.

        Args:
            root: Where it starts.
            node: Where it stands.
            keeps: Whether the graph is kept.
            until: The tensors whose gradients it is run for.
            fills: Whether leaves get their gradients.
            creates: Whether the gradients have a history themselves.
        """
        state = self.world.state
        passed = self.passed(root, until)
        self.world.emit(events.Backward(node, root, passed, fills=fills, keeps=keeps))
        moment = state.tick()
        for each, ways in passed.items():
            if each.leaf is not None:
                if fills and state.attribute(each.leaf, GRAD) in (UNBOUND, NONE):
                    is_sure = any(way.certainty.must and not way.certainty.why for way in ways)
                    gradient = self.leaf(node, creates) if is_sure else UNBOUND
                    state.set_attribute(each.leaf, GRAD, gradient)
            elif each.frees and not keeps.must:
                sure = all_of([~keeps, any_of(way.certainty for way in ways)])
                freed = Freed(node, moment, state.path | ways[0].guard, sure)
                state.put(each, FREED, state.get(each, FREED) | {freed})

    def stale(self, node: Node, way: Pass) -> Iterator[tuple[Saved, Change]]:
        """The changes of what a node has saved, over which its backward raises."""
        path = self.world.state.path
        for saved in node.saved:
            for change in self.world.state.get(saved.memory, CHANGES):
                if change.moment <= saved.moment:
                    continue
                guard: Guard = way.guard | saved.guard | path | node.guard
                if not apart(guard, change.guard) and not is_impossible(guard):
                    yield saved, change


def _behind(edge: Edge, further: Edge) -> Edge:
    certainty = all_of([edge.certainty, further.certainty])
    return Edge(further.node, edge.guard | further.guard, certainty)


def _says_no_less(way: Pass, edge: Edge) -> bool:
    is_as_sure = way.certainty.must or not edge.certainty.must
    return is_as_sure and way.guard <= edge.guard


def _leading_to(found: dict[Node, list[Pass]], stops: set[Node]) -> Passed:
    """The nodes between the root and some others."""
    leads, grows = set(stops), True
    while grows:
        more = {
            node
            for node in found
            if node not in leads and any(edge.node in leads for edge in node.edges)
        }
        leads |= more
        grows = bool(more)
    return {node: ways for node, ways in found.items() if node in leads and node not in stops}
