"""Changes in place: those that autograd sees, and those through ``.data`` that it does not see."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from tapelint.core.autograd import events
from tapelint.core.autograd.graph import (
    CHANGES,
    EXCHANGE,
    HISTORY,
    IS_LEAF,
    REBASED,
    REPLACED,
    REQUIRES_GRAD,
    UNSEEN_CHANGE,
    Change,
    Counter,
    Node,
    Saved,
    Tensor,
)
from tapelint.core.autograd.recording import Recording
from tapelint.core.domain.certainty import NO, YES, Certainty, all_of, any_of, under
from tapelint.core.domain.predicates import OPEN
from tapelint.core.domain.values import Const, Value
from tapelint.torch_api.knowledge import InplaceFacts, knowledge


class Changing(Recording):
    """Autograd, as far as tensors are changed."""

    def write(
        self,
        tensor: Tensor,
        name: str,
        others: Sequence[Value],
        node: ast.AST,
        form: str,
        facts: InplaceFacts | None = None,
        ways: Sequence[InplaceFacts] = (),
        given: Sequence[Value] = (),
        *,
        is_recorded: bool = True,
    ) -> None:
        """A change of a tensor's memory in place.

        Args:
            tensor: What is changed.
            name: The operation.
            others: Its other operands, in the table's order.
            node: Where it stands.
            form: How it is written; see :class:`~tapelint.core.autograd.graph.Change`.
            facts: What is known of the operation.
            ways: What else may be known of it, since nobody knows what some operand is.
            given: All that it is given, numbers too, if these are not among its operands.
            is_recorded: Whether autograd sees it: not what ``nn.init`` and ``step`` do.
        """
        world, state = self.world, self.world.state
        owner = tensor.base or tensor
        recording = self.recording if is_recorded else NO
        requires = state.get(owner, REQUIRES_GRAD)
        protected, have_history = NO, any_of(map(self.requires, others))
        is_refused = form != "method" or name in knowledge().inplace_refused_on_leaf
        if is_refused and self.may_be_leaf(owner):
            protected = all_of([requires, state.get(owner, IS_LEAF)])
        change = self._change(node, form, tensor.counter, name, recording)
        if world.hears(events.Write):
            world.emit(events.Write(node, tensor, change, protected, given or others, have_history))
        if under(state.path, all_of([recording, protected])).must:
            return  # torch raises: nothing is changed
        if tensor.data_of is not None and name in knowledge().inplace_metadata_methods:
            return  # the shape of the alias alone is changed
        state.put(tensor.storage, CHANGES, state.get(tensor.storage, CHANGES) | {change})
        if tensor.data_of is not None and tensor.data_of.tensor is not None:
            self._hide(_undetached(tensor.data_of.tensor), change)
        recorded = all_of([recording, any_of([requires, have_history]), ~protected])
        if recorded.may and not protected.must:  # else who goes on has not recorded it
            self._rebase(tensor, owner, name, others, node, facts, ways, recorded, form)

    def _change(
        self, node: ast.AST, form: str, counter: Counter, name: str, recording: Certainty
    ) -> Change:
        world, moment = self.world, self.world.state.tick()
        where = tuple(world.calls), world.file
        return Change(world.state.path, YES, node, moment, form, counter, name, recording, *where)

    def exchange(self, tensor: Tensor | None, value: Value, node: ast.AST) -> None:
        """``x.data = y``: a tensor gets other numbers, and whoever has saved it gets them, too.

        Args:
            tensor: The tensor; ``None`` where only its name tells that it is one.
            value: What is assigned.
            node: Where.
        """
        state = self.world.state
        if isinstance(node, ast.AugAssign):
            return  # the numbers were changed in place already
        counter = Counter(state.clock) if tensor is None else tensor.counter
        change = self._change(node, EXCHANGE, counter, EXCHANGE, self.recording)
        if tensor is not None and isinstance(value, Tensor):
            change.since = self._exchanged_since(tensor, value)
        if self.world.hears(events.DataExchange):
            self.world.emit(events.DataExchange(node, tensor, value, change))
        if tensor is None:
            return
        if change.since:
            self._restore(tensor, change)
            return
        if isinstance(value, Tensor) and value.storage is tensor.storage:
            return
        state.put(tensor, REPLACED, state.get(tensor, REPLACED) | {change})
        self._hide(tensor, change)

    def _exchanged_since(self, tensor: Tensor, value: Tensor) -> int:
        """Since when a tensor has another storage than a value that was read of it; 0 for never."""
        replaced: frozenset[Change] = self.world.state.get(tensor, REPLACED)
        first = min((each.moment for each in replaced if not each.since), default=0)
        is_own = value.storage is tensor.storage and value.birth < first
        return first if is_own else 0

    def _restore(self, tensor: Tensor, change: Change) -> None:
        """A tensor gets the storage back that it had."""
        state = self.world.state
        history, replaced = state.get(tensor, HISTORY), state.get(tensor, REPLACED)
        while isinstance(history, Node) and history.change in replaced:
            if len(history.edges) != 1:
                break
            history = history.edges[0].node
            state.put(tensor, HISTORY, history)
        state.put(tensor, REPLACED, frozenset(filter(_gives_back, replaced)) | {change})

    def _hide(self, tensor: Tensor, change: Change) -> None:
        """A tensor gets other numbers, and its history knows nothing of that.

        A leaf has no history that could be wrong. What a view is of keeps its numbers where the
        view gets another storage.
        """
        state, owner = self.world.state, tensor.base or tensor
        if not self._has_node(owner):
            return
        changed = {tensor} if change.form == EXCHANGE else {owner, tensor}
        for each in filter(self._has_node, changed):
            edges = self.edges_of(each, OPEN)
            sure = any_of(edge.certainty for edge in edges if edge.node.leaf is None)
            hidden = Node(UNSEEN_CHANGE, edges, change.node, state.path, sure, change.moment)
            hidden.change = change
            state.put(each, HISTORY, hidden)
        if change.form != EXCHANGE:
            state.put(owner, REBASED, state.tick())

    def _has_node(self, tensor: Tensor) -> bool:
        """Whether an operation may have made a tensor."""
        history = self.world.alternatives(self.world.state.get(tensor, HISTORY))
        return any(isinstance(each, Node) for each, _ in history)

    def may_be_leaf(self, tensor: Tensor) -> bool:
        """Whether a tensor may require grad without a history."""
        history = self.world.alternatives(self.world.state.get(tensor, HISTORY))
        return any(not isinstance(each, Node) for each, _ in history)

    def _rebase(
        self,
        tensor: Tensor,
        owner: Tensor,
        name: str,
        others: Sequence[Value],
        node: ast.AST,
        facts: InplaceFacts | None,
        ways: Sequence[InplaceFacts],
        recorded: Certainty,
        form: str,
    ) -> None:
        """The changed tensor, and what it is a view of, have a new history."""
        state, moment = self.world.state, self.world.state.clock
        edges = self.edges_of(tensor, OPEN)
        edges += [edge for each in others for edge in self.edges(each)]
        is_part = form == "index" and (facts is None or facts.frees)
        saved, frees = list[Saved](), is_part or tensor.base is not None
        if facts is not None:
            new = [tensor] if facts.saves_new_value else []
            saved = list(self._saved(facts, (tensor, *others), new, ways))
            for one in saved:
                if one.operand:  # what is changed by itself was saved before, and is kept as it is
                    one.moment -= 1
            is_plain = all(isinstance(each, (Const, Tensor)) for each in others)
            frees |= (
                facts.frees
                and (bool(saved) or not facts.saves or not is_plain)
                and all(each.frees for each in ways)
            )
        recording = Node(name, edges, node, state.path, recorded, moment, frees)
        recording.saved.extend(saved)
        for each in {owner, tensor}:
            self._give_history(each, recording, recorded)
        state.put(owner, REBASED, state.tick())


def _gives_back(change: Change) -> bool:
    return change.since > 0


def _undetached(tensor: Tensor) -> Tensor:
    """The tensor whose history made the numbers, behind views of what is detached."""
    while (owner := tensor.base or tensor).origin is not None:
        tensor = owner.origin
    return tensor
