"""Assigning to attributes and items, for every kind of value."""

from __future__ import annotations

from tapelint.source import tree
from tapelint.tape import write_events
from tapelint.tape.autograd import (
    flow,
    gradient_pages,
    hand_steps,
    inplace,
    kept_graphs,
    leaves,
    owning,
    through_data,
)
from tapelint.tape.domain.graph_nodes import Cut, Write
from tapelint.tape.domain.terms import LeafForm, Truth, Use, WriteForm
from tapelint.tape.domain.values import (
    Array,
    Class,
    Container,
    ContainerKind,
    DataOfUnknown,
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
from tapelint.tape.interpreter.attributes import is_parameter_by_name
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
from tapelint.torch_api.conversions import CONVERSIONS, MOVES
from tapelint.torch_api.families import families
from tapelint.torch_api.gradient_flag import FLAG, GRADIENTS, is_flag

_KEEPING = CONVERSIONS.union(
    families().reshaping, families().unchanging, families().zeros_and_ones, {"new"}
)
"""Methods after which a tensor holds the numbers that it held, or none of anybody's."""


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
    is_tensor = record is not None and not record.is_guess
    if not is_tensor and not is_parameter_by_name(owner, target.value):
        return
    converts = _is_own_memory(machine, owner, target.value, value) or (
        expression is not None and is_conversion(interpreter, target.value, expression)
    )
    new = machine.tensor_record(value)
    machine.emit(
        write_events.DataWrite,
        target,
        read=target,
        owner=target.value,
        operation=".data =",
        form=WriteForm.ASSIGNMENT,
        argument=expression,
        is_conversion=converts,
        is_direct=True,
        owner_record=record,
        value_made_at=new.made_at if new is not None else None,
        loses_gradient=through_data.holds_gradient(machine, [value]),
    )
    if record is not None:
        hand_steps.note_write(machine, owner, record, [value], target)
    if record is not None and not converts:
        unseen = machine.new_identity()
        change = Write(
            unseen,
            target,
            target,
            ".data =",
            WriteForm.ASSIGNMENT,
            machine.grad_mode,
            replaces=True,
            conditions=machine.conditions,
            era=machine.era,
        )
        is_alias = isinstance(owner, Tensor) and record.storage != owner.identity
        is_alias = is_alias and not record.is_parameter  # the memory it was made over is its own
        if not is_alias or record.members:
            machine.note_write(change, record.storage)
        storage = new.storage if new is not None else machine.new_identity()
        if isinstance(owner, Tensor):
            machine.update_tensor(owner, storage=storage)
            owning.note_written(machine, owner, [value])
            if not _is_sum(expression):
                inplace.hide(machine, owner.identity, change)


def _is_sum(expression: tree.BaseExpression | None) -> bool:
    """Whether something is added, so that the gradient may stay right: ``h.data = h.data + 1``."""
    return isinstance(expression, tree.BinaryOperation) and isinstance(
        expression.operator, (tree.Add, tree.Subtract)
    )


def _is_own_memory(machine: Machine, owner: Value, node: tree.BaseExpression, value: Value) -> bool:
    """Whether the tensor is given the memory that it has already, or a view of it."""
    if isinstance(value, DataOfUnknown):
        return not value.is_guess and any(read.value.deep_equals(node) for read in value.reads)
    one, two = machine.tensor_record(owner), machine.tensor_record(value)
    return one is not None and two is not None and one.storage == two.storage


def is_conversion(
    interpreter: Interpreter, owner: tree.BaseExpression, expression: tree.BaseExpression
) -> bool:
    """Whether ``owner.data = expression`` only converts, moves or frees the tensor's own memory.

    Such an assignment changes the type, the place or the size of the memory: ``no_grad`` and
    ``copy_`` cannot do that, so there is no better way to offer. A value that is moved to a
    device last, or looked up under the tensor itself, is such a move wherever it comes from.
    """
    inner = expression
    if _last_method(expression) in MOVES or _is_looked_up_by(owner, expression):
        return True
    while True:
        if inner.deep_equals(owner):
            return True
        if isinstance(inner, (tree.Attribute, tree.Subscript)):
            inner = inner.value
        elif isinstance(inner, tree.Call):
            function = inner.func
            last = function.attr.value if isinstance(function, tree.Attribute) else ""
            known = interpreter.evaluate(function)
            if isinstance(known, Symbol) and known.name.startswith("torch."):
                return last in families().uninitialised or (
                    last in families().reshaping and _takes(owner, inner)
                )
            if last in families().uninitialised:
                return True
            if last not in _KEEPING:
                return _takes(owner, inner)
            assert isinstance(function, tree.Attribute)
            inner = function.value
        else:
            return False


def _last_method(expression: tree.BaseExpression) -> str:
    function = expression.func if isinstance(expression, tree.Call) else None
    return function.attr.value if isinstance(function, tree.Attribute) else ""


def _is_looked_up_by(owner: tree.BaseExpression, expression: tree.BaseExpression) -> bool:
    """``places[p]`` for a tensor ``p``: its identity matters, so it cannot be replaced."""
    if not isinstance(expression, tree.Subscript) or len(expression.slice) != 1:
        return False
    index = expression.slice[0].slice
    return isinstance(index, tree.Index) and index.value.deep_equals(owner)


def _takes(owner: tree.BaseExpression, call: tree.Call) -> bool:
    """Whether a function of which nothing is known is given the tensor itself."""
    function = call.func
    is_own_method = isinstance(function, tree.Attribute) and _is_chain_of(owner, function.value)
    if is_own_method:
        return False
    return any(_is_chain_of(owner, argument.value) for argument in call.args)


def _is_chain_of(owner: tree.BaseExpression, expression: tree.BaseExpression) -> bool:
    inner = expression
    while isinstance(inner, (tree.Attribute, tree.Call, tree.Subscript)):
        if inner.deep_equals(owner):
            return True
        inner = inner.func if isinstance(inner, tree.Call) else inner.value
    return inner.deep_equals(owner)


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
    elif isinstance(owner, DataOfUnknown):
        through_data.note_of_unknown(machine, owner, target, "[...] =", WriteForm.SUBSCRIPT)
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
