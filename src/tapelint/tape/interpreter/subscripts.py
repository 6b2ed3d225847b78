"""Subscripts: an item of any kind of value, and what an index or a slice is."""

from __future__ import annotations

from tapelint.source import tree
from tapelint.tape.autograd import graph, views
from tapelint.tape.domain.frozen import replace
from tapelint.tape.domain.values import (
    NONE,
    UNKNOWN,
    Array,
    Container,
    DataOfUnknown,
    Instance,
    LibraryObject,
    Number,
    Symbol,
    Tensor,
    Text,
    Unknown,
    Value,
)
from tapelint.tape.interpreter import attributes
from tapelint.tape.interpreter.interface import Interpreter
from tapelint.tape.models import (
    containers,
    layers,
    objects,
)
from tapelint.tape.models.naming import labelled
from tapelint.torch_api.names import ends_as_loss


def item(interpreter: Interpreter, value: Value, node: tree.Subscript) -> Value:
    """``value[index]``."""
    index, is_slice = index_of(interpreter, node)
    machine = interpreter.machine
    if isinstance(value, Tensor):
        if is_slice or isinstance(index, Number) or index is None:
            return views.view(machine, value, node)
        if isinstance(index, Text):  # no tensor takes one: what a call gave is a dict
            is_loss = ends_as_loss(index.value or "")
            return views.part_of_guess(machine, value, node, is_loss=is_loss)
        index_record = machine.tensor_record(index) if index is not None else None
        if index_record is not None and index_record.is_scalar:
            return views.view(machine, value, node)  # torch reads the number and selects
        if isinstance(index, (Tensor, Array)) or machine.container_record(index):
            operands = [(value, node.value), (index, node.value)]
            return graph.result(machine, "getitem_index", operands, node, value.power)
        tensor = views.view(machine, value, node)
        machine.update_tensor(tensor, base=None, storage=tensor.identity, may_be_copy=True)
        return tensor
    held = machine.container_record(value)
    if held is not None:
        if is_slice:
            return containers.get_slice(machine, value, bounds(interpreter, node))
        return containers.get_item(machine, value, index, node)
    if is_slice and layers.is_list(value):
        return layers.part(machine, value, bounds(interpreter, node))
    if isinstance(value, Instance):
        return objects.item(machine, value, index, node)
    if isinstance(value, LibraryObject):
        return UNKNOWN if is_slice else layers.child(machine, value, index)
    if isinstance(value, Array):
        return value
    if isinstance(value, Symbol):
        return interpreter.member(value, index) or UNKNOWN
    if isinstance(value, Text):
        return Text()
    if isinstance(value, DataOfUnknown) and not isinstance(index, Text):
        return replace(value, is_guess=True)
    if isinstance(value, Unknown) and isinstance(index, Text) and index.value == "params":
        owner = node.value
        if isinstance(owner, tree.Name) and "group" in owner.value:
            return attributes.unknown_parameters(machine, node, named=False)
    if isinstance(value, Unknown) and isinstance(index, Text) and index.value:
        return labelled(UNKNOWN, index.value)
    return Unknown(power=value.power) if value.power is not None else UNKNOWN


def bounds(interpreter: Interpreter, node: tree.Subscript) -> slice | None:
    """The bounds of ``container[start:stop:step]``, where all of them are known."""
    part = node.slice[0].slice
    if len(node.slice) != 1 or not isinstance(part, tree.Slice):
        return None
    known: list[int | None] = []
    for bound in (part.lower, part.upper, part.step):
        value = interpreter.evaluate(bound) if bound is not None else NONE
        number = value.value if isinstance(value, Number) else None
        if bound is not None and not isinstance(number, int):
            return None
        known.append(number if isinstance(number, int) else None)
    return slice(*known)


def index_of(interpreter: Interpreter, node: tree.Subscript) -> tuple[Value, bool]:
    """The index of a subscript and whether it is a slice or a tuple with a slice."""
    if len(node.slice) != 1:
        values = [_index(interpreter, each) for each in node.slice]
        is_basic = all(value is None or isinstance(value, Number) for value in values)
        return (UNKNOWN, True) if is_basic else (_first_obscure(values), False)
    value = _index(interpreter, node.slice[0])
    return (UNKNOWN, True) if value is None else (value, False)


def _first_obscure(values: list[Value | None]) -> Value:
    for value in values:
        if isinstance(value, (Tensor, Array, Container)):
            return value
    return UNKNOWN


def _index(interpreter: Interpreter, element: tree.SubscriptElement) -> Value | None:
    part = element.slice
    if isinstance(part, tree.Slice):
        for bound in (part.lower, part.upper, part.step):
            if bound is not None:
                interpreter.evaluate(bound)
        return None
    index = part.value if isinstance(part, tree.Index) else None
    if index is None or isinstance(index, tree.Ellipsis):
        return None
    if isinstance(index, tree.Name) and index.value == "None":
        return None
    return interpreter.evaluate(index)
