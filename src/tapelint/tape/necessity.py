"""What a backward that runs at all must have passed.

A backward of a tensor without history raises. So where it is run, the tensor has one, though it may
not be known from which of the values that it was computed from. An operation through which all the
histories go that there may be was recorded for sure.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from tapelint.tape.terms import Truth
from tapelint.tape.values import GraphNode

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
        self._known: dict[Truth, frozenset[GraphNode]] = {}

    def of(self, node: GraphNode) -> Truth:
        """Whether each history goes through an operation.

        ``UNKNOWN`` says: each but one that the target of a loss may bring.
        """
        if node in self._through_all(Truth.UNKNOWN):
            return Truth.YES
        return Truth.UNKNOWN if node in self._through_all(Truth.YES) else Truth.NO

    def _through_all(self, least: Truth) -> frozenset[GraphNode]:
        """The operations on all ways, where unknown operands count from so sure a history on."""
        if least not in self._known:
            self._known[least] = frozenset(self._find(least))
        return self._known[least]

    def _find(self, least: Truth) -> list[GraphNode]:
        passed = set(self._in_order)
        ends: dict[GraphNode, int] = {}
        for node in reversed(self._in_order):
            behind = sum(ends[each] for each in node.inputs if each in passed)
            own = node.beside_unknown >= least or not any(each in passed for each in node.inputs)
            ends[node] = (behind + own) % _MODULUS
        ways = dict.fromkeys(self._in_order, 0)
        for node in self._roots:
            if node in passed:
                ways[node] += 1
        for node in self._in_order:
            for each in node.inputs:
                if each in passed:
                    ways[each] = (ways[each] + ways[node]) % _MODULUS
        total = sum(ends[each] for each in self._roots if each in passed) % _MODULUS
        return [each for each in self._in_order if ways[each] * ends[each] % _MODULUS == total]
