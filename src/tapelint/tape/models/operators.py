"""Binary operators, for whatever their operands are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tapelint.source import tree
from tapelint.tape.autograd import flow, graph, inplace
from tapelint.tape.autograd.origins import first_origin
from tapelint.tape.domain import counts
from tapelint.tape.domain.counts import Count
from tapelint.tape.domain.terms import WriteForm
from tapelint.tape.domain.values import (
    UNKNOWN,
    Array,
    Container,
    Instance,
    NoneValue,
    Number,
    Symbol,
    Tensor,
    Unknown,
    Value,
    count_of,
)
from tapelint.tape.machine.machine import Machine
from tapelint.tape.models import container_conversions, containers, objects, spread
from tapelint.tape.syntax import dotted_name
from tapelint.torch_api.knowledge import knowledge
from tapelint.torch_api.names import holds_settings
from tapelint.torch_api.operators import Operator, by_operation, in_place


def _known_or_not(operand: flow.Operand) -> flow.Operand:
    """``None`` has no operators: where it was, there is something else by now.

    What stands among settings, such as ``args.weight``, is a number here.
    """
    value, node = operand
    if isinstance(value, NoneValue):
        return UNKNOWN, node
    if isinstance(value, (Unknown, Symbol)) and isinstance(node, (tree.Attribute, tree.Subscript)):
        if holds_settings(dotted_name(node.value)):
            return Number(power=value.power), node
    return value, node


def operate(
    machine: Machine,
    name: str,
    operands: tuple[flow.Operand, flow.Operand],
    node: tree.BaseExpression,
) -> Value:
    """A binary operator, for whatever the operands are."""
    operands = _known_or_not(operands[0]), _known_or_not(operands[1])
    (left, _), (right, _) = operands
    spread.note_treatment(machine, name, [left, right], node)
    power = spread.of_operator(name, operands)
    if flow.is_cut(machine, (left, right)):
        return Unknown(power=power, is_cut=True)
    if isinstance(left, Tensor) or isinstance(right, Tensor):
        operation = _with_number(name, left, right)
        given: tuple[flow.Operand, ...] = operands
        if operation.startswith("r") and isinstance(right, Tensor) and operation != name:
            given = operands[1:]
        result = graph.result(machine, operation, given, node, power)
        spread.note(machine, name, operands, result, node)
        return result
    is_obscure = any(isinstance(each, Unknown) for each in (left, right))
    if not is_obscure and (isinstance(left, Array) or isinstance(right, Array)):
        return Array(power=power, origin=first_origin(machine, (left, right)))
    if isinstance(left, Number) and isinstance(right, Number):
        origin = first_origin(machine, (left, right))
        value = _computed(name, left.value, right.value)
        count = _counted(name, left, right) if value is None else None
        if count is not None and name == "remainder":
            value = int(count.from_(counts.ZERO)[0])
        return Number(value, power=power, origin=origin, count=count)
    if isinstance(left, Container) and isinstance(right, Container) and name == "add":
        one, two = machine.container_record(left), machine.container_record(right)
        if one is not None and two is not None:
            return container_conversions.concatenated(machine, one, right)
    if name == "bitwise_or" and isinstance(left, Container):
        merged = containers.merged_dicts(machine, left, right)
        if merged is not None:
            return merged
    if name == "mul" and (isinstance(left, Container) or isinstance(right, Container)):
        one = machine.container_record(left) or machine.container_record(right)
        if one is not None:
            return machine.new_container(one.kind, rest=one.held, is_open=one.is_open)
    if isinstance(left, Instance) or isinstance(right, Instance):
        made = objects.operate(machine, name, left, right, node)
        if made is not None:
            return made
    return Unknown(power=power) if power is not None else UNKNOWN


def by_name(
    machine: Machine, spelled: str, operands: Sequence[flow.Operand], node: tree.Call
) -> Value | None:
    """``operator.mul(x, y)``, ``x.__rsub__(y)``, ``pow(x, y)``: an operator that is written out.

    ``None`` where it is none of tensors'.
    """
    changing = in_place().get(spelled)
    if changing is not None and len(operands) == 2:
        return _change(machine, changing, operands, node)
    known = knowledge().spellings.get(spelled)
    if known is None or not 0 < len(operands) < 3:
        return None
    name, first = known
    if len(operands) == 2:
        one, other = operands[::-1] if first else operands
        return operate(machine, name, (one, other), node)
    if not isinstance(operands[0][0], Tensor):
        return None
    power = spread.result_power(name, [operands[0][0]])
    return graph.result(machine, name, operands, node, power)


def _change(
    machine: Machine, known: Operator, operands: Sequence[flow.Operand], node: tree.Call
) -> Value:
    """``operator.imul(x, y)``: a change of a tensor in place, and what else is as ``x * y``."""
    (value, target), other = operands
    if not isinstance(value, Tensor):
        return operate(machine, known.operation, ((value, target), other), node)
    inplace.write(machine, value, target, node, f"{known.symbol}=", WriteForm.AUGMENTED, [other])
    return spread.write(machine, f"{known.operation}_", value, operands, node)


def _with_number(name: str, left: Value, right: Value) -> str:
    """The operation's name in the table, where one side is a plain number."""
    with_number, of_number = f"{name}_scalar", f"r{name}_scalar"
    known = knowledge().operations
    if isinstance(left, Number) and of_number in known:
        return of_number
    is_either = isinstance(right, Number) or (isinstance(left, Number) and name in {"mul", "add"})
    return with_number if is_either and with_number in known else name


_ARITHMETIC = frozenset({"+", "-", "*", "/", "//", "%"})
"""Operators whose result is computed where both numbers are known."""


def _computed(name: str, left: Any, right: Any) -> float | int | None:
    known = by_operation().get(name)
    if known is None or known.symbol not in _ARITHMETIC:
        return None
    if not isinstance(left, (int, float)) or not isinstance(right, (int, float)):
        return None
    try:
        computed = known.compute(left, right)
    except (OverflowError, ZeroDivisionError):
        return None
    return computed if counts.is_small(computed) else None


def _counted(name: str, left: Number, right: Number) -> Count | None:
    """Where a number lies that is computed from one that is not known to be a certain number."""
    one, other = count_of(left), count_of(right)
    if one is None or other is None:
        return None
    if name == "add":
        return counts.plus(one, other)
    if name == "sub":
        return counts.plus(one, counts.negative(other))
    if name == "remainder" and isinstance(right.value, int):
        rest = counts.remainder(one, right.value)
        return counts.at(rest) if rest is not None else None
    return None
