"""The parameters of modules: which there are, and whether they train."""

from __future__ import annotations

from tapelint.source import tree
from tapelint.tape.autograd import flow, gradient_pages
from tapelint.tape.domain.terms import Truth
from tapelint.tape.domain.values import (
    NONE,
    Container,
    ContainerKind,
    Either,
    Instance,
    LibraryObject,
    Member,
    Number,
    Tensor,
    TensorRecord,
    Text,
    Unknown,
    Value,
    options_of,
)
from tapelint.tape.machine.machine import Machine
from tapelint.tape.models import layers
from tapelint.torch_api.knowledge import ModuleFacts, knowledge

OPAQUE = "torch.nn.Module"
"""The kind of a network of which nothing is known but that it has parameters."""
_FROZEN = "(frozen)"
_HIDDEN = "(hidden parameter)"
DEEPEST = 3


def is_module_class(name: str) -> bool:
    """Whether a canonical name is that of a class of ``torch.nn`` modules."""
    return name.startswith("torch.nn.") and name[len("torch.nn.") :] in knowledge().modules


def is_module(value: Value) -> bool:
    """Whether a value is a module of torch's, or a network of unknown layers."""
    if not isinstance(value, LibraryObject):
        return False
    return value.kind == OPAQUE or is_module_class(value.kind)


def is_network(value: Value) -> bool:
    """Whether a value is a module: of torch's, or of a class of the project's."""
    if isinstance(value, Instance):
        return value.unit is not None and value.unit.is_module
    return is_module(value)


def facts_of(owner: Value) -> ModuleFacts | None:
    """What is known of the class of torch's that an object is of, or derives from."""
    return knowledge().modules.get(layers.kind_of(owner).rsplit(".", 1)[-1])


def opaque(machine: Machine) -> LibraryObject:
    """A network of which nothing is known but that it has parameters."""
    made = machine.new_object(OPAQUE)
    hidden = machine.new_tensor(None, Truth.UNKNOWN, Truth.YES, is_parameter=True)
    machine.set_attribute(made, _HIDDEN, hidden)
    machine.many.add(hidden.identity)
    return made


def own_parameter(machine: Machine, module: Value, name: str) -> Tensor | None:
    """A parameter or buffer that a layer of torch's has by itself."""
    facts = facts_of(module)
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


def meet_another(machine: Machine, module: Value) -> None:
    """From here on a module that stands for many is another one of them, with its own tensors."""
    for parameter in own_parameters(machine, module)[0]:
        machine.take_another(parameter)
    for option in options_of(module):
        record = machine.attributes(option)
        for _, value in record.attributes if record else ():
            machine.take_another(value)


def own_parameters(machine: Machine, owner: Value, depth: int = 0) -> tuple[list[Value], bool]:
    """All parameters of a module that are known of, and whether there may be others."""
    if depth > DEEPEST:
        return [], True
    found: list[Value] = []
    is_open = False
    for option in options_of(owner) if isinstance(owner, Either) else ():
        found += own_parameters(machine, option, depth)[0]
    facts, kind = facts_of(owner), layers.kind_of(owner)
    if isinstance(owner, LibraryObject):
        known = machine.attributes(owner)
        is_unknown_list = kind in layers.HOLDERS and (
            known is None or known.get(layers.ARGUMENTS) is None
        )
        is_open = kind != OPAQUE and (
            facts is None
            or is_unknown_list
            or (facts.has_submodules and kind not in layers.HOLDERS)
        )
    for name in facts.parameters if facts else ():
        parameter = attribute_value(machine, owner, name)
        if isinstance(parameter, Tensor):
            _look_at_members(machine, parameter)
            found.append(parameter)
    record = machine.attributes(owner)
    for name, value in record.attributes if record else ():
        tensor = machine.tensor_record(value)
        if tensor is not None:
            if tensor.is_parameter and value not in found:
                _look_at_members(machine, value)
                found.append(value)
        elif isinstance(value, (LibraryObject, Instance, Either)) and name != _FROZEN:
            inner, more = own_parameters(machine, value, depth + 1)
            found.extend(inner)
            is_open = is_open or more
        elif name == layers.ARGUMENTS and isinstance(value, Container):
            held = machine.container_record(value)
            is_open = is_open or held is None or held.is_open
            for child in held.held if held else ():
                is_open = is_open or isinstance(child, Unknown)
                if isinstance(child, Tensor) and child not in found:
                    found.append(child)
                inner, more = own_parameters(machine, child, depth + 1)
                found.extend(inner)
                is_open = is_open or more
    return found, is_open or not isinstance(owner, LibraryObject)


def identities(machine: Machine, owner: Value) -> list[int]:
    """The identities of a module's parameters that are known of."""
    found, _ = own_parameters(machine, owner)
    return [each.identity for each in found if isinstance(each, Tensor)]


def _look_at_members(machine: Machine, parameter: Value) -> None:
    """Where one of two networks is kept, its parameters may have been frozen as the other's."""
    record = machine.tensor_record(parameter)
    for member in record.members if record is not None else ():
        now = machine.state.get(member.identity)
        if now is not None and record is not None and isinstance(parameter, Tensor):
            if now.requires_grad is not record.requires_grad:
                machine.update_tensor(parameter, requires_grad=Truth.UNKNOWN)
                return


def attribute_value(machine: Machine, module: Value, name: str) -> Value | None:
    """The module's own parameter of that name, made on first sight."""
    record = machine.attributes(module)
    known = record.get(name) if record else None
    return known if known is not None else own_parameter(machine, module, name)


def _one_of_many(machine: Machine, hidden: Value, node: tree.Node) -> Value:
    """A parameter of a network of unknown layers: what is learned of it holds for it alone."""
    record = machine.tensor_record(hidden)
    if record is None or not isinstance(hidden, Tensor):
        return hidden
    return machine.new_tensor(
        node,
        record.requires_grad,
        Truth.YES,
        is_parameter=True,
        storage=record.storage,
        counter=record.counter,
        members=(Member(hidden.identity),),
    )


def parameters(machine: Machine, owner: Value, node: tree.Node, named: bool) -> Value:
    """``module.parameters()``: leaves; whether an unknown one is trained is not known.

    Those that are known of are there for sure; of a module that is not known in full there may be
    others like them.
    """
    found, _ = own_parameters(machine, owner)
    if isinstance(owner, LibraryObject) and owner.kind == OPAQUE:
        found = [_one_of_many(machine, each, node) for each in found]
    are_known = bool(found) and not isinstance(owner, Either)
    if not found:
        generic = machine.new_tensor(node, Truth.UNKNOWN, Truth.YES, is_parameter=True)
        found.append(generic)
    if named:
        found = [machine.new_container(ContainerKind.TUPLE, (Text(None), each)) for each in found]
    is_enumerated = _is_enumerated(machine, owner)
    items, rest = (found, found[-1:]) if are_known else ([], found)
    rest = [] if are_known and is_enumerated else rest
    made = machine.new_container(ContainerKind.ITERATOR, tuple(items), tuple(rest))
    gradient_pages.note_iterator(machine, made)
    if not named and is_enumerated:
        machine.enumerated.add(made.identity)
    return made


def _is_enumerated(machine: Machine, owner: Value, depth: int = 0) -> bool:
    """Whether all parameters of a network are known: all that it holds is a layer or none."""
    record = machine.attributes(owner)
    if record is None or depth > DEEPEST or len(record.members) > 1:
        return False
    if isinstance(owner, Instance):
        is_plain = owner.unit is not None and set(owner.unit.library_bases) == {OPAQUE}
        held = tuple(value for _, value in record.attributes)
        if not is_plain or any(type(each) in {Unknown, Either} for each in held):
            return False
    else:
        facts = facts_of(owner)
        arguments = machine.container_record(record.get(layers.ARGUMENTS) or NONE)
        is_holder = layers.kind_of(owner) in layers.HOLDERS
        if facts is None or (facts.has_submodules and not is_holder):
            return False
        if is_holder and (arguments is None or arguments.is_open):
            return False
        held = arguments.held if arguments is not None else ()
    inner = [each for each in held if isinstance(each, (Instance, LibraryObject, Unknown))]
    return all(_is_enumerated(machine, each, depth + 1) for each in inner)


def trains(machine: Machine, module: Value) -> Truth:
    """Whether a module has a parameter that requires grad."""
    found, is_open = own_parameters(machine, module)
    flows = flow.any_of([flow.requires_grad(machine, each) for each in found])
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


def may_be_unfrozen(machine: Machine, owner: Value) -> None:
    """Who walks through a frozen network, or is given it, may let a part of it train."""
    found, _ = own_parameters(machine, owner)
    for each in found:
        if isinstance(each, Tensor):
            _may_train(machine, each)


def any_may_be_unfrozen(machine: Machine) -> None:
    """Something unknown is to train: it may be any frozen parameter, or a network that has some."""
    for identity in machine.state.identities():
        record = machine.state.get(identity)
        if isinstance(record, TensorRecord) and record.is_parameter:
            _may_train(machine, Tensor(identity))


def _may_train(machine: Machine, parameter: Tensor) -> None:
    record = machine.tensor_record(parameter)
    if record is not None and record.requires_grad is Truth.NO:
        machine.update_tensor(parameter, requires_grad=Truth.UNKNOWN)
