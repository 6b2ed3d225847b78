"""What is sure of an execution: all that is kept of it, and what keeps it up to date.

The tape keeps what may have happened. A rule wants that; whoever says "version 2" or "freed" must
know what has happened on every path. So these facts are counted along with the tape, and a number
is forgotten where paths meet that differ, where a loop is not followed to its end, or where
somebody else may have changed a tensor.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tapelint.source import tree
from tapelint.tape.definite import of_distributions
from tapelint.tape.definite.backwards import Backwards
from tapelint.tape.definite.doubts import Doubts
from tapelint.tape.definite.maybe_tensors import MaybeTensors
from tapelint.tape.definite.summary_objects import SummaryObjects
from tapelint.tape.definite.versions import Versions
from tapelint.tape.domain.definite import Definite
from tapelint.tape.domain.graph_nodes import GraphNode, Saved, Write
from tapelint.tape.domain.paths import Spans
from tapelint.tape.domain.terms import Truth
from tapelint.tape.domain.values import (
    Container,
    ContainerRecord,
    Distribution,
    Instance,
    LibraryObject,
    Tensor,
    TensorRecord,
    Value,
)
from tapelint.tape.machine.machine import Machine
from tapelint.tape.syntax import dotted_name


class Facts(Definite):
    """What is sure of the execution of a machine.

    Attributes:
        made_here: The tensors that were made since somebody has cleared this, and where.
        items_here: The items of lists of unknown length that were asked for since then.
    """

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.summaries = SummaryObjects(machine)
        self.doubts = Doubts(machine, self.summaries)
        self.versions = Versions(machine, self.doubts, self.summaries)
        self.maybe = MaybeTensors(machine)
        self.backwards = Backwards(machine, self.doubts)
        self.made_here: list[tuple[int, tree.Node | None]] = []
        self.items_here: dict[tree.Subscript, Tensor] = {}

    # --- tensors ---

    def made(self, tensor: Tensor, node: tree.Node | None, facts: dict[str, Any]) -> None:
        """A tensor was made."""
        self.made_here.append((tensor.identity, node))
        if isinstance(node, tree.Attribute) and node.attr.value == "grad":
            self.doubts.of_gradient(tensor, node)
        if isinstance(node, tree.Attribute) and node.attr.value == "real":
            graph = self.machine.graph_node(tensor)
            if graph is not None:
                self.doubts.unsure.add(graph)  # of a real tensor it is the tensor itself
                self.summaries.switch(tensor, is_leaf=Truth.UNKNOWN)
        self.doubts.behind(facts["counter"], tensor.identity)
        self.versions.made(tensor, node, facts)

    def switch(self, value: Tensor, changes: dict[str, Any]) -> None:
        """A tensor gets another ``requires_grad`` or ``is_leaf``."""
        self.doubts.switch(value, **changes)

    def computed(self, result: Value, operands: Sequence[Value]) -> Value:
        """An operator has given something."""
        return self.maybe.computed(result, operands)

    def item(self, item: Value, rest: tuple[Value, ...], node: tree.Subscript) -> Value:
        """Something was taken out of a list that holds these at places which are not known."""
        found = self.summaries.as_one_of(item, rest)
        if isinstance(found, Tensor):
            self.items_here[node] = found
        return found

    # --- where paths meet ---

    def joined(self, left: Value, right: Value, joined: Value) -> Value:
        """Two values that differ were joined."""
        return self.maybe.joined(left, right, joined)

    def joined_entries(
        self, one: ContainerRecord, two: ContainerRecord, joined: ContainerRecord
    ) -> ContainerRecord:
        """Two dicts were joined."""
        return self.maybe.joined_entries(one, two, joined)

    def joining_objects(
        self, left: Instance | LibraryObject, right: Instance | LibraryObject
    ) -> None:
        """Two objects are about to be joined."""
        self.summaries.make_parameters(left, right)

    # --- objects ---

    def stands_for_many(self, value: Value) -> None:
        """A value is taken for each of many."""
        self.summaries.note(value)

    def given_attribute(self, owner: Value, name: str, value: Value) -> Value:
        """An object gets an attribute; returns what is known of it then."""
        return self.summaries.given_attribute(owner, name, value)

    def gave_away(self, values: Sequence[Value], node: tree.Node) -> None:
        """Values went into a call that is not followed."""
        name = dotted_name(node.func) if isinstance(node, tree.Call) else ""
        self.doubts.gave_away(values, name, node)

    # --- memory ---

    def changing(self, record: TensorRecord, node: tree.Node, *, is_refused: bool) -> None:
        """Memory is about to be changed in place."""
        self.versions.changing(record, node, is_refused=is_refused)

    def replacing(self, record: TensorRecord) -> None:
        """A tensor is about to get other memory."""
        self.doubts.replacing(record)

    def wrote(self, write: Write, elsewhere: Spans | None) -> None:
        """Memory was changed; on some paths alone, where it is told which (``elsewhere``)."""
        self.versions.wrote(write, elsewhere)

    # --- the graph ---

    def saved(self, saved: Saved) -> None:
        """The graph keeps a tensor."""
        self.versions.saved(saved)
        self.backwards.saved(saved)

    def differentiated(self, roots: Sequence[GraphNode], node: tree.Node) -> None:
        """A backward begins."""
        self.backwards.begin(roots, node)

    # --- distributions ---

    def distribution(self, made: Distribution) -> Distribution:
        """A distribution was made."""
        return of_distributions.made(self.machine, made)

    def told_by(
        self, told: Value, distribution: Distribution, name: str, node: tree.BaseExpression
    ) -> Value:
        """A method or a property of a distribution has given something."""
        return of_distributions.told(self.machine, self.doubts, told, distribution, name, node)

    # --- what becomes a parameter ---

    def as_parameter(self, value: Value, node: tree.Node) -> Value:
        """What ``nn.ParameterList`` makes of a tensor: a parameter of its memory."""
        machine = self.machine
        record = machine.tensor_record(value)
        held = machine.container_record(value) if isinstance(value, Container) else None
        if held is not None:
            items = tuple(self.as_parameter(each, node) for each in held.items)
            rest = tuple(self.as_parameter(each, node) for each in held.rest)
            return machine.new_container(held.kind, items, rest, held.keys, held.is_open)
        if record is None or record.is_parameter:
            return value
        made = machine.new_tensor(
            node, Truth.YES, Truth.YES, is_parameter=True, storage=record.storage
        )
        if record.requires_grad is not Truth.NO:
            self.summaries.switch(made, requires_grad=Truth.UNKNOWN)
        self.doubts.may_be_one(value, made)
        return made
