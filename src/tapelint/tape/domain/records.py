"""The records of what values are: tensors, containers, objects, found by their identity."""

from __future__ import annotations

from typing import Any

from tapelint.source import tree
from tapelint.tape.domain import powers
from tapelint.tape.domain.domains import REBASED
from tapelint.tape.domain.frozen import replace
from tapelint.tape.domain.graph_nodes import GraphNode
from tapelint.tape.domain.program import ClassUnit
from tapelint.tape.domain.state import State
from tapelint.tape.domain.terms import Truth
from tapelint.tape.domain.values import (
    UNKNOWN,
    Class,
    Container,
    ContainerKind,
    ContainerRecord,
    Function,
    Instance,
    LibraryObject,
    ObjectRecord,
    Tensor,
    TensorRecord,
    Value,
)

_NO_ATTRIBUTES = ObjectRecord()


class Records:
    """A state, and the records in it."""

    def __init__(self) -> None:
        self.state = State()
        self.attribute_scopes: set[int] = set()
        """Where the state keeps the attributes of classes and functions that were assigned."""

    def new_identity(self) -> int:
        """An identity that nothing has yet."""
        return self.state.new_identity()

    def tensor_record(self, value: Value) -> TensorRecord | None:
        """The record of a tensor, or ``None`` for any other value."""
        if not isinstance(value, Tensor):
            return None
        record: TensorRecord | None = self.state.get(value.identity)
        if record is not None and record.base is not None:
            rebased = self.state.fact(REBASED, record.base)
            if rebased is not None and rebased is not record.rebased_by:
                return self._view_again(record, rebased)
        return record

    def _view_again(self, view: TensorRecord, rebased: GraphNode) -> TensorRecord:
        """A view of a tensor whose history has changed since: it has that history, too."""
        base: TensorRecord | None = self.state.get(view.base) if view.base is not None else None
        if base is None:
            return view
        graph = GraphNode("view", (rebased,), (), rebased.node, rebased.is_certain)
        return replace(
            view,
            requires_grad=base.requires_grad,
            trained_on_a_path=base.trained_on_a_path,
            is_leaf=base.is_leaf,
            graph=graph,
            rebased_by=rebased,
            origin=None,
        )

    def container_record(self, value: Value) -> ContainerRecord | None:
        """The record of a container or a named tuple, or ``None`` for any other value."""
        if not isinstance(value, Container):
            is_tuple = isinstance(value, Instance) and value.unit is not None
            return self._fields(value) if is_tuple else None
        record: ContainerRecord | None = self.state.get(value.identity)
        return record

    def _fields(self, value: Value) -> ContainerRecord | None:
        """A named tuple as a tuple of its fields."""
        unit = value.unit if isinstance(value, Instance) else None
        if unit is None or not unit.is_tuple:
            return None
        record = self.attributes(value) or ObjectRecord()
        items = tuple(record.get(name) or UNKNOWN for name in unit.fields)
        return ContainerRecord(ContainerKind.TUPLE, items)

    def attributes(self, value: Value) -> ObjectRecord | None:
        """The attributes of an object of this file's or of torch's."""
        if not isinstance(value, (Instance, LibraryObject)):
            return None
        record: ObjectRecord = self.state.get(value.identity, _NO_ATTRIBUTES)
        return record

    def class_attribute(self, unit: ClassUnit, name: str) -> Value | None:
        """The class attribute of that name, inherited ones included."""
        for each in unit.lineage:
            known: Value | None = self.state.get((each.scope, name), each.attributes.get(name))
            if known is not None and name not in each.methods:
                return known
        return None

    def set_attribute(self, owner: Value, name: str, value: Value) -> None:
        """Assign an attribute of an object, a class or a function."""
        if isinstance(owner, (Class, Function)) and owner.unit is not None:
            self.state.set((owner.unit.scope, name), value)
            self.attribute_scopes.add(owner.unit.scope)
            return
        record = self.attributes(owner)
        if record is None or not isinstance(owner, (Instance, LibraryObject)):
            return
        kept = tuple(pair for pair in record.attributes if pair[0] != name)
        self.state.set(owner.identity, replace(record, attributes=(*kept, (name, value))))

    def new_tensor(
        self,
        node: tree.Node | None,
        requires_grad: Truth,
        is_leaf: Truth,
        *,
        power: powers.SigmaPower | None = None,
        **facts: Any,
    ) -> Tensor:
        """A tensor with memory and a version counter of its own, unless ``facts`` say whose."""
        identity = self.new_identity()
        facts.setdefault("storage", identity)
        facts.setdefault("counter", identity)
        if requires_grad is not Truth.NO:
            facts.setdefault("requires_grad_at", node)
        self.state.set(
            identity,
            TensorRecord(requires_grad=requires_grad, is_leaf=is_leaf, made_at=node, **facts),
        )
        return Tensor(identity, power=power)

    def update_tensor(self, value: Tensor, **changes: Any) -> None:
        """Change what is known of a tensor."""
        record = self.tensor_record(value)
        if record is not None:
            self.state.set(value.identity, replace(record, **changes))

    def new_container(
        self,
        kind: ContainerKind,
        items: tuple[Value, ...] = (),
        rest: tuple[Value, ...] = (),
        keys: tuple[object, ...] = (),
        is_open: bool = False,
        orders: tuple[tuple[Value, ...], ...] = (),
    ) -> Container:
        """A container with these values."""
        identity = self.new_identity()
        record = ContainerRecord(kind, items, rest, keys, is_open, orders=orders)
        self.state.set(identity, record)
        return Container(identity)

    def new_object(self, kind: str) -> LibraryObject:
        """An instance of a class of torch's."""
        return LibraryObject(kind, self.new_identity())
