"""Of which tensors nothing is sure, and why: others may have changed them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from tapelint.source import tree
from tapelint.tape.definite.summary_objects import SummaryObjects
from tapelint.tape.domain.domains import CREATED, DOUBTED, GRADIENT
from tapelint.tape.domain.frozen import replace
from tapelint.tape.domain.graph_nodes import GraphNode
from tapelint.tape.domain.terms import Truth
from tapelint.tape.domain.values import (
    Container,
    Instance,
    LibraryObject,
    Tensor,
    TensorRecord,
    Value,
)
from tapelint.tape.machine.machine import Machine

_DEEPEST = 3
_HISTORY = "a backward with `create_graph` leaves gradients with a history"


class Doubts:
    """What is not sure of the tensors of an execution.

    Attributes:
        why: Why a counter or a tensor is doubted, and where that began.
        unsure: Operations that may give the tensor that they are given, and record nothing then.
        several: The memory of what counts as one tensor and is a tuple of some.
        makers_of_several: Layers that give a tuple.
    """

    def __init__(self, machine: Machine, summaries: SummaryObjects) -> None:
        self.machine, self.summaries = machine, summaries
        self.why: dict[int, tuple[str, tree.Node | None]] = {}
        self.unsure: set[GraphNode] = set()
        self.several: set[int] = set()
        self.makers_of_several: set[int] = set()
        self._perhaps_one: dict[int, set[int]] = {}
        self._behind_counter: dict[int, set[int]] = {}

    def behind(self, counter: int, identity: int) -> None:
        """A tensor has this counter."""
        self._behind_counter.setdefault(counter, set()).add(identity)

    def doubt(self, counters: Iterable[int], why: str, node: tree.Node | None) -> None:
        """From here on nothing is sure of these tensors or of what shares these counters."""
        machine = self.machine
        found = set(counters)
        for each in found:
            self.why.setdefault(each, (why, node))
            for identity in {each, *self._behind_counter.get(each, ())}:
                record = machine.state.get(identity)
                if isinstance(record, TensorRecord):
                    # What is computed from it must be doubted, too: so the tape forgets it.
                    forgotten = replace(
                        record,
                        requires_grad=Truth.UNKNOWN,
                        is_leaf=Truth.UNKNOWN,
                        trained_on_a_path=False,
                    )
                    machine.state.set(identity, forgotten)
        machine.state.set_fact(DOUBTED, None, machine.state.fact(DOUBTED) | found)

    def is_doubted(self, identity: int) -> bool:
        """Whether nothing is sure of a counter or of a tensor, or an object was given away."""
        return identity in self.machine.state.fact(DOUBTED)

    def of(self, identity: int, record: TensorRecord) -> tuple[str, tree.Node | None] | None:
        """Why nothing is sure of a tensor; ``None`` where there is no such reason."""
        doubted = self.machine.state.fact(DOUBTED)
        for each in (identity, record.counter, record.storage):
            if each in doubted:
                return self.why.get(each, ("", None))
        return None

    # --- what may be one and the same ---

    def may_be_one(self, one: Value, other: Value) -> None:
        """Two tensors may be one and the same, or share their memory, or not."""
        records = [self.machine.tensor_record(each) for each in (one, other)]
        counters = {record.counter for record in records if record is not None}
        for each in counters:
            self._perhaps_one.setdefault(each, set()).update(counters)

    def may_be_given_one(self, given: Tensor, result: Tensor, *, is_other: bool) -> None:
        """A call may give the tensor itself that it is given, or a view (``is_other``)."""
        machine = self.machine
        one, other = machine.tensor_record(given), machine.tensor_record(result)
        if one is None or other is None or one.graph is other.graph is not None:
            return
        if machine.grad_mode is not Truth.YES and one.requires_grad is not Truth.NO:
            # Even where autograd does not record, the tensor itself and its views say that.
            self.summaries.switch(result, requires_grad=Truth.UNKNOWN, is_leaf=Truth.UNKNOWN)
        if is_other:
            return
        if other.graph is not None:
            self.unsure.add(other.graph)
        if one.is_leaf is not Truth.NO and one.requires_grad is not Truth.NO:
            self.summaries.switch(result, is_leaf=Truth.UNKNOWN)

    def perhaps_changed(self, counter: int, node: tree.Node) -> None:
        """What may share a counter was perhaps changed with it."""
        others = self._perhaps_one.get(counter)
        if others:
            self.doubt(others, "perhaps changed here", node)

    def perhaps_switched(self, counter: int) -> None:
        """What may be the tensor of a counter was perhaps switched with it."""
        self.doubt(self._perhaps_one.get(counter, set()) - {counter}, "perhaps switched here", None)

    def is_several(self, tensor: Tensor, node: tree.Node) -> None:
        """What counts as a tensor is a tuple of several."""
        record = self.machine.tensor_record(tensor)
        if record is not None:
            self.several.add(record.storage)
            self.doubt({tensor.identity, record.counter}, "it is no tensor, it holds some", node)

    def given_new_memory(self, parameters: Sequence[Value], node: tree.Node) -> None:
        """A network has been moved or converted: its parameters may have other memory."""
        for each in parameters:
            record = self.machine.tensor_record(each)
            if record is None or not isinstance(each, Tensor):
                continue
            others = self._behind_counter.get(record.counter, set()) - {each.identity}
            self.doubt(others, "the parameter's memory may be another one since", node)
            memory = self.machine.new_identity()
            self.machine.set_tensor(each, {"storage": memory, "counter": memory})

    def replacing(self, record: TensorRecord) -> None:
        """What has the memory of a tensor may keep it, when that gets another one."""
        self._perhaps_one.setdefault(record.counter, set()).add(record.counter)

    # --- what was given away ---

    def gave_away(self, values: Sequence[Value], name: str, node: tree.Node) -> None:
        """What goes into a call that is not followed may come back changed."""
        found: set[int] = set()
        for value in values:
            found |= self.held_in(value)
        self.doubt(found, f"given to `{name or '...'}`, which is not followed", node)

    def held_in(self, value: Value, depth: int = 0) -> set[int]:
        """The counters and identities of all that a value is or holds."""
        machine = self.machine
        record = machine.tensor_record(value)
        if record is not None and isinstance(value, Tensor):
            return {value.identity, record.counter, *({record.base} if record.base else ())}
        if depth > _DEEPEST:
            return set()
        held = machine.container_record(value)
        inner = list(held.held) if held is not None else []
        found: set[int] = set()
        if isinstance(value, (Instance, LibraryObject)):
            found.add(value.identity)
            attributes = machine.attributes(value)
            inner += [each for _, each in attributes.attributes] if attributes else []
        if isinstance(value, Container):
            found.add(value.identity)
        return found.union(*(self.held_in(each, depth + 1) for each in inner))

    # --- gradients ---

    def created_graph(self, node: tree.Node) -> None:
        """A backward has left gradients that may have a history."""
        state = self.machine.state
        state.set_fact(CREATED, None, True)
        grads = {
            value.identity
            for cells in state.layers
            for key, value in cells.items()
            if isinstance(key, tuple) and key[0] is GRADIENT and isinstance(value, Tensor)
        }
        self.doubt(grads, _HISTORY, node)

    def of_gradient(self, grad: Tensor, node: tree.Attribute) -> None:
        """``x.grad``: whether there is one, and one without history."""
        machine = self.machine
        if machine.state.fact(CREATED):
            self.doubt({grad.identity}, _HISTORY, None)
        owner = machine.gradient_asked_of
        record = machine.tensor_record(owner) if owner is not None else None
        if owner is None or record is None:
            return
        leaves = {owner.identity, *(each.identity for each in record.members)}
        if not any(machine.has_gradient(each) for each in leaves):
            self.doubt({grad.identity}, "no backward is seen that fills it", node)

    # --- switches ---

    def switch(self, value: Tensor, **changes: Any) -> None:
        """What switches one tensor switches what may be the same."""
        machine = self.machine
        record = machine.tensor_record(value)
        self.summaries.switch(value, **changes)
        if record is None:
            return
        is_gradient_asked = value == machine.gradient_asked_of and (
            record.requires_grad is Truth.UNKNOWN and changes.get("requires_grad") is Truth.YES
        )
        if set(changes) == {"requires_grad"} and record.is_parameter and is_gradient_asked:
            self.doubt({value.identity}, "taken for trained, because its `.grad` is used", None)
        self.perhaps_switched(record.counter)
        for identity, other in self._standing_for(value.identity):
            if other.requires_grad is not changes.get("requires_grad", Truth.UNKNOWN):
                self.summaries.switch(
                    Tensor(identity), requires_grad=Truth.UNKNOWN, trained_on_a_path=False
                )

    def _standing_for(self, member: int) -> Iterator[tuple[int, TensorRecord]]:
        """The tensors that may be one, where paths have met or a loop goes over several."""
        found: dict[int, TensorRecord] = {}
        for cells in self.machine.state.layers:
            for key, value in cells.items():
                if isinstance(key, int) and isinstance(value, TensorRecord):
                    found.setdefault(key, value)
        self.machine.spend(len(found))
        for identity, record in found.items():
            if identity != member and any(each.identity == member for each in record.members):
                yield identity, record
