"""Whether a gradient may flow through a value."""

from __future__ import annotations

from collections.abc import Sequence

from tapelint.source import tree
from tapelint.tape.domain.terms import History, Truth
from tapelint.tape.domain.values import (
    Array,
    ContainerRecord,
    NoneValue,
    Number,
    Tensor,
    Text,
    Unknown,
    Value,
)
from tapelint.tape.machine.machine import Machine

Operand = tuple[Value, tree.BaseExpression]
DEEPEST = 3


def any_of(truths: Sequence[Truth]) -> Truth:
    """Whether at least one holds."""
    return max(truths, default=Truth.NO)


def requires_grad(machine: Machine, value: Value, depth: int = 0) -> Truth:
    """Whether a gradient flows through a value, or through anything that a container holds."""
    record = machine.tensor_record(value)
    if record is not None:
        return record.requires_grad
    held = machine.container_record(value)
    if held is not None and depth < DEEPEST:
        found = any_of([requires_grad(machine, each, depth + 1) for each in held.held])
        return max(found, Truth.UNKNOWN) if held.is_open or not held.held else found
    if isinstance(value, (Number, Array, Text, NoneValue)):
        return Truth.NO
    return Truth.UNKNOWN


def history(machine: Machine, value: Value, depth: int = 0) -> tuple[History, Tensor | None]:
    """What is known of the history of a value or of a container's elements.

    Returns:
        The most that is known of any element, and the element that carries history.
    """
    record = machine.tensor_record(value)
    if record is not None and isinstance(value, Tensor):
        if record.requires_grad is Truth.YES:
            return History.CARRIED, value
        if record.requires_grad is Truth.UNKNOWN:
            return (History.UNKNOWN, None) if record.is_guess else (History.TENSORS, value)
        return History.NONE, None
    held = machine.container_record(value)
    if held is not None:
        if depth >= DEEPEST:
            return History.UNKNOWN, None
        most: tuple[History, Tensor | None] = (
            (History.UNKNOWN if held.is_open else History.NONE),
            None,
        )
        for each in held.held:
            found = history(machine, each, depth + 1)
            if found[0] > most[0]:
                most = found
        return most
    if isinstance(value, (Number, Array, Text, NoneValue)):
        return History.NONE, None
    return History.UNKNOWN, None


def is_cut(machine: Machine, values: Sequence[Value]) -> bool:
    """Whether something is computed from ``.data`` of what is not known, and else of no history."""
    return any(isinstance(each, Unknown) and each.is_cut for each in values) and all(
        (isinstance(each, Unknown) and each.is_cut) or requires_grad(machine, each) is Truth.NO
        for each in values
    )


def written_parts(written: tree.BaseExpression, held: ContainerRecord) -> list[tree.BaseExpression]:
    """The expressions of what a container holds, in order, where they stand there."""
    found: list[tree.BaseExpression] = []
    if isinstance(written, (tree.List, tree.Tuple, tree.Set)):
        found = [each.value for each in written.elements if isinstance(each, tree.Element)]
    elif isinstance(written, tree.Dict):
        found = [each.value for each in written.elements if isinstance(each, tree.DictElement)]
    elif isinstance(written, tree.Call) and all(each.keyword for each in written.args):
        found = [each.value for each in written.args]
    return found if len(found) == len(held.held) else []
