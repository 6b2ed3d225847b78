"""What a backward that runs at all must have passed.

A backward of a tensor without history raises. So where it is run, the tensor has one, though it may
not be known from which of the values that it was computed from. An operation through which all the
histories go that there may be was recorded, unless code that is not seen has given the history.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from tapelint.tape.domain.graph_nodes import GraphNode

_MODULUS = (1 << 61) - 1
"""Ways are counted modulo a prime: there may be more than atoms in the world."""


class Necessity:
    """Tells which operations the histories of a tensor all go through."""

    def __init__(
        self,
        roots: Iterable[GraphNode],
        in_order: Collection[GraphNode],
        targets: Iterable[GraphNode] = (),
    ) -> None:
        """Count the ways to all ends.

        Args:
            roots: The operations that have made the tensor.
            in_order: All that lies behind it, each operation before what it was computed from.
            targets: What the tensor must have been computed from, where that is known; else all
                that it may have been computed from is an end.
        """
        self._roots, self._in_order = tuple(roots), tuple(in_order)
        self._targets = frozenset(targets)
        self._on_all_ways: frozenset[GraphNode] | None = None

    def __contains__(self, node: object) -> bool:
        if self._on_all_ways is None:
            self._on_all_ways = self._through_all()
        return node in self._on_all_ways

    def _through_all(self) -> frozenset[GraphNode]:
        """The operations on all ways."""
        passed = set(self._in_order)
        ends: dict[GraphNode, int] = {}
        for node in reversed(self._in_order):
            behind = sum(ends[each] for each in node.inputs if each in passed)
            ends[node] = (behind + self._is_end(node, passed)) % _MODULUS
        ways = dict.fromkeys(self._in_order, 0)
        for node in self._roots:
            if node in passed:
                ways[node] += 1
        for node in self._in_order:
            for each in node.inputs:
                if each in passed:
                    ways[each] = (ways[each] + ways[node]) % _MODULUS
        total = sum(ends[each] for each in self._roots if each in passed) % _MODULUS
        if not total:
            return frozenset()
        return frozenset(
            each for each in self._in_order if ways[each] * ends[each] % _MODULUS == total
        )

    def _is_end(self, node: GraphNode, passed: Collection[GraphNode]) -> bool:
        if node.beside_unknown:
            return True
        if self._targets:
            return node in self._targets
        return not any(each in passed for each in node.inputs)


class AnyNecessity:
    """Tells which operations the histories of one of several tensors all go through.

    ``autograd.backward([a, b])`` raises where either has none.
    """

    def __init__(self, of_each: Sequence[Necessity]) -> None:
        self._of_each = of_each

    def __contains__(self, node: object) -> bool:
        return any(node in each for each in self._of_each)
