"""Reading and assigning attributes and items, for every kind of value."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tapelint.source import tree
from tapelint.tape import write_events
from tapelint.tape.autograd import gradient_pages, graph, inplace, leaves, samples
from tapelint.tape.domain.frozen import replace
from tapelint.tape.domain.graph_nodes import Cut, Write
from tapelint.tape.domain.terms import LeafForm, Truth, Use, WriteForm
from tapelint.tape.domain.values import (
    UNKNOWN,
    Array,
    Class,
    Container,
    ContainerKind,
    DataOfUnknown,
    Distribution,
    Either,
    Function,
    GradModeContext,
    Instance,
    LibraryObject,
    Method,
    NoneValue,
    Number,
    Super,
    Symbol,
    Tensor,
    Text,
    Unknown,
    UnknownAttribute,
    Value,
)
from tapelint.tape.interpreter import flags
from tapelint.tape.interpreter.kinds import has_attribute, is_promised
from tapelint.tape.machine.frames import Arguments, known_truth
from tapelint.tape.machine.machine import Machine
from tapelint.tape.models import (
    containers,
    distributions,
    environments,
    layers,
    modules,
    numpy_calls,
    objects,
    registration,
    spread,
    tensors,
)
from tapelint.tape.models.naming import assigned_power, power_of_name
from tapelint.torch_api.conversions import CONVERSIONS, MOVES
from tapelint.torch_api.families import families
from tapelint.torch_api.gradient_flag import FLAG, is_flag
from tapelint.torch_api.knowledge import knowledge
from tapelint.torch_api.names import logs
from tapelint.torch_api.network_wrappers import WRAPPED

if TYPE_CHECKING:
    from tapelint.tape.interpreter.expressions import Expressions

_PARAMETER_NAMES = frozenset({"weight", "bias"})
_KEEPING = CONVERSIONS.union(
    families().reshaping, families().unchanging, families().zeros_and_ones, {"new"}
)
"""Methods after which a tensor holds the numbers that it held, or none of anybody's."""


def get(machine: Machine, value: Value, name: str, node: tree.Attribute) -> Value:
    """``value.name``."""
    if isinstance(value, Either):
        return machine.of_each(value, lambda each: get(machine, each, name, node))
    if isinstance(value, Symbol):
        return _of_symbol(machine, value, name)
    if isinstance(value, Tensor):
        return tensors.attribute(machine, value, name, node)
    if isinstance(value, (Instance, Super, Class)):
        return _of_object(machine, value, name, node)
    if isinstance(value, LibraryObject):
        if environments.is_environment(value):
            known = environments.attribute(machine, value, name)
            return known if known is not None else Method(value, name)
        return modules.attribute(machine, value, name, node)
    if isinstance(value, Array):
        found = numpy_calls.array_attribute(machine, name)
        return found if found is not None else Method(value, name)
    if isinstance(value, Distribution):
        found = distributions.attribute(machine, value, name, node)
        return found if found is not None else Method(value, name)
    if isinstance(value, (Container, GradModeContext)):
        return Method(value, name)
    if isinstance(value, DataOfUnknown):
        return value if name in families().attribute_transpositions else Method(value, name)
    if isinstance(value, (Number, Text)):
        if is_promised(value) and not has_attribute(value, name):
            return _of_unknown(UNKNOWN, name, node)  # it is none, whatever an annotation says
        return Method(value, name)
    if isinstance(value, Unknown):
        if name == "grad":
            gradient_pages.note_unseen(machine)
        return _of_unknown(value, name, node)
    return UNKNOWN


def _of_symbol(machine: Machine, value: Symbol, name: str) -> Value:
    full = machine.project.canonical(f"{value.name}.{name}")
    if full.startswith("numpy."):
        constant = numpy_calls.attribute(full)
        if constant is not None:
            return constant
    if full in {"math.pi", "math.e", "math.inf", "math.tau"}:
        return Number()
    return Symbol(full)


def _of_unknown(value: Unknown, name: str, node: tree.Attribute) -> Value:
    is_of_tensor = value.is_tensor or _is_parameter_by_name(value, node.value)
    if name == "data":
        return DataOfUnknown(reads=(node,), power=value.power, is_tensor=is_of_tensor)
    if name in families().attribute_transpositions:
        return UnknownAttribute(
            power=value.power, name=name, owner_power=value.power, is_tensor=is_of_tensor
        )
    return UnknownAttribute(
        power=power_of_name(name),
        name=name,
        owner_power=value.power,
        is_tensor=name in _PARAMETER_NAMES,
        is_of_tensor=is_of_tensor,
    )


def _of_object(
    machine: Machine, value: Instance | Super | Class, name: str, node: tree.Attribute
) -> Value:
    unit = value.unit
    if unit is None:
        return UNKNOWN
    receiver: Value = value
    if isinstance(value, Super):
        receiver = value.receiver
    elif isinstance(value, Instance):
        record = machine.attributes(value)
        known = record.get(name) if record else None
        if known is not None:
            if value.identity == unit.stands_for:
                machine.note_left(known)
            return known
    method = unit.method(name, skip_own=isinstance(value, Super))
    if method is not None:
        if method.is_static:
            return Function(method)
        bound = Function(method, None if isinstance(value, Class) else receiver)
        if method.is_property and not isinstance(value, Class):
            return machine.call(bound, Arguments(), node)
        return bound
    known = unit.attribute(name)
    if known is not None:
        return objects.of_any(known) if _is_made_elsewhere(machine, value) else known
    if isinstance(value, Instance):
        distribution = distributions.behind(machine, value)
        known = distributions.attribute(machine, distribution, name, node) if distribution else None
        if known is not None:
            return known
        inherited = modules.attribute_value(machine, value, name) if unit.layer else None
        if inherited is not None:
            return inherited
        if name == WRAPPED and unit.is_module:
            return value
    if unit.library_bases or isinstance(value, Super) or name in objects.METHODS:
        return Method(value, name)
    is_tensor = name in _PARAMETER_NAMES
    return UnknownAttribute(power=power_of_name(name), name=name, is_tensor=is_tensor)


def _is_made_elsewhere(machine: Machine, value: Instance | Super | Class) -> bool:
    """Whether it is what a caller gives: an object that stands for all of its class."""
    if not isinstance(value, Instance) or value.unit is None:
        return False
    return value.identity == value.unit.stands_for and machine.frame.receiver != value


def unknown_parameters(machine: Machine, node: tree.Node, named: bool) -> Value:
    """The parameters of a module of which nothing else is known."""
    parameter: Value = machine.new_tensor(node, Truth.UNKNOWN, Truth.YES, is_parameter=True)
    if named:
        parameter = machine.new_container(ContainerKind.TUPLE, (Text(), parameter))
    return machine.new_container(ContainerKind.ITERATOR, rest=(parameter,))


def call_on_unknown(
    machine: Machine, attribute: UnknownAttribute, arguments: Arguments, node: tree.Call
) -> Value:
    """A method of something unknown: a few names tell what it gives."""
    name = attribute.name
    if name in {"parameters", "named_parameters"} and not arguments.positional:
        return unknown_parameters(machine, node, named=name == "named_parameters")
    if name == "numpy":
        return Array(power=attribute.owner_power)
    if name == "item" and not arguments.positional:
        return Number(power=attribute.owner_power)
    if name == "tolist":
        return machine.new_container(ContainerKind.LIST, rest=(Number(),))
    if name in {"detach", "detach_"} and not arguments.positional:
        return machine.new_tensor(node, Truth.NO, Truth.YES, power=attribute.owner_power)
    if name == "requires_grad_":
        on = arguments.truth(0, "requires_grad", Truth.YES)
        gradient_pages.note_frozen(machine, UNKNOWN, on)
        return machine.new_tensor(
            node, on, Truth.UNKNOWN, power=attribute.owner_power, requires_grad_at=node
        )
    if logs(name):
        machine.use_all(arguments, Use.LOGGED, node)
    gradient_pages.note_handed(machine, arguments, node)
    machine.hand_over(arguments, node)
    if "log_prob" in name:
        samples.note_scored(machine, arguments.values)
    given = [value for value, _ in arguments.positional]
    if (attribute.is_of_tensor and name in knowledge().views) or _views_tensor(name, given):
        return Unknown(power=attribute.owner_power, is_tensor=True)
    operands = [Unknown(power=attribute.owner_power), *given]
    spread.note_treatment(machine, name, operands, node)
    power = spread.result_power(name, operands)
    return Unknown(power=power) if power is not None else UNKNOWN


def _views_tensor(method: str, given: Sequence[Value]) -> bool:
    """Whether a call is ``view`` with a size, which only tensors have; numpy's takes a type."""
    return method == "view" and any(isinstance(each, Number) for each in given)


def data_method(
    machine: Machine, receiver: DataOfUnknown, name: str, arguments: Arguments, node: tree.Call
) -> Value:
    """A method of ``.data`` of something that may or may not be a tensor."""
    known = knowledge()
    given = [value for value, _ in arguments.positional]
    if name in known.inplace_methods and name != "apply_":
        inplace.write_data_of_unknown(machine, receiver, node, name, WriteForm.METHOD)
        return receiver
    if name in known.views and (receiver.is_tensor or _views_tensor(name, given)):
        return replace(receiver, is_tensor=True)
    as_attribute = UnknownAttribute(name=name, owner_power=receiver.power)
    return call_on_unknown(machine, as_attribute, arguments, node)


# --- assignment ----------------------------------------------------------------------------


def assign(
    evaluator: Expressions,
    owner: Value,
    target: tree.Attribute,
    value: Value,
    expression: tree.BaseExpression | None,
) -> None:
    """``owner.name = value``."""
    machine = evaluator.machine
    name = target.attr.value
    if isinstance(owner, Either):
        machine.for_each(owner, lambda each: assign(evaluator, each, target, value, expression))
        return
    if name == "data" and not isinstance(owner, (Instance, LibraryObject)):
        _assign_data(evaluator, owner, target, value, expression)
        return
    if name.startswith("re") and is_flag(name):
        flags.note(machine, evaluator.calls.networks, owner, target, value, expression)
    if name == FLAG:
        _switch_requires_grad(evaluator, owner, target, value)
        return
    if name == "grad" and isinstance(owner, Tensor):
        machine.note_gradient(owner.identity, not isinstance(value, NoneValue))
    if name == "grad":
        gradient_pages.note_unseen(machine)
    if name == distributions.VALIDATION_SWITCH:
        distributions.note_assignment(machine, owner, target, value)
        return
    machine.use(value, Use.STORED, target)
    machine.hand_on(value)
    leaves.note_stored(machine, owner, value, target)
    registration.note_assigned(machine, owner, target, value)
    if isinstance(owner, (Instance, LibraryObject)):
        machine.set_attribute(owner, name, assigned_power(value, name))
    elif isinstance(owner, Class) and owner.unit is not None:
        owner.unit.attributes[name] = value
        machine.class_changes += 1


def _switch_requires_grad(
    evaluator: Expressions, owner: Value, target: tree.Attribute, value: Value
) -> None:
    machine = evaluator.machine
    on = known_truth(value)
    if isinstance(owner, (Tensor, Unknown)):
        gradient_pages.note_frozen(machine, owner, on)
    if isinstance(owner, Tensor):
        proves_leaf = on is Truth.YES
        tensors.switch_requires_grad(
            machine, owner, on, target, target.value, proves_leaf=proves_leaf
        )
    elif isinstance(owner, Unknown) and on is Truth.YES and not machine.has_own_tensors:
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
            evaluator.assign(target.value, leaf, None)


def _assign_data(
    evaluator: Expressions,
    owner: Value,
    target: tree.Attribute,
    value: Value,
    expression: tree.BaseExpression | None,
) -> None:
    """``owner.data = value``: the tensor gets other memory, unseen by autograd."""
    machine = evaluator.machine
    record = machine.tensor_record(owner)
    is_tensor = record is not None and not record.is_guess
    if not is_tensor and not _is_parameter_by_name(owner, target.value):
        return
    converts = _is_own_memory(machine, owner, target.value, value) or (
        expression is not None and is_conversion(evaluator, target.value, expression)
    )
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
    )
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
        new = machine.tensor_record(value)
        storage = new.storage if new is not None else machine.new_identity()
        if isinstance(owner, Tensor):
            machine.update_tensor(owner, storage=storage)
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


def _is_parameter_by_name(owner: Value, node: tree.BaseExpression) -> bool:
    """``something.weight``, or a view or another name of it: in code that uses torch, a tensor."""
    return isinstance(owner, Unknown) and (
        owner.is_tensor
        or (isinstance(node, tree.Attribute) and node.attr.value in _PARAMETER_NAMES)
    )


def is_conversion(
    evaluator: Expressions, owner: tree.BaseExpression, expression: tree.BaseExpression
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
            known = evaluator.evaluate(function)
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
    evaluator: Expressions,
    target: tree.Subscript,
    value: Value,
    expression: tree.BaseExpression | None,
) -> None:
    """``owner[index] = value``."""
    machine = evaluator.machine
    owner = evaluator.evaluate(target.value)
    index, is_slice = evaluator.index_of(target)
    if isinstance(owner, Tensor) and not is_slice and _is_for_container(machine, value, expression):
        machine.use(value, Use.STORED, target)
    elif isinstance(owner, Tensor):
        operands = [(value, expression)] if expression is not None else []
        write_item(machine, owner, target, operands)
    elif isinstance(owner, DataOfUnknown):
        inplace.write_data_of_unknown(machine, owner, target, "[...] =", WriteForm.SUBSCRIPT)
    elif isinstance(owner, Container):
        machine.use(value, Use.STORED, target)
        if is_slice:
            part = evaluator.bounds(target)
            containers.set_part(machine, owner, value, part, is_whole=inplace.is_whole(target))
        else:
            containers.set_item(machine, owner, index, value)
    elif (inner := layers.dict_of(machine, owner)) is not None:
        containers.set_item(machine, inner, index, value)
    elif isinstance(owner, LibraryObject):
        layers.loosen(machine, owner)
    elif isinstance(owner, Array) and isinstance(value, Tensor):
        machine.use(value, Use.STORED, target)
        filled = machine.new_container(ContainerKind.ARRAY, rest=(value,))
        array = target.value
        while isinstance(array, tree.Subscript):
            array = array.value  # a row of it is a part of its memory
        if isinstance(array, (tree.Name, tree.Attribute)):
            evaluator.assign(array, filled, None)
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
    machine: Machine, owner: Tensor, target: tree.Subscript, operands: list[graph.Operand]
) -> None:
    """``tensor[index] = value``: a change in place."""
    for value, _ in operands:
        machine.use(value, Use.STORED, target)
    inplace.write(machine, owner, target.value, target, "[...] =", WriteForm.SUBSCRIPT, operands)
