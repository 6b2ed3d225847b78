"""Packed sequences: steps of several lengths, laid one behind the other."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Final

from tapelint.core.domain.fields import Items
from tapelint.core.domain.objects import Collection
from tapelint.core.domain.values import Obj, Value
from tapelint.core.machine.machine import Machine
from tapelint.core.machine.models import Model
from tapelint.core.machine.protocol import Arguments
from tapelint.core.models.kind import Kind
from tapelint.core.models.torch.operations import Operations

_PLACE: Final = "torch.nn.utils.rnn."


class Packed(Obj):
    """A ``PackedSequence``.

    Attributes:
        data: The steps.
    """

    __slots__ = ("data",)

    def __init__(self, data: Value, birth: int) -> None:
        super().__init__(birth)
        self.data: Final = data


class Sequences(Kind[Packed]):
    """Packed sequences."""

    def attribute(self, obj: Packed, name: str, node: ast.AST) -> Value:
        """The steps; how many there are of each length."""
        return obj.data if name == "data" else self.world.derived(name, obj)

    def subscript(self, obj: Packed, key: Value, node: ast.AST) -> Value:
        """It is a tuple of these."""
        items = self.items(obj, node)
        return self.world.models.subscript(Collection("tuple", items, 0), key, node)

    def items(self, obj: Packed, node: ast.AST) -> Items:
        """It is a tuple of these."""
        return Items((obj.data, *(self.world.derived(each, obj) for each in _OTHERS)))

    def call_method(self, obj: Packed, name: str, given: Arguments, node: ast.AST) -> Value:
        """On another device it holds the same."""
        return obj


_OTHERS: Final = ("batch_sizes", "sorted_indices", "unsorted_indices")


def through(
    operations: Operations, packed: Packed, run: Callable[[Value], Value], node: ast.AST
) -> Value:
    """What a recurrent layer gives for a packed sequence: one more, joined from its steps."""
    result = run(packed.data)
    state = operations.world.state
    parts = operations.world.models.items(result, node)
    if parts is None or not parts.known:
        return result
    joined = operations.autograd.operation("packed", [parts.known[0]], node, None)
    known = (Packed(joined, state.tick()), *parts.known[1:])
    return Collection("tuple", Items(known, parts.rest), state.tick())


def library(operations: Operations) -> Callable[[str], Model | None]:
    """The functions of ``torch.nn.utils.rnn``."""

    def pack(world: Machine, given: Arguments, node: ast.AST) -> Value:
        first = given.all[:1]
        data = operations.autograd.operation("pack", first, node, None)
        return Packed(data, world.state.tick())

    def pad(world: Machine, given: Arguments, node: ast.AST) -> Value:
        first = given.get(0, "sequence")
        steps = [first.data] if isinstance(first, Packed) else given.all[:1]
        padded = operations.autograd.operation("pad", steps, node, None)
        lengths = world.unknown("lengths")
        return Collection("tuple", Items((padded, lengths)), world.state.tick())

    def made(world: Machine, given: Arguments, node: ast.AST) -> Value:
        return Packed(given.get(0, "data") or world.unknown("data"), world.state.tick())

    known: dict[str, Model] = {
        f"{_PLACE}pack_padded_sequence": pack,
        f"{_PLACE}pack_sequence": pack,
        f"{_PLACE}pad_packed_sequence": pad,
        f"{_PLACE}PackedSequence": made,
    }
    return known.get
