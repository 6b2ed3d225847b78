"""Which tensors a variable of a function has held since before a call that is not followed.

Such a call may replace what objects hold, and what lists and dicts do: whoever reads there again
may get another tensor, with another history. What a variable of the function itself holds stays.
"""

from __future__ import annotations

from tapelint.tape.domain.graph_nodes import GraphNode
from tapelint.tape.domain.values import Tensor, TensorRecord


class Held:
    """Remembers the histories of such tensors, by the stretch of the execution they are met in."""

    def __init__(self) -> None:
        self._since: dict[GraphNode, int] = {}
        self._doubted: set[GraphNode] = set()

    def bound(self, value: Tensor, record: TensorRecord, era: int) -> None:
        """A variable gets a tensor that is older than the stretch ``era``: from where?

        Unless a variable held it before, it comes out of an object that may hold another one.
        """
        history = record.graph
        if history is not None and value.identity <= era and not self.holds(history, era):
            self._doubted.add(history)

    def read(self, value: Tensor, record: TensorRecord, era: int) -> None:
        """A variable of the function is read in the stretch ``era``."""
        history = record.graph
        if history is not None and value.identity <= era and history not in self._doubted:
            self._since[history] = era

    def holds(self, history: GraphNode, era: int) -> bool:
        """Whether a variable was read in the stretch ``era`` that holds the tensor since before."""
        return self._since.get(history) == era
