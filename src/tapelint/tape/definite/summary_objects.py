"""Objects that stand for many: the layers that a comprehension makes are one layer on the tape.

What is done to one of them has perhaps not been done to the next.
"""

from __future__ import annotations

from typing import Any

from tapelint.tape.domain.frozen import replace
from tapelint.tape.domain.values import (
    Container,
    Instance,
    LibraryObject,
    Member,
    Tensor,
    TensorRecord,
    Value,
    join_truth,
)
from tapelint.tape.machine.machine import Machine
from tapelint.tape.models import module_parameters

_DEEPEST = 4
_SWITCHES = ("requires_grad", "is_leaf")


class SummaryObjects:
    """Remembers which objects of an execution stand for many."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self._many: set[int] = set()
        self._of_many: set[int] = set()
        """The tensors of such objects, by identity."""
        self._items: set[int] = set()

    def is_of_many(self, identity: int) -> bool:
        """Whether a tensor is one of an object that stands for many."""
        return identity in self._of_many

    def is_item(self, counter: int) -> bool:
        """Whether it is the memory of an item of a list, which lies apart from the others."""
        return counter in self._items

    def as_one_of(self, item: Value, rest: tuple[Value, ...]) -> Value:
        """An item of a list of which one tensor stands for many: what it gets, they may have."""
        machine = self.machine
        record = machine.tensor_record(item)
        if record is None or record.members or not isinstance(item, Tensor) or item in rest:
            return item
        members = tuple(Member(each.identity) for each in rest if isinstance(each, Tensor))
        machine.state.set(item.identity, replace(record, members=members))
        if record.counter == item.identity:
            self._items.add(record.counter)
        return item

    def given_attribute(self, owner: Value, name: str, value: Value) -> Value:
        """What one of many objects gets, the others may not have."""
        machine = self.machine
        if not isinstance(owner, (Instance, LibraryObject)) or owner.identity not in self._many:
            return value
        known = machine.attributes(owner)
        before = known.get(name) if known is not None else None
        given = machine.tensor_record(value)
        is_own = given is not None and given.made_at is None  # the layer's, met now
        if before is None and isinstance(owner, LibraryObject) and not is_own:
            before = module_parameters.attribute_value(machine, owner, name)
        if before is not None and before != value:
            value = machine.join(before, value)
        self.note(value, is_own=True)
        return value

    def switch(self, value: Tensor, **changes: Any) -> None:
        """What is switched on one of many is perhaps not switched on the others."""
        machine = self.machine
        record = machine.tensor_record(value)
        switched = [each for each in _SWITCHES if each in changes]
        if record is not None and value.identity in self._of_many:
            changes |= {each: join_truth(getattr(record, each), changes[each]) for each in switched}
        machine.set_tensor(value, changes)
        for member in record.members if record is not None and switched else ():
            one = machine.tensor_record(Tensor(member.identity))
            if one is not None and member.identity != value.identity:
                perhaps = {each: join_truth(getattr(one, each), changes[each]) for each in switched}
                machine.set_tensor(Tensor(member.identity), perhaps)

    def make_parameters(self, *objects: Instance | LibraryObject) -> None:
        """An object that may be either: its parameters are those of either, so make them first."""
        for each in objects:
            if isinstance(each, LibraryObject):
                module_parameters.own_parameters(self.machine, each)

    def note(self, value: Value, depth: int = 0, *, is_own: bool = False) -> None:
        """Note an object, and all that it holds, as standing for many."""
        machine = self.machine
        if isinstance(value, Tensor):
            if is_own:
                self._of_many.add(value.identity)
                record = machine.state.get(value.identity)
                if isinstance(record, TensorRecord):
                    self._of_many.add(record.counter)
            return
        if depth > _DEEPEST or not isinstance(value, (Instance, LibraryObject, Container)):
            return
        if isinstance(value, Container):
            held = machine.container_record(value)
            if is_own:
                for each in held.held if held is not None else ():
                    self.note(each, depth + 1, is_own=True)
            return
        if value.identity in self._many:
            return
        self._many.add(value.identity)
        known = machine.attributes(value)
        for _, each in known.attributes if known is not None else ():
            self.note(each, depth + 1, is_own=True)
