"""What an operation is given, in whichever of its ways it is written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tapelint.source import tree
from tapelint.tape.autograd.flow import Operand
from tapelint.tape.domain.values import (
    NONE,
    UNKNOWN,
    ContainerKind,
    NoneValue,
    Number,
    Tensor,
    Text,
    Value,
)
from tapelint.tape.machine.machine import Machine
from tapelint.torch_api.knowledge import OperationFacts, knowledge

Keywords = Sequence[tuple[str, Value, tree.BaseExpression]]


def bound(
    machine: Machine,
    name: str,
    first: int,
    operands: Sequence[Operand],
    keywords: Keywords,
    hidden: Sequence[Operand] = (),
) -> tuple[str, list[Operand]]:
    """The row of the way in which an operation is called, and its operands in that row's order.

    Args:
        machine: The machine.
        name: The operation.
        first: Which of its arguments stands first, as the spelling has it.
        operands: What is given by place.
        keywords: What is given by keyword.
        hidden: What is given for places that nobody knows.
    """
    known = knowledge().operations
    facts = known.get(name)
    if facts is None:
        return name, [*operands, *((value, node) for _, value, node in keywords), *hidden]
    chosen, given = name, _by_name(machine, facts, first, operands, keywords)
    for way in facts.ways:
        other = known[way]
        by_name = _by_name(machine, other, first, operands, keywords)
        if _told(other) > _told(known[chosen]) and _holds(other.when, by_name):
            chosen, given = way, by_name
    return chosen, in_order(known[chosen], given, known[name].operands, hidden)


def in_order(
    facts: OperationFacts,
    given: Mapping[str, Operand],
    tensors: frozenset[str] = frozenset(),
    hidden: Sequence[Operand] = (),
) -> list[Operand]:
    """Operands that are given by name, at the places that the table has for them.

    After them comes what else may bring a history: tensors, what has an unknown name, the
    arguments that are tensors in some of the ways to call it, and what may be any operand.
    """
    takes_more = any(each.startswith("*") for each in facts.arguments)
    is_open = bool(hidden) and (takes_more or not given.keys() >= {*facts.parameters} | tensors)
    nowhere: Operand = UNKNOWN if is_open else NONE, tree.name("...")
    last = max(facts.positions, default=-1)
    placed = [nowhere] * (last + 1)
    for parameter, at in zip(facts.parameters, facts.positions, strict=False):
        placed[at] = given.get(parameter, nowhere)
    numbers = {*facts.arguments} - tensors
    others = [
        (value, node)
        for name, (value, node) in given.items()
        if name not in facts.parameters and (isinstance(value, Tensor) or name not in numbers)
    ]
    return [*placed, *others, *(hidden if is_open else ())]


def _told(facts: OperationFacts) -> int:
    """How much is said of the arguments of one way to call an operation."""
    return sum(2 if isinstance(each, tuple) else 1 for each in facts.when.values())


def _by_name(
    machine: Machine,
    facts: OperationFacts,
    first: int,
    operands: Sequence[Operand],
    keywords: Keywords,
) -> dict[str, Operand]:
    """What a call gives, by the names of the arguments; what has none has its place for a name."""
    names = facts.arguments
    if 0 < first < len(names):
        names = (names[first], *names[:first], *names[first + 1 :])
    given: dict[str, Operand] = {}
    for at, each in enumerate(operands):
        name = names[at] if at < len(names) else f"{at}"
        if name.startswith("*"):
            given[name[1:]] = _gathered(machine, operands[at:])
            break
        given[name] = each
    for name, value, node in keywords:
        given[facts.renamed.get(name, name)] = value, node
    return given


def _gathered(machine: Machine, operands: Sequence[Operand]) -> Operand:
    """Any number of tensors, as the one list that some give instead."""
    (value, node), *others = operands
    if not others and machine.container_record(value) is not None:
        return value, node
    display = tree.Tuple()
    display.origin, display.source = node.origin, node.source
    display.elements = [_element(each) for _, each in operands]
    held = machine.new_container(ContainerKind.TUPLE, tuple(each for each, _ in operands))
    return held, display


def _element(value: tree.BaseExpression) -> tree.Element:
    element = tree.Element()
    element.origin, element.source, element.value = value.origin, value.source, value
    return element


def _holds(when: Mapping[str, str | tuple[object, ...]], given: Mapping[str, Operand]) -> bool:
    """Whether it is this way of several in which an operation is called."""
    return all(_is_so(told, given.get(name)) for name, told in when.items())


def _is_so(told: str | tuple[object, ...], operand: Operand | None) -> bool:
    value = operand[0] if operand is not None and type(operand[0]) is not NoneValue else None
    if told == "absent" or value is None:
        return told == "absent" and value is None
    if isinstance(told, tuple):
        return isinstance(value, (Number, Text)) and value.value in told
    return isinstance(value, Tensor) == (told == "tensor")
