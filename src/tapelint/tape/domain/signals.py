"""What losses train: values that weigh the logarithms of chances, and values that are regressed."""

from __future__ import annotations

from tapelint.source import tree
from tapelint.tape.domain.frozen import dataclass
from tapelint.tape.domain.graph_nodes import GraphNode

Heads = tuple[GraphNode, ...]
"""The last layers that something was computed with."""


@dataclass(frozen=True)
class Weighed:
    """A product of the logarithm of a chance with something that a network has computed.

    Attributes:
        node: The product.
        signal: What else it is a product of.
        heads: The last layers that have computed that, and none of the logarithm.
        backward: The backward that passes it.
        moment: When that was, as an identity that was new then.
        is_certain: Whether autograd has recorded all that lies between for sure.
    """

    node: GraphNode
    signal: GraphNode
    heads: Heads
    backward: tree.Node
    moment: int
    is_certain: bool


@dataclass(frozen=True)
class Regressed:
    """A distance between what a network has computed and something else, in a loss.

    Attributes:
        node: The distance.
        heads: The last layers that it trains.
        backward: The backward that passes it.
        moment: When that was, as an identity that was new then.
    """

    node: GraphNode
    heads: Heads
    backward: tree.Node
    moment: int
