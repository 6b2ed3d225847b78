"""Paths that meet: what tells one of them from the others."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tapelint.tape.domain.graph_nodes import GraphNode, NodeKind
from tapelint.tape.domain.path_conditions import Condition

Span = tuple[int, int]
"""A stretch of the execution: the identities that were given in it, the first one not included."""
Spans = tuple[Span, ...]
MOST_SPANS = 48
"""How many stretches of other paths a joined tensor remembers."""


class Side:
    """One of the paths that meet."""

    __slots__ = ("_elsewhere", "_find_elsewhere", "conditions", "find", "not_happened")

    def __init__(
        self,
        not_happened: frozenset[object] = frozenset(),
        conditions: frozenset[Condition] = frozenset(),
        find_elsewhere: Callable[[], Spans] = tuple,
        find: Callable[[int], Any] | None = None,
    ) -> None:
        """Tell a path apart from the others.

        Args:
            not_happened: What has happened on the other paths only.
            conditions: The branches that it has come through.
            find_elsewhere: Finds the stretches of the execution that lie on the other paths only.
                Most joins never ask.
            find: Finds the record of an identity as it is on this path alone, before the join.
        """
        self.not_happened = not_happened
        self.conditions = conditions
        self.find = find
        self._find_elsewhere = find_elsewhere
        self._elsewhere: Spans | None = None

    @property
    def elsewhere(self) -> Spans:
        """The stretches of the execution that lie on the other paths only."""
        if self._elsewhere is None:
            self._elsewhere = self._find_elsewhere()
        return self._elsewhere


NO_SIDE = Side()
Sides = tuple[Side, Side]


def path_to(graph: GraphNode, side: Side, *, is_certain: bool = True) -> GraphNode:
    """A node of the graph as one of the paths that meet leads to it."""
    return GraphNode(
        "path",
        (graph,),
        (),
        graph.node,
        is_certain=is_certain,
        kind=NodeKind.JOIN,
        not_happened=side.not_happened,
        conditions=side.conditions,
    )
