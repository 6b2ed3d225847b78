"""Comparisons of numbers, texts and settings, and where a number lies."""

from __future__ import annotations

from tapelint.source import tree
from tapelint.source.spelling import code_of
from tapelint.source.tree import walk
from tapelint.tape.autograd import origins
from tapelint.tape.domain import counts
from tapelint.tape.domain.counts import Count
from tapelint.tape.domain.graph_nodes import Origin
from tapelint.tape.domain.terms import Truth, Use
from tapelint.tape.domain.values import (
    UNKNOWN,
    Array,
    ContainerKind,
    NoneValue,
    Number,
    Symbol,
    Tensor,
    Text,
    Value,
    count_of,
)
from tapelint.tape.interpreter.interface import Interpreter
from tapelint.tape.machine.machine import Machine
from tapelint.tape.models import builtin_calls
from tapelint.tape.syntax import (
    CONSTANTS,
    small_integer,
    variables_in,
)
from tapelint.torch_api.gradient_flag import GRAD_FN

_TRAILERS = frozenset({tree.Attribute, tree.Call, tree.Subscript})
COMPARISONS = {
    tree.Equal: "==",
    tree.NotEqual: "!=",
    tree.LessThan: "<",
    tree.LessThanEqual: "<=",
    tree.GreaterThan: ">",
    tree.GreaterThanEqual: ">=",
    tree.In: "in",
    tree.NotIn: "not in",
}


def compare(interpreter: Interpreter, node: tree.Comparison) -> Value:
    """``left == right``, ``x is None``, ``n in (1, 2)``."""
    values = [interpreter.evaluate(node.left)]
    if isinstance(values[0], NoneValue) and _is_told(node.left):
        known = is_none(node)
        if known is not None:
            return Number(value=known)
    if isinstance(values[0], Tensor) and isinstance(node.left, tree.Name):
        given = interpreter.machine.frame.given_tensors.get(node.left.value)
        if given == values[0].identity and (known := is_none(node)) is not None:
            return Number(value=not known)
    values.extend(interpreter.evaluate(each.comparator) for each in node.comparisons)
    if any(isinstance(value, Tensor) for value in values):
        operator = node.comparisons[0].operator
        if not isinstance(operator, (tree.Is, tree.IsNot, tree.In, tree.NotIn)):
            machine = interpreter.machine
            for value in values:
                machine.use(value, Use.LOGGED, node)
            origin = _ended(machine, values, node, operator)
            return machine.new_tensor(node, Truth.NO, Truth.YES, origin=origin)
    if any(isinstance(value, Array) for value in values):
        return Array()
    if len(node.comparisons) == 1:
        holds = _compared(interpreter, node, values[0], values[1])
        if holds is not Truth.UNKNOWN:
            return Number(value=holds is Truth.YES)
    return Number() if all(isinstance(each, Number) for each in values) else UNKNOWN


def _ended(
    machine: Machine, values: list[Value], node: tree.Comparison, operator: tree.Operator
) -> Origin | None:
    """Why a comparison has no history: that of what it compares was ended before, or ends here."""
    symbol = COMPARISONS[type(operator)]
    found = (origins.ended(machine, machine.tensor_record(each), symbol, node) for each in values)
    return origins.first_origin(machine, tuple(values)) or next(filter(None, found), None)


def _compared(interpreter: Interpreter, node: tree.Comparison, left: Value, right: Value) -> Truth:
    """Whether a comparison of numbers or texts holds.

    What stands on an object, or is a constant of the file, is a setting: whoever runs the file
    or makes the object may have set something else.
    """
    (target,) = node.comparisons
    symbol = COMPARISONS.get(type(target.operator), "")
    sides = node.left, target.comparator
    constant = CONSTANTS.get(getattr(target.comparator, "value", ""))
    if isinstance(constant, bool) and isinstance(target.comparator, tree.Name):
        return _says(left, target.operator, constant)
    if isinstance(left, Text) and left.value is not None and not _is_set(interpreter, *sides):
        return _is_one_of(interpreter.machine, left, right, symbol)
    one, other = count_of(left), count_of(right)
    if not symbol or (one is None and other is None):
        return Truth.UNKNOWN
    one, other = linear(interpreter, sides[0], left), linear(interpreter, sides[1], right)
    if _is_set(interpreter, *sides):
        one, other = counts.less(one, counts.ZERO), counts.less(other, counts.ZERO)
    return counts.compared(symbol, one, other)


def _is_set(interpreter: Interpreter, *sides: tree.BaseExpression) -> bool:
    """Whether a comparison asks for a setting, and for nothing that the execution decides."""
    if any(type(each) in _TRAILERS for side in sides for each in walk(side)):
        return True
    names = {name for side in sides for name in variables_in(side)}
    return bool(names) and all(_is_setting(interpreter, each) for each in names)


def _is_setting(interpreter: Interpreter, name: str) -> bool:
    frame = interpreter.machine.frame
    if interpreter.machine.state.get((frame.scope, name)) is not None and frame.unit is not None:
        return False
    value = interpreter.look_up(name)
    return name in interpreter.settings() or value is None or isinstance(value, Symbol)


def linear(interpreter: Interpreter, node: tree.BaseExpression, value: Value) -> Count:
    """Where a number lies, seen from zero and from what stands in its expression.

    ``n - 1`` lies 1 below ``n``, whatever that is. Texts are compared: that a variable is
    assigned in between is not noticed.
    """
    known = count_of(value) or counts.NOWHERE
    offset = 0
    while isinstance(node, tree.BinaryOperation):
        number = small_integer(node.right)
        if number is None or not isinstance(node.operator, (tree.Add, tree.Subtract)):
            break
        offset += number if isinstance(node.operator, tree.Add) else -number
        node = node.left
    if offset and type(node) is tree.Name:
        own = count_of(interpreter.look_up(node.value) or UNKNOWN)
        known = counts.both(known, counts.moved(own, offset)) if own is not None else known
    if type(node) is tree.Name or type(node) in _TRAILERS:
        known = counts.both(
            known, counts.at(offset, quantity=quantity(interpreter.machine, code_of(node)))
        )
    return known


def quantity(machine: Machine, text: str) -> str:
    """The name of what a piece of code stands for in the function at hand."""
    return f"{machine.frame.scope}: {text}"


def _says(value: Value, operator: tree.Node, wanted: bool) -> Truth:
    """Whether ``flag is True`` or ``flag == False`` holds: it asks for no more than ``if flag``."""
    if not isinstance(value, Number) or not isinstance(value.value, bool):
        return Truth.UNKNOWN
    if isinstance(operator, (tree.Is, tree.Equal)):
        return Truth.of(value.value is wanted)
    if isinstance(operator, (tree.IsNot, tree.NotEqual)):
        return Truth.of(value.value is not wanted)
    return Truth.UNKNOWN


def _is_one_of(machine: Machine, left: Text, right: Value, symbol: str) -> Truth:
    """Whether a text is another one, or stands in a list of texts."""
    record = machine.container_record(right)
    if symbol in {"==", "!="}:
        others: tuple[Value, ...] = (right,)
    elif symbol in {"in", "not in"} and record is not None and not record.rest:
        if record.is_open or record.kind is ContainerKind.DICT:
            return Truth.UNKNOWN
        others = record.items
    else:
        return Truth.UNKNOWN
    if not all(isinstance(each, Text) and each.value is not None for each in others):
        return Truth.UNKNOWN
    return Truth.of(any(each == left for each in others) == (symbol in {"==", "in"}))


def truth(asked: tree.BaseExpression, value: Value) -> Truth:
    """Whether the value of an expression counts as true there."""
    if isinstance(value, NoneValue) and _is_history(asked):
        return Truth.NO
    return builtin_calls.truth_of(value)


def _is_told(asked: tree.BaseExpression) -> bool:
    """Whether what is ``None`` is so for sure: who else sets an attribute is not known."""
    return isinstance(asked, tree.Name) or _is_history(asked)


def _is_history(asked: tree.BaseExpression) -> bool:
    return isinstance(asked, tree.Attribute) and asked.attr.value == GRAD_FN


def is_none(node: tree.Comparison) -> bool | None:
    """What ``x is None`` says where ``x`` is ``None``; ``None`` for a test of anything else."""
    (target, *others) = node.comparisons
    compared = target.comparator
    if others or not isinstance(compared, tree.Name) or compared.value != "None":
        return None
    if isinstance(target.operator, (tree.Is, tree.Equal)):
        return True
    return False if isinstance(target.operator, (tree.IsNot, tree.NotEqual)) else None
