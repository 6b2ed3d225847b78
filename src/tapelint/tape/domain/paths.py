"""Paths that meet: what tells one of them from the others."""

from __future__ import annotations

from tapelint.tape.domain.frozen import dataclass
from tapelint.tape.domain.values import Condition, GraphNode, NodeKind

Span = tuple[int, int]
"""A stretch of the execution: the identities that were given in it, the first one not included."""
Spans = tuple[Span, ...]
MOST_SPANS = 48
"""How many stretches of other paths a joined tensor remembers."""


@dataclass(frozen=True)
class Side:
    """One of the paths that meet.

    Attributes:
        not_happened: What has happened on the other paths only.
        conditions: The branches that it has come through.
        elsewhere: The stretches of the execution that lie on the other paths only.
    """

    not_happened: frozenset[object] = frozenset()
    conditions: frozenset[Condition] = frozenset()
    elsewhere: Spans = ()


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
