"""Names that hold a tensor on one path and a number or ``None`` on another.

The tape lets numbers and ``None`` give way to tensors: code that uses the value as a tensor has
come along the path where it is one. A sum with it may be computed on either path, though. So what
may be a number is a tensor here that may have no history, and what may be ``None`` becomes one
where it is given to a function of torch's that takes ``None``, too.
"""

from __future__ import annotations

from collections.abc import Sequence

from tapelint.tape.autograd import flow, graph
from tapelint.tape.domain.frozen import replace
from tapelint.tape.domain.graph_nodes import GraphNode, NodeKind
from tapelint.tape.domain.summary_items import bag
from tapelint.tape.domain.terms import Truth
from tapelint.tape.domain.values import (
    Container,
    ContainerKind,
    ContainerRecord,
    Member,
    NoneValue,
    Number,
    Tensor,
    Value,
)
from tapelint.tape.machine.frames import Arguments
from tapelint.tape.machine.machine import Machine

_DEEPEST = 3


class MaybeTensors:
    """Remembers what may be no tensor."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self._perhaps_number: dict[int, Tensor] = {}
        """By identity, the tensor that it is where it is one."""

    # --- where paths meet ---

    def joined(self, left: Value, right: Value, joined: Value) -> Value:
        """The value that may be either of two that differ."""
        none = self.machine.perhaps_none
        both = (left, right)
        if isinstance(joined, Container) and any(
            isinstance(each, NoneValue) or (isinstance(each, Container) and each.identity in none)
            for each in both
        ):
            none.add(joined.identity)
        if not isinstance(joined, Tensor):
            return joined
        if any(isinstance(each, NoneValue) or self._may_be_none(each) for each in both):
            none.add(joined.identity)
        if any(isinstance(each, Number) or self.may_be_number(each) for each in both):
            if not self.may_be_number(joined):
                return self.or_number(joined)
        return joined

    def joined_entries(
        self, one: ContainerRecord, two: ContainerRecord, joined: ContainerRecord
    ) -> ContainerRecord:
        """What a dict holds on one path alone is also among what it may hold."""
        here, there = set(one.keys), set(two.keys)
        perhaps = tuple(
            value
            for key, value in zip(joined.keys, joined.items, strict=False)
            if key not in here or key not in there
        )
        return replace(joined, rest=bag((*joined.rest, *perhaps)))

    # --- what may be a number ---

    def may_be_number(self, value: Value) -> bool:
        """Whether a tensor may be a number instead."""
        return isinstance(value, Tensor) and value.identity in self._perhaps_number

    def may_be_other(self, value: Value) -> bool:
        """Whether a tensor may be a number or ``None`` instead."""
        return self.may_be_number(value) or self._may_be_none(value)

    def are_numbers(self, values: Sequence[Value]) -> bool:
        """Whether all of these may be numbers."""
        return all(isinstance(each, Number) or self.may_be_number(each) for each in values)

    def as_tensor(self, value: Value) -> Value:
        """What a value is where it is a tensor."""
        if not isinstance(value, Tensor):
            return value
        found = self._perhaps_number.get(value.identity)
        return value if found is None or self.machine.tensor_record(found) is None else found

    def or_number(self, tensor: Tensor) -> Tensor:
        """A tensor, or a number: whether what is computed from it has a history is not known."""
        made = self._perhaps(tensor)
        self._perhaps_number[made.identity] = tensor
        if self._may_be_none(tensor):
            self.machine.perhaps_none.add(made.identity)
        return made

    def computed(self, result: Value, operands: Sequence[Value]) -> Value:
        """What an operator gives: a number, where all that it is given may be numbers."""
        if not isinstance(result, Tensor) or self.may_be_number(result):
            return result
        return self.or_number(result) if self.are_numbers(operands) else result

    def _may_be_none(self, value: Value) -> bool:
        return isinstance(value, Tensor) and value.identity in self.machine.perhaps_none

    def _perhaps(self, tensor: Tensor) -> Tensor:
        """A tensor that stands for one and may have no history, as it may not be there."""
        machine = self.machine
        record = machine.tensor_record(tensor)
        if record is None:
            return tensor
        nodes = tuple(graph.graph_inputs(machine, [tensor]))
        behind = (
            GraphNode(
                "join", nodes, (), record.made_at, is_certain=record.may_train, kind=NodeKind.JOIN
            )
            if nodes
            else None
        )
        may_have_history = record.requires_grad is not Truth.NO
        identity = machine.new_identity()
        stands_for = replace(
            record,
            requires_grad=Truth.UNKNOWN if may_have_history else Truth.NO,
            is_leaf=Truth.UNKNOWN if may_have_history else record.is_leaf,
            trained_on_a_path=record.may_train,
            graph=behind,
            members=record.members or (Member(tensor.identity),),
        )
        machine.state.set(identity, stands_for)
        return Tensor(identity, power=tensor.power)

    # --- what is given to a function of torch's ---

    def as_given(self, arguments: Arguments, first: int = 0) -> Arguments:
        """The arguments of an operation: what may be missing may add no history.

        Args:
            arguments: The arguments.
            first: The first of the positional ones that this is about.
        """
        positional = tuple(
            (self._given(value), node) if at >= first else (value, node)
            for at, (value, node) in enumerate(arguments.positional)
        )
        keywords = tuple(
            (name, self._given(value), node) for name, value, node in arguments.keywords
        )
        if positional == arguments.positional and keywords == arguments.keywords:
            return arguments
        return replace(arguments, positional=positional, keywords=keywords)

    def _given(self, value: Value, depth: int = 0) -> Value:
        machine = self.machine
        if isinstance(value, Tensor):
            return self._perhaps(value) if self._may_be_none(value) else value
        held = machine.container_record(value) if isinstance(value, Container) else None
        if held is None or depth >= _DEEPEST:
            return value
        items = tuple(self._given(each, depth + 1) for each in held.items)
        rest = tuple(self._given(each, depth + 1) for each in held.rest)
        everything = (*items, *rest)
        if isinstance(value, Container) and value.identity in machine.perhaps_none:
            items, rest = self._all_perhaps(items), self._all_perhaps(rest)
        elif any(flow.requires_grad(machine, each) is not Truth.YES for each in everything):
            rest = self._all_perhaps(rest)
            if held.kind is ContainerKind.DICT:
                items = tuple(
                    self._perhaps(each) if isinstance(each, Tensor) and each in held.rest else each
                    for each in items
                )
        if items == held.items and rest == held.rest:
            return value
        return machine.new_container(held.kind, items, rest, held.keys, held.is_open)

    def _all_perhaps(self, values: tuple[Value, ...]) -> tuple[Value, ...]:
        return tuple(self._perhaps(each) if isinstance(each, Tensor) else each for each in values)

    def may_be_empty(self, value: Value) -> bool:
        """Whether a container may hold nothing."""
        held = self.machine.container_record(value)
        return held is None or not any(each not in held.rest for each in held.items)
