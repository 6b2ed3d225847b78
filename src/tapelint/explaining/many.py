"""Objects that stand for many: the layers that a comprehension makes are one layer on the tape.

What is done to one of them has perhaps not been done to the next.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from tapelint.explaining.mixing import Mixing
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
from tapelint.tape.models import modules

if TYPE_CHECKING:
    from tapelint.torch_api.project import Project

_DEEPEST = 4


class Many(Mixing):
    """A machine that remembers which objects stand for many."""

    def __init__(self, project: Project) -> None:
        super().__init__(project)
        self._many: set[int] = set()
        self._of_many: set[int] = set()
        """The tensors of such objects, by identity."""

        self._items: set[int] = set()

    def one_of(self, value: Value) -> Value:
        """A value that stands for many, as one of them."""
        self._note_many(value)
        return super().one_of(value)

    def any_of(self, values: tuple[Value, ...]) -> Value:
        """One of several values, which one is not known."""
        if len(values) == 1:
            self._note_many(values[0])
        return super().any_of(values)

    def is_of_many(self, identity: int) -> bool:
        """Whether a tensor is one of an object that stands for many."""
        return identity in self._of_many

    def is_item(self, counter: int) -> bool:
        """Whether it is the memory of an item of a list, which lies apart from the others."""
        return counter in self._items

    def as_one_of(self, item: Value, rest: tuple[Value, ...]) -> Value:
        """An item of a list of which one tensor stands for many: what it gets, they may have."""
        record = self.tensor_record(item)
        if record is None or record.members or not isinstance(item, Tensor) or item in rest:
            return item
        members = tuple(Member(each.identity) for each in rest if isinstance(each, Tensor))
        self.state.set(item.identity, replace(record, members=members))
        if record.counter == item.identity:
            self._items.add(record.counter)
        return item

    def set_attribute(self, owner: Value, name: str, value: Value) -> None:
        """What one of many objects gets, the others may not have."""
        if isinstance(owner, (Instance, LibraryObject)) and owner.identity in self._many:
            known = self.attributes(owner)
            before = known.get(name) if known is not None else None
            given = self.tensor_record(value)
            is_own = given is not None and given.made_at is None  # the layer's, met now
            if before is None and isinstance(owner, LibraryObject) and not is_own:
                before = modules.attribute_value(self, owner, name)
            if before is not None and before != value:
                value = self.join(before, value)
            self._note_many(value, 0, is_own=True)
        super().set_attribute(owner, name, value)

    def update_tensor(self, value: Tensor, **changes: Any) -> None:
        """What is switched on one of many is perhaps not switched on the others."""
        record = self.tensor_record(value)
        switched = {each for each in ("requires_grad", "is_leaf") if each in changes}
        if record is not None and switched and value.identity in self._of_many:
            changes |= {each: join_truth(getattr(record, each), changes[each]) for each in switched}
        super().update_tensor(value, **changes)
        for member in record.members if record is not None and switched else ():
            one = self.tensor_record(Tensor(member.identity))
            if one is not None and member.identity != value.identity:
                perhaps = {each: join_truth(getattr(one, each), changes[each]) for each in switched}
                super().update_tensor(Tensor(member.identity), **perhaps)

    def _join_objects(
        self, left: Instance | LibraryObject, right: Instance | LibraryObject
    ) -> Value:
        """An object that may be either: its parameters are those of either, so make them first."""
        for each in (left, right):
            if isinstance(each, LibraryObject):
                modules.own_parameters(self, each)
        return super()._join_objects(left, right)

    def _note_many(self, value: Value, depth: int = 0, *, is_own: bool = False) -> None:
        """Note an object, and all that it holds, as standing for many."""
        if isinstance(value, Tensor):
            if is_own:
                self._of_many.add(value.identity)
                record = self.state.get(value.identity)
                if isinstance(record, TensorRecord):
                    self._of_many.add(record.counter)
            return
        if depth > _DEEPEST or not isinstance(value, (Instance, LibraryObject, Container)):
            return
        if isinstance(value, Container):
            held = self.container_record(value)
            if is_own:
                for each in held.held if held is not None else ():
                    self._note_many(each, depth + 1, is_own=True)
            return
        if value.identity in self._many:
            return
        self._many.add(value.identity)
        known = self.attributes(value)
        for _, each in known.attributes if known is not None else ():
            self._note_many(each, depth + 1, is_own=True)
