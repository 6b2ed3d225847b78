"""``torch.nn`` modules, loss functions and optimisers."""

from __future__ import annotations

import re

import libcst as cst

from tapelint.tape import graph
from tapelint.tape.frames import Arguments
from tapelint.tape.machine import Machine
from tapelint.tape.values import (
    NONE,
    UNKNOWN,
    Container,
    ContainerKind,
    Cut,
    Function,
    Instance,
    LibraryObject,
    Method,
    Number,
    Tensor,
    Text,
    Truth,
    Unknown,
    Use,
    Value,
)
from tapelint.torch_api.knowledge import knowledge

_ARGUMENTS = "(arguments)"
"""The attribute under which a container of modules keeps what it was made with."""
_FROZEN = "(frozen)"
_DEEPEST = 3
_ABSENT = NONE
"""Stands for a parameter that a layer does not have."""
_LISTS = frozenset({"torch.nn.Sequential", "torch.nn.ModuleList", "torch.nn.ParameterList"})
_WITH_STATE = frozenset({"LSTM", "GRU", "RNN"})
_SETTERS = frozenset({"train", "eval", "to", "cuda", "cpu", "float", "double", "half", "apply"})


def is_module_class(name: str) -> bool:
    """Whether a canonical name is that of a class of ``torch.nn`` modules."""
    return name.startswith("torch.nn.") and name[len("torch.nn.") :] in knowledge().modules


def is_loss_class(name: str) -> bool:
    """Whether a canonical name is that of a loss class of ``torch.nn``."""
    return name.startswith("torch.nn.") and name[len("torch.nn.") :] in knowledge().loss_modules


def is_optimiser_class(name: str) -> bool:
    """Whether a canonical name is that of an optimiser."""
    return name.startswith("torch.optim.") and name[len("torch.optim.") :] in knowledge().optimisers


def make(machine: Machine, kind: str, arguments: Arguments, node: cst.Call) -> LibraryObject:
    """An instance of a class of ``torch.nn`` or ``torch.optim``."""
    made = machine.new_object(kind)
    if kind in _LISTS:
        children: list[Value] = []
        for value in arguments.values:
            held = machine.container_record(value)
            children.extend(held.held if held is not None else (value,))
            if held is not None and held.is_open:
                children.append(UNKNOWN)
        machine.set_attribute(
            made, _ARGUMENTS, machine.new_container(ContainerKind.TUPLE, tuple(children))
        )
    if is_optimiser_class(kind):
        machine.use_all(arguments, Use.OPTIMISED, node)
        _prove_leaves(machine, arguments.at(0, "params"))
    return made


def _prove_leaves(machine: Machine, given: Value | None) -> None:
    """An optimiser refuses what is no leaf."""
    held = machine.container_record(given) if given is not None else None
    for value in held.held if held is not None else ():
        record = machine.tensor_record(value)
        if isinstance(value, Tensor) and record is not None:
            if record.requires_grad is Truth.YES and record.is_leaf is Truth.UNKNOWN:
                machine.update_tensor(value, is_leaf=Truth.YES)


def attribute(machine: Machine, module: LibraryObject, name: str, node: cst.Attribute) -> Value:
    """``module.name``: an own parameter, or a method."""
    record = machine.attributes(module)
    known = record.get(name) if record else None
    if known is not None:
        return known
    parameter = _own_parameter(machine, module, name)
    if parameter is not None:
        return parameter
    return Method(module, name)


def _own_parameter(machine: Machine, module: LibraryObject, name: str) -> Tensor | None:
    facts = knowledge().modules.get(module.kind.rsplit(".", 1)[-1])
    if facts is None:
        return None
    if name in facts.parameters:
        tensor = machine.new_tensor(None, Truth.YES, Truth.YES, is_parameter=True)
    elif name in facts.buffers:
        tensor = machine.new_tensor(None, Truth.NO, Truth.YES)
    else:
        return None
    record = machine.attributes(module)
    frozen = record.get(_FROZEN) if record else None
    if frozen is not None:
        machine.update_tensor(tensor, requires_grad=Truth.UNKNOWN)
    machine.set_attribute(module, name, tensor)
    return tensor


def own_parameters(machine: Machine, owner: Value, depth: int = 0) -> tuple[list[Value], bool]:
    """All parameters of a module that are known of, and whether there may be others."""
    if depth > _DEEPEST:
        return [], True
    found: list[Value] = []
    is_open = False
    if isinstance(owner, LibraryObject):
        facts = knowledge().modules.get(owner.kind.rsplit(".", 1)[-1])
        for name in facts.parameters if facts else ():
            parameter = attribute_value(machine, owner, name)
            if parameter is not None:
                found.append(parameter)
    record = machine.attributes(owner)
    for name, value in record.attributes if record else ():
        tensor = machine.tensor_record(value)
        if tensor is not None:
            if tensor.is_parameter and value not in found:
                found.append(value)
        elif isinstance(value, (LibraryObject, Instance)) and name != _FROZEN:
            inner, more = own_parameters(machine, value, depth + 1)
            found.extend(inner)
            is_open = is_open or more
        elif name == _ARGUMENTS and isinstance(value, Container):
            held = machine.container_record(value)
            for child in held.held if held else ():
                is_open = is_open or isinstance(child, Unknown)
                inner, more = own_parameters(machine, child, depth + 1)
                found.extend(inner)
                is_open = is_open or more
    return found, is_open or not isinstance(owner, LibraryObject)


def attribute_value(machine: Machine, module: LibraryObject, name: str) -> Value | None:
    """The module's own parameter of that name, made on first sight."""
    record = machine.attributes(module)
    known = record.get(name) if record else None
    return known if known is not None else _own_parameter(machine, module, name)


def parameters(machine: Machine, owner: Value, node: cst.CSTNode, named: bool) -> Value:
    """``module.parameters()``: leaves; whether an unknown one is trained is not known."""
    found, _ = own_parameters(machine, owner)
    if not found:
        generic = machine.new_tensor(node, Truth.UNKNOWN, Truth.YES, is_parameter=True)
        found.append(generic)
    if named:
        found = [machine.new_container(ContainerKind.TUPLE, (Text(None), each)) for each in found]
    return machine.new_container(ContainerKind.ITERATOR, rest=tuple(found))


def trains(machine: Machine, module: Value) -> Truth:
    """Whether a module has a parameter that requires grad."""
    found, is_open = own_parameters(machine, module)
    flows = graph.any_of([graph.requires_grad(machine, each) for each in found])
    return max(flows, Truth.UNKNOWN) if is_open else flows


def freeze(machine: Machine, owner: Value, on: Truth, depth: int = 0) -> None:
    """``module.requires_grad_(on)``."""
    found, _ = own_parameters(machine, owner)
    for each in found:
        if isinstance(each, Tensor):
            record = machine.tensor_record(each)
            if record is not None and record.requires_grad is not on:
                machine.update_tensor(each, requires_grad=on if depth == 0 else Truth.UNKNOWN)
    if on is not Truth.YES:
        machine.set_attribute(owner, _FROZEN, Number(value=True))


def call(machine: Machine, module: LibraryObject, arguments: Arguments, node: cst.Call) -> Value:
    """``module(...)``."""
    kind = module.kind.rsplit(".", 1)[-1]
    if is_loss_class(module.kind):
        return loss(machine, arguments, node, ("input", "target"), kind)
    if not is_module_class(module.kind):
        machine.use_all(arguments, Use.PASSED, node)
        return UNKNOWN
    operands = list(arguments.positional)
    tensor = _operation(machine, module, kind, operands, node)
    if kind in _WITH_STATE:
        state = graph.result(machine, kind, operands, node, None, trains(machine, module))
        return machine.new_container(ContainerKind.TUPLE, (tensor, state))
    if kind == "MultiheadAttention":
        return machine.new_container(ContainerKind.TUPLE, (tensor, UNKNOWN))
    return tensor


def _operation(
    machine: Machine,
    module: LibraryObject,
    kind: str,
    operands: list[graph.Operand],
    node: cst.Call,
) -> Tensor:
    """A layer's forward: its function, with the layer's own parameters as operands."""
    name = _function_of(kind)
    facts = knowledge().operations.get(name)
    if facts is None or len(operands) != 1:
        return graph.result(machine, kind, operands, node, None, trains(machine, module))
    for parameter in facts.parameters[1:]:
        own = attribute_value(machine, module, parameter)
        operands.append((own if own is not None else _ABSENT, node.func))
    return graph.result(machine, name, operands, node, None, trains(machine, module))


def _function_of(kind: str) -> str:
    """The function that a layer calls: ``LayerNorm`` is ``layer_norm``, ``Conv2d`` ``conv2d``."""
    known = knowledge().operations
    snake = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", kind).lower()
    for name in (kind.lower(), snake, re.sub(r"\dd$", "", snake)):
        if name in known:
            return name
    return kind


def loss(
    machine: Machine,
    arguments: Arguments,
    node: cst.BaseExpression,
    parameters_of_loss: tuple[str, ...],
    name: str,
) -> Value:
    """A loss function: the first argument is the prediction, what comes after it is given."""
    first = arguments.pair(0, parameters_of_loss[0] if parameters_of_loss else "input")
    others = [value for position, (value, _) in enumerate(arguments.positional) if position > 0] + [
        value for keyword, value, _ in arguments.keywords if keyword != parameters_of_loss[0]
    ]
    operands = list(arguments.positional) + [(value, each) for _, value, each in arguments.keywords]
    prediction_cuts: frozenset[Cut] = frozenset()
    if first is not None:
        value, _ = first
        is_given = any(graph.requires_grad(machine, other) is Truth.YES for other in others)
        machine.use(value, Use.CONSTANT if is_given else Use.LOSS_INPUT, node)
        if any(isinstance(other, Unknown) for other in others):
            machine.use(value, Use.LESS_UNKNOWN, node)
        record = machine.tensor_record(value)
        if record is not None and not is_given:
            prediction_cuts = record.cuts
    for other in others:
        machine.use(other, Use.LOSS_TARGET, node)
    tensor = graph.result(machine, name, operands, node, passes_cuts=False)
    machine.update_tensor(tensor, cuts=prediction_cuts)
    return tensor


def call_method(
    machine: Machine, owner: Value, name: str, arguments: Arguments, node: cst.Call
) -> Value:
    """A method that every module has, of a module of torch's or of this file."""
    if name in {"parameters", "buffers"}:
        if name == "buffers":
            buffer = machine.new_tensor(node, Truth.NO, Truth.YES)
            return machine.new_container(ContainerKind.ITERATOR, rest=(buffer,))
        return parameters(machine, owner, node, named=False)
    if name == "named_parameters":
        return parameters(machine, owner, node, named=True)
    if name == "requires_grad_":
        freeze(machine, owner, arguments.truth(0, "requires_grad", Truth.YES))
        return owner
    if name == "apply":
        function = arguments.at(0, "fn")
        if isinstance(function, Function):
            machine.call(function, Arguments(((UNKNOWN, node),)), node)
        return owner
    if name in _SETTERS:
        return owner
    if name == "append" and isinstance(owner, LibraryObject) and owner.kind in _LISTS:
        _append_child(machine, owner, arguments)
        return owner
    if name == "register_buffer":
        return _register(machine, owner, arguments.at(0, "name"), arguments.at(1, "tensor"))
    if name == "register_parameter":
        return _register(machine, owner, arguments.at(0, "name"), arguments.at(1, "param"))
    machine.use_all(arguments, Use.PASSED, node)
    return UNKNOWN


def _register(machine: Machine, owner: Value, name: Value | None, value: Value | None) -> Value:
    if isinstance(name, Text) and name.value and value is not None:
        machine.set_attribute(owner, name.value, value)
    return UNKNOWN


def _append_child(machine: Machine, owner: LibraryObject, arguments: Arguments) -> None:
    record = machine.attributes(owner)
    before = record.get(_ARGUMENTS) if record else None
    held = machine.container_record(before) if before is not None else None
    children = (*(held.held if held else ()), *arguments.values)
    machine.set_attribute(
        owner, _ARGUMENTS, machine.new_container(ContainerKind.TUPLE, children[:32])
    )


def children(machine: Machine, owner: LibraryObject) -> tuple[Value, ...]:
    """The modules in a ``Sequential`` or ``ModuleList``."""
    record = machine.attributes(owner)
    value = record.get(_ARGUMENTS) if record else None
    held = machine.container_record(value) if value is not None else None
    return held.held if held else ()
