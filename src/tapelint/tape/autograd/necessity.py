"""What a backward that runs at all must have passed.

A backward of a tensor without history raises. So where it is run, the tensor has one, though it may
not be known from which of the values that it was computed from. An operation through which all the
histories go that there may be was recorded, unless code that is not seen has given the history.
"""

from __future__ import annotations

import functools
from collections.abc import Collection, Iterable

from tapelint.tape.domain.values import GraphNode

_MODULUS = (1 << 61) - 1
"""Ways are counted modulo a prime: there may be more than atoms in the world."""


class Necessity:
    """Tells which operations the histories of a tensor all go through."""

    def __init__(self, roots: Iterable[GraphNode], in_order: Collection[GraphNode]) -> None:
        """Count the ways to all ends.

        Args:
            roots: The operations that have made the tensor.
            in_order: All that lies behind it, each operation before what it was computed from.
        """
        self._roots, self._in_order = tuple(roots), tuple(in_order)

    def holds(self, node: GraphNode) -> bool:
        """Whether each history goes through an operation."""
        return node in self._through_all

    @functools.cached_property
    def _through_all(self) -> frozenset[GraphNode]:
        """The operations on all ways."""
        passed = set(self._in_order)
        ends: dict[GraphNode, int] = {}
        for node in reversed(self._in_order):
            behind = sum(ends[each] for each in node.inputs if each in passed)
            is_end = node.beside_unknown or not any(each in passed for each in node.inputs)
            ends[node] = (behind + is_end) % _MODULUS
        ways = dict.fromkeys(self._in_order, 0)
        for node in self._roots:
            if node in passed:
                ways[node] += 1
        for node in self._in_order:
            for each in node.inputs:
                if each in passed:
                    ways[each] = (ways[each] + ways[node]) % _MODULUS
        total = sum(ends[each] for each in self._roots if each in passed) % _MODULUS
        return frozenset(
            each for each in self._in_order if ways[each] * ends[each] % _MODULUS == total
        )
