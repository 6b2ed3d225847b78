"""The picture of a state: the nodes of autograd's graph, and the tensors that they have made."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from tapelint.core.autograd.graph import Node as Recorded
from tapelint.core.autograd.graph import Saved, Storage, Tensor, nodes_behind, operations_at
from tapelint.explaining.facts import Answer, Keeping, Node, Role
from tapelint.explaining.known import Known
from tapelint.explaining.places import Spots

MOST_NODES: Final = 60


class GraphView:
    """Draws what stands behind tensors."""

    def __init__(
        self,
        known: Known,
        spots: Spots,
        names: Mapping[Tensor, Sequence[str]],
        keeping: Callable[[Recorded, Saved], Keeping],
        shares: Callable[[Tensor], tuple[str, ...]],
    ) -> None:
        """Draw nothing yet.

        Args:
            known: What is known.
            spots: Turns nodes into lines.
            names: The names of tensors.
            keeping: What is said of what an operation has saved.
            shares: The other names of a tensor's memory.
        """
        self._known, self._spots, self._names = known, spots, names
        self._keeping, self._shares = keeping, shares

    def nodes(self, on_line: Sequence[Tensor], everything: Sequence[Tensor]) -> tuple[Node, ...]:
        """The nodes behind a line's tensors, results first; else behind all tensors."""
        tensors = list(dict.fromkeys(self._drawn(on_line, everything)))
        roots = {each: self._made_by(each) for each in tensors}
        numbers = self._numbered([node for nodes in roots.values() for node in nodes])
        nodes = [self._node(each, numbers) for each in numbers]
        for tensor in tensors:
            behind = [numbers[each] for each in roots[tensor] if each in numbers]
            if len(behind) > 1:
                nodes.append(Node(Role.EITHER, "one of several", None, tuple(behind)))
                behind = [len(nodes) - 1]
            if behind:
                nodes.append(self._result(tensor, behind[0]))
        leaves = {each.leaf for each in numbers}
        alone = [each for each in tensors if not roots[each] and each not in leaves]
        return (*nodes, *(self._result(each, None) for each in alone))

    def _made_by(self, tensor: Tensor) -> list[Recorded]:
        """The operations of which one has made a tensor; none for a leaf."""
        return [each for each in self._known.histories(tensor) if each.leaf is not tensor]

    def _drawn(self, on_line: Sequence[Tensor], everything: Sequence[Tensor]) -> Sequence[Tensor]:
        """What is drawn: the line's tensors, what shares their memory, and what keeps it."""
        storages = {each.storage for each in on_line}
        more = [
            each
            for each in everything
            if each not in on_line and (each.storage in storages or self._keeps_any(each, storages))
        ]
        return [*on_line, *more] or everything

    def _keeps_any(self, tensor: Tensor, storages: set[Storage]) -> bool:
        behind = nodes_behind(self._known.histories(tensor))
        return any(saved.counter.storage in storages for node in behind for saved in node.saved)

    def _numbered(self, roots: Sequence[Recorded]) -> dict[Recorded, int]:
        """The nodes from some on, each with its number."""
        numbers: dict[Recorded, int] = {}
        pending = list(reversed(roots))
        while pending and len(numbers) < MOST_NODES:
            node = pending.pop()
            if node not in numbers:
                numbers[node] = len(numbers)
                pending += operations_at(edge.node for edge in node.edges)[::-1]
        return numbers

    def _node(self, node: Recorded, numbers: Mapping[Recorded, int]) -> Node:
        if node.leaf is not None:
            return self._leaf(node, node.leaf)
        behind = operations_at(edge.node for edge in node.edges)
        inputs = dict.fromkeys(numbers[each] for each in behind if each in numbers)
        return Node(
            Role.OPERATION,
            self._known.recorder.name(node),
            self._spots.of(node.node),
            tuple(inputs),
            tuple(self._keeping(node, each) for each in node.saved),
            is_certain=self._known.is_recorded(node),
            freed=self._known.freed(node),
        )

    def _leaf(self, node: Recorded, leaf: Tensor) -> Node:
        names = self._names.get(leaf, ())
        title = ", ".join(names) or self._spots.text(node.node, 24) or "a leaf"
        version = self._known.version(leaf)
        return Node(Role.LEAF, title, self._spots.of(node.node), (), version=version)

    def _result(self, tensor: Tensor, made_by: int | None) -> Node:
        """A tensor of the picture: what an operation has made, or one without a history."""
        requires = self._known.requires_grad(tensor)
        is_leaf = made_by is None and requires.answer is Answer.YES
        names = dict.fromkeys(self._names.get(tensor, ()))
        return Node(
            Role.LEAF if is_leaf else Role.RESULT,
            ", ".join(names),
            self._spots.of(tensor.node) if made_by is None else None,
            () if made_by is None else (made_by,),
            version=self._known.version(tensor),
            shares=self._shares(tensor),
        )
