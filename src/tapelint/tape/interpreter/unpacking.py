"""Unpacking: what each of several targets gets of one value."""

from __future__ import annotations

from tapelint.source import tree
from tapelint.source.spelling import code_of
from tapelint.tape.autograd import views
from tapelint.tape.domain.values import (
    UNKNOWN,
    Array,
    Container,
    ContainerKind,
    Tensor,
    Value,
)
from tapelint.tape.interpreter.interface import Interpreter
from tapelint.tape.interpreter.kinds import has_attribute, is_promised
from tapelint.tape.models import (
    containers,
)
from tapelint.torch_api.names import ends_as_loss


def unpack(
    interpreter: Interpreter,
    target: tree.Tuple | tree.List,
    value: Value,
    expression: tree.BaseExpression | None,
) -> None:
    """Assign to each of several targets what it gets of a value."""
    machine = interpreter.machine
    count = len(target.elements)
    record = machine.container_record(value)
    is_star = [isinstance(each, tree.StarredElement) for each in target.elements]
    has_star, star_at = any(is_star), is_star.index(True) if any(is_star) else 0
    if record is not None and not has_star and len(record.items) == count:
        parts = list(record.items)
    elif record is not None and has_star and record.kind is not ContainerKind.DICT:
        parts = containers.spread_over(machine, value, star_at, count)
    elif record is not None and not record.is_open and record.rest:
        each = containers.element(machine, value)
        parts = [_another_view(interpreter, each, target) for _ in range(count)]
    elif isinstance(value, Tensor):
        parts = [_part(interpreter, value, each.value) for each in target.elements]
    elif isinstance(value, Array):
        parts = [Array() for _ in range(count)]
    else:
        parts = [UNKNOWN] * count
    if any(
        _is_contradicted(interpreter, *each) for each in zip(target.elements, parts, strict=True)
    ):
        parts = [UNKNOWN if is_promised(each) else each for each in parts]
    for element, part in zip(target.elements, parts, strict=True):
        if isinstance(element, tree.StarredElement) and not isinstance(part, Container):
            part = machine.new_container(ContainerKind.LIST, is_open=True)
        interpreter.assign(element.value, part, expression)


def _is_contradicted(interpreter: Interpreter, element: tree.BaseElement, part: Value) -> bool:
    """Whether a variable that a value is unpacked to is used as what the value is not."""
    unit, target = interpreter.machine.frame.unit, element.value
    if unit is None or not is_promised(part) or not isinstance(target, tree.Name):
        return False
    used = unit.attributes_read.get(target.value, ())
    return any(not has_attribute(part, each) for each in used)


def _part(interpreter: Interpreter, value: Tensor, target: tree.BaseExpression) -> Value:
    """What one of the targets gets to which a tensor, or what is taken for one, is unpacked."""
    if not interpreter.machine.is_guess(value):
        return views.view(interpreter.machine, value, target)
    is_loss = ends_as_loss(code_of(target))
    return views.part_of_guess(interpreter.machine, value, target, is_loss=is_loss)


def _another_view(interpreter: Interpreter, each: Value, node: tree.BaseExpression) -> Value:
    """One of several views that a tensor stands for, as ``chunk`` gives them."""
    record = interpreter.machine.tensor_record(each)
    if isinstance(each, Tensor) and record is not None and record.base is not None:
        return views.view(interpreter.machine, each, node) if record.is_part else each
    return each
