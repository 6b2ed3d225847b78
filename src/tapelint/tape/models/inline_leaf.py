"""Leaves that are made right where they are used, so that nobody holds them."""

from __future__ import annotations

from collections.abc import Callable

from tapelint.source import tree
from tapelint.source.tree import walk
from tapelint.tape import leaf_events
from tapelint.tape.domain.terms import Truth
from tapelint.tape.domain.values import (
    TensorRecord,
    Value,
)
from tapelint.tape.machine.machine import Machine
from tapelint.tape.models import constructors


def note(
    machine: Machine,
    value: Value,
    expression: tree.BaseExpression,
    node: tree.Node,
    use_name: str,
    other_is_plain: bool,
) -> None:
    """Record a leaf that is made right where it is used, so that nobody holds it."""
    record = machine.tensor_record(value)
    if record is None or not isinstance(expression, tree.Call):
        return
    if record.requires_grad is not Truth.YES or record.is_leaf is not Truth.YES:
        return
    if record.is_parameter or not _is_made_by(record, expression):
        return
    machine.inline_uses.add(node)
    machine.emit(
        leaf_events.InlineLeaf,
        expression,
        use=node,
        use_name=use_name,
        other_is_plain=other_is_plain,
        is_data=_is_from_data(expression),
        is_start=_is_one_number(expression),
    )


def note_read(
    machine: Machine, value: Value, expression: tree.BaseExpression, is_one: Callable[[str], bool]
) -> None:
    """Record that a fact or the numbers are read of what was computed from such a leaf.

    It has no name and goes nowhere else, or a name of which nothing but such is read in the
    function at hand.

    Args:
        machine: The machine.
        value: What it is read of.
        expression: The expression of that.
        is_one: Whether a name is that of an attribute or a method that gives such.
    """
    if not machine.inline_uses:
        return
    record = machine.tensor_record(value)
    made: tree.Node | None = expression
    if isinstance(expression, tree.Name):
        unit = machine.frame.unit
        if unit is None or record is None or not _is_only_read(unit.node.body, expression, is_one):
            return
        made = record.made_at
    if made is not None and not machine.inline_uses.isdisjoint(walk(made)):
        machine.emit(leaf_events.OnlyRead, made)


def _is_only_read(body: tree.Node, name: tree.Name, is_one: Callable[[str], bool]) -> bool:
    """Whether a variable is bound once, and nothing but facts and numbers of it are read."""
    named = [each for each in walk(body) if type(each) is tree.Name and each.value == name.value]
    read = [
        each
        for each in walk(body)
        if type(each) is tree.Attribute
        and type(each.value) is tree.Name
        and each.value.value == name.value
    ]
    return all(is_one(each.attr.value) for each in read) and len(named) == len(read) + 1


def _is_made_by(record: TensorRecord, expression: tree.Call) -> bool:
    """Whether the call itself makes the leaf, alone or as ``make(...).requires_grad_()``."""
    if record.made_at is expression:
        return True
    function = expression.func
    receiver = function.value if isinstance(function, tree.Attribute) else None
    return (
        record.requires_grad_at is expression
        and isinstance(receiver, tree.Call)
        and record.made_at is receiver
    )


def _is_from_data(expression: tree.Call) -> bool:
    """Whether the leaf is made from something that was computed, not filled or written out."""
    call: tree.BaseExpression = expression
    function = expression.func
    if isinstance(function, tree.Attribute) and function.attr.value == "requires_grad_":
        call = function.value
    if not isinstance(call, tree.Call) or not call.args:
        return False
    name = call.func.attr if isinstance(call.func, tree.Attribute) else call.func
    is_constructor = isinstance(name, tree.Name) and (
        constructors.is_from_data(name.value) or name.value in {"Variable", "from_numpy"}
    )
    return is_constructor and not _is_literal(call.args[0].value)


def _is_one_number(expression: tree.Call) -> bool:
    """``torch.tensor(0.0, ...)``, ``torch.zeros(1, ...)``."""
    if not expression.args or not isinstance(expression.func, (tree.Name, tree.Attribute)):
        return False
    name = expression.func.attr if isinstance(expression.func, tree.Attribute) else expression.func
    first = expression.args[0].value
    if name.value == "tensor":
        return isinstance(first, (tree.Integer, tree.Float))
    return isinstance(first, tree.Integer) and first.value == "1"


def _is_literal(expression: tree.BaseExpression) -> bool:
    if isinstance(expression, (tree.List, tree.Tuple)):
        return all(_is_literal(element.value) for element in expression.elements)
    if isinstance(expression, tree.UnaryOperation):
        return _is_literal(expression.expression)
    return isinstance(expression, (tree.Integer, tree.Float, tree.Imaginary))
