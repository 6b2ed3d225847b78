"""The last layers that something was computed with, as the graph tells of them."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from itertools import product

from tapelint.tape.autograd.reach import Passed
from tapelint.tape.domain.graph_nodes import GraphNode, NodeKind
from tapelint.tape.domain.signals import Heads
from tapelint.tape.machine.machine import Machine
from tapelint.torch_api.knowledge import base_of, knowledge

ITEM = "item"
"""One of several things that a network of unknown layers gives."""


def heads_of(
    machine: Machine, passed: Passed, roots: frozenset[GraphNode]
) -> dict[GraphNode, Heads]:
    """For each node the last layers that it was computed with, on all ways to it.

    A layer is what takes a parameter; a network of unknown layers is one, and so is each of
    several things that it gives.
    """
    above: dict[GraphNode, bool] = {}
    reached = set(roots)
    for each in passed:
        if each in reached:
            is_head = above[each] = _is_head(each)
            if not is_head:
                reached.update(each.inputs)
    found: dict[GraphNode, Heads] = {}
    for each, is_head in reversed(above.items()):
        machine.spend()
        behind = [] if is_head else [found[one] for one in each.inputs if found.get(one)]
        if is_head:
            found[each] = (each,)
        else:
            together = dict.fromkeys(head for heads in behind for head in heads)
            found[each] = behind[0] if len(behind) == 1 else tuple(together)
    return found


def _is_head(node: GraphNode) -> bool:
    """Whether it is a layer, a network of unknown layers, or one of several things of such."""
    if node.kind is not NodeKind.OPERATION:
        return False
    return (
        node.operation == ITEM
        or node.operation.startswith("torch.nn.")
        or any(inner.leaf is not None and inner.is_certain for inner in node.inputs)
    )


def are_alike(
    one: Iterable[GraphNode], two: Iterable[GraphNode], *, by_leaves: bool = False
) -> bool:
    """Whether a layer of the one is one of the other: the same call, or the same parameters.

    Of a network that gives several things, each has the same parameters.
    """
    return any(
        left is right
        or (
            (by_leaves or ITEM not in {left.operation, right.operation})
            and not leaves_of({left}).isdisjoint(leaves_of({right}))
        )
        for left, right in product(one, two)
    )


def leaves_of(heads: Iterable[GraphNode]) -> set[int]:
    """The parameters of layers."""
    found: set[int] = set()
    pending = list(heads)
    while pending:
        each = pending.pop()
        found.update(inner.leaf for inner in each.inputs if inner.leaf is not None)
        if each.operation == ITEM:
            pending += [inner for inner in each.inputs if inner.leaf is None]
    return found


def stem_of(node: GraphNode) -> str:
    """The operation's name, without the way in which it is called: in place, with a number."""
    return _stem(node.operation)


@functools.cache
def _stem(name: str) -> str:
    return base_of(name if name in knowledge().operations else name.rstrip("_"))
