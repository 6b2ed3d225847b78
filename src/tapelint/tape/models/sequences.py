"""Packed sequences: what packs tensors, and what layers and functions make of them.

A ``PackedSequence`` has a tensor in its field ``data``, with a history. That is no ``.data`` of a
tensor.
"""

from __future__ import annotations

from tapelint.source import tree
from tapelint.tape.autograd import graph
from tapelint.tape.domain.terms import Truth
from tapelint.tape.domain.values import UNKNOWN, ContainerKind, LibraryObject, Tensor, Value
from tapelint.tape.machine.frames import Arguments
from tapelint.tape.machine.machine import Machine
from tapelint.torch_api.conversions import CONVERSIONS

_ROOM = "torch.nn.utils.rnn."
PACKED = f"{_ROOM}PackedSequence"
"""The class of packed sequences."""
_DATA = "data"
_PACKING = frozenset({f"{_ROOM}pack_padded_sequence", f"{_ROOM}pack_sequence"})
_PADDING = f"{_ROOM}pad_packed_sequence"


def call(machine: Machine, name: str, arguments: Arguments, node: tree.Call) -> Value | None:
    """A function or class that makes or takes packed sequences; ``None`` for any other."""
    if name == PACKED:
        return of(machine, arguments.at(0, _DATA))
    if name in _PACKING:
        given = arguments.pair(0, "input") or arguments.pair(0, "sequences")
        packed = graph.result(machine, name.removeprefix(_ROOM), [given], node) if given else None
        return of(machine, packed)
    if name != _PADDING:
        return None
    sequence = arguments.pair(0, "sequence")
    if sequence is None:
        return None
    operand = (data(machine, sequence[0]) or sequence[0], sequence[1])
    padded = graph.result(machine, name.removeprefix(_ROOM), [operand], node)
    lengths = machine.new_tensor(node, Truth.NO, Truth.YES)
    return machine.new_container(ContainerKind.TUPLE, (padded, lengths))


def of(machine: Machine, packed: Value | None) -> LibraryObject:
    """A packed sequence over a tensor, where that is known."""
    made = machine.new_object(PACKED)
    if packed is not None:
        machine.set_attribute(made, _DATA, packed)
    return made


def of_recurrent(machine: Machine) -> Value:
    """What a layer gives that takes a packed sequence: another one, and its last state."""
    return machine.new_container(ContainerKind.TUPLE, (of(machine, None), UNKNOWN))


def is_packed(value: Value) -> bool:
    """Whether a value is a packed sequence."""
    return isinstance(value, LibraryObject) and value.kind == PACKED


def data(machine: Machine, value: Value) -> Tensor | None:
    """The tensor in a packed sequence, where it is known."""
    record = machine.attributes(value) if is_packed(value) else None
    held = record.get(_DATA) if record is not None else None
    return held if isinstance(held, Tensor) else None


def call_method(
    machine: Machine, packed: LibraryObject, name: str, node: tree.Call
) -> LibraryObject | None:
    """A method of a packed sequence: it may be moved or converted."""
    held = data(machine, packed)
    if name not in CONVERSIONS:
        return None
    return of(machine, graph.result(machine, "to", [(held, node)], node) if held else None)
