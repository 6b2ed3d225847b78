"""What the tape tells of as it happens to whoever keeps what holds on every path."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from tapelint.source import tree
from tapelint.tape.domain.graph_nodes import GraphNode, Saved, Write
from tapelint.tape.domain.paths import Spans
from tapelint.tape.domain.values import (
    ContainerRecord,
    Distribution,
    Instance,
    LibraryObject,
    Tensor,
    TensorRecord,
    Value,
)


class Definite(Protocol):
    """Is told what happens, and may say that less is known than the tape would take for granted.

    Rules want to know what may happen, and take a value for what the code uses it as. Who says
    "version 2" or "freed" of a line must know it of every path that leads there. Then, and only
    then, a machine has such facts (:mod:`tapelint.tape.definite`).
    """

    def made(self, tensor: Tensor, node: tree.Node | None, facts: dict[str, Any]) -> None:
        """A tensor was made."""

    def switch(self, value: Tensor, changes: dict[str, Any]) -> None:
        """A tensor gets another ``requires_grad`` or ``is_leaf``."""

    def joined(self, left: Value, right: Value, joined: Value) -> Value:
        """Two values that differ were joined."""

    def joined_entries(
        self, one: ContainerRecord, two: ContainerRecord, joined: ContainerRecord
    ) -> ContainerRecord:
        """Two dicts were joined."""

    def joining_objects(
        self, left: Instance | LibraryObject, right: Instance | LibraryObject
    ) -> None:
        """Two objects are about to be joined."""

    def stands_for_many(self, value: Value) -> None:
        """A value is taken for each of many."""

    def given_attribute(self, owner: Value, name: str, value: Value) -> Value:
        """An object gets an attribute; returns what is known of it then."""

    def changing(self, record: TensorRecord, node: tree.Node, *, is_refused: bool) -> None:
        """Memory is about to be changed in place."""

    def replacing(self, record: TensorRecord) -> None:
        """A tensor is about to get other memory."""

    def wrote(self, write: Write, elsewhere: Spans | None) -> None:
        """Memory was changed; on some paths alone, where it is told which (``elsewhere``)."""

    def saved(self, saved: Saved) -> None:
        """The graph keeps a tensor."""

    def differentiated(self, roots: Sequence[GraphNode], node: tree.Node) -> None:
        """A backward begins."""

    def gave_away(self, values: Sequence[Value], node: tree.Node) -> None:
        """Values went into a call that is not followed."""

    def distribution(self, made: Distribution) -> Distribution:
        """A distribution was made."""

    def told_by(
        self, told: Value, distribution: Distribution, name: str, node: tree.BaseExpression
    ) -> Value:
        """A method or a property of a distribution has given something."""

    def computed(self, result: Value, operands: Sequence[Value]) -> Value:
        """An operator has given something."""
