"""Assigning to attributes and items, for every kind of value."""

from __future__ import annotations

from tapelint.source import tree
from tapelint.source.tree import walk
from tapelint.tape.autograd import (
    flow,
    gradient_pages,
    hand_steps,
    inplace,
    kept_graphs,
    leaves,
    owning,
)
from tapelint.tape.domain.graph_nodes import Cut
from tapelint.tape.domain.terms import LeafForm, Truth, Use, WriteForm
from tapelint.tape.domain.values import (
    Array,
    Class,
    Container,
    ContainerKind,
    Either,
    Function,
    Instance,
    LibraryObject,
    NoneValue,
    Symbol,
    Tensor,
    Unknown,
    Value,
)
from tapelint.tape.interpreter import flags
from tapelint.tape.interpreter.interface import Interpreter
from tapelint.tape.interpreter.subscripts import bounds, index_of
from tapelint.tape.machine.frames import known_truth
from tapelint.tape.machine.machine import Machine
from tapelint.tape.models import (
    containers,
    distributions,
    layers,
    module_parameters,
    objects,
    registration,
    requires_grad,
)
from tapelint.tape.models.naming import assigned_power
from tapelint.torch_api.gradient_flag import FLAG, GRADIENTS, is_flag


def assign(
    interpreter: Interpreter,
    owner: Value,
    target: tree.Attribute,
    value: Value,
    expression: tree.BaseExpression | None,
) -> None:
    """``owner.name = value``."""
    machine = interpreter.machine
    name = target.attr.value
    if isinstance(owner, Either):
        machine.for_each(owner, lambda each: assign(interpreter, each, target, value, expression))
        return
    if name == "data" and not isinstance(owner, (Instance, LibraryObject)):
        _assign_data(interpreter, owner, target, value, expression)
        return
    if name.startswith("re") and is_flag(name):
        flags.note(
            machine, interpreter.networks, owner, target.value, name, target, value, expression
        )
    if name == FLAG:
        _switch_requires_grad(interpreter, owner, target, value)
        return
    if name in GRADIENTS:
        has_one = not isinstance(value, NoneValue)
        gradient_pages.note_assigned(machine, owner, target, has_one=has_one)
    if name == distributions.VALIDATION_SWITCH:
        distributions.note_assignment(machine, owner, target, value)
        return
    machine.use(value, Use.STORED, target)
    machine.hand_on(value)
    leaves.note_stored(machine, owner, value, target)
    registration.note_assigned(machine, owner, target, value)
    if isinstance(owner, LibraryObject) and module_parameters.is_network(value):
        layers.loosen(machine, owner)  # a sequence runs what is assigned to it, too
    if isinstance(owner, (Instance, LibraryObject, Class, Function)):
        machine.set_attribute(owner, name, assigned_power(value, name))
    elif isinstance(owner, Symbol):
        interpreter.other_files.assign(owner, name, assigned_power(value, name))


def _switch_requires_grad(
    interpreter: Interpreter, owner: Value, target: tree.Attribute, value: Value
) -> None:
    machine = interpreter.machine
    requires_grad.assign(machine, owner, value, target, target.value)
    is_on = known_truth(value) is Truth.YES
    if isinstance(owner, Unknown) and is_on and not machine.has_own_tensors:
        made = Cut(target)
        leaves.note_made(machine, LeafForm.FLAG, target.value, owner, target, made)
        leaf = machine.new_tensor(
            target,
            Truth.YES,
            Truth.YES,
            power=owner.power,
            requires_grad_at=target,
            cuts=frozenset({made}),
        )
        if isinstance(target.value, (tree.Name, tree.Attribute)):
            interpreter.assign(target.value, leaf, None)


def _assign_data(
    interpreter: Interpreter,
    owner: Value,
    target: tree.Attribute,
    value: Value,
    expression: tree.BaseExpression | None,
) -> None:
    """``owner.data = value``: the tensor gets other memory, unseen by autograd."""
    machine = interpreter.machine
    record = machine.tensor_record(owner)
    if record is None or record.is_guess:
        return
    new = machine.tensor_record(value)
    hand_steps.note_write(machine, owner, record, [value], target)
    if isinstance(owner, Tensor):
        storage = new.storage if new is not None else machine.new_identity()
        machine.update_tensor(owner, storage=storage)
        is_own = expression is not None and any(map(target.deep_equals, walk(expression)))
        if not is_own:  # else the numbers are its own, moved or converted
            owning.note_written(machine, owner, [value])


def assign_item(
    interpreter: Interpreter,
    target: tree.Subscript,
    value: Value,
    expression: tree.BaseExpression | None,
) -> None:
    """``owner[index] = value``."""
    machine = interpreter.machine
    owner = interpreter.evaluate(target.value)
    index, is_slice = index_of(interpreter, target)
    if isinstance(owner, Tensor) and not is_slice and _is_for_container(machine, value, expression):
        machine.use(value, Use.STORED, target)
    elif isinstance(owner, Tensor):
        operands = [(value, expression)] if expression is not None else []
        write_item(machine, owner, target, operands)
    elif isinstance(owner, Container):
        machine.use(value, Use.STORED, target)
        if is_slice:
            part = bounds(interpreter, target)
            containers.set_part(machine, owner, value, part, is_whole=inplace.is_whole(target))
        else:
            kept_graphs.note_item(machine, target, owner, index, value, expression)
            containers.set_item(machine, owner, index, value)
    elif (inner := layers.dict_of(machine, owner)) is not None:
        kept = layers.kept(machine, layers.kind_of(owner), value)
        containers.set_item(machine, inner, index, kept)
    elif isinstance(owner, LibraryObject):
        layers.loosen(machine, owner)
    elif isinstance(owner, Instance):
        objects.set_item(machine, owner, index, value, target)
    elif isinstance(owner, Array) and isinstance(value, Tensor):
        machine.use(value, Use.STORED, target)
        filled = machine.new_container(ContainerKind.ARRAY, rest=(value,))
        array = target.value
        while isinstance(array, tree.Subscript):
            array = array.value  # a row of it is a part of its memory
        if isinstance(array, (tree.Name, tree.Attribute)):
            interpreter.assign(array, filled, None)
    else:
        machine.use(value, Use.STORED, target)


def _is_for_container(
    machine: Machine, value: Value, expression: tree.BaseExpression | None
) -> bool:
    """Whether an item tells that what is taken for a tensor is a container here.

    A tensor does not take ``None``; it takes a parameter, of which only the numbers stay, so that
    nobody makes one just for that.
    """
    record = machine.tensor_record(value)
    is_made_here = record is not None and record.is_parameter and record.made_at is expression
    return isinstance(value, NoneValue) or (is_made_here and expression is not None)


def write_item(
    machine: Machine, owner: Tensor, target: tree.Subscript, operands: list[flow.Operand]
) -> None:
    """``tensor[index] = value``: a change in place."""
    for value, _ in operands:
        machine.use(value, Use.STORED, target)
    inplace.write(machine, owner, target.value, target, "[...] =", WriteForm.SUBSCRIPT, operands)
