"""Reading and assigning attributes and items, for every kind of value."""

from __future__ import annotations

from collections.abc import Sequence

from tapelint.source import tree
from tapelint.tape import syntax
from tapelint.tape.autograd import (
    chances,
    flow,
    gradient_pages,
    idle_steps,
    samples,
)
from tapelint.tape.domain.frozen import replace
from tapelint.tape.domain.terms import Truth, Use
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
from tapelint.tape.interpreter.kinds import has_attribute, is_promised
from tapelint.tape.machine.frames import Arguments
from tapelint.tape.machine.machine import Machine
from tapelint.tape.models import (
    distributions,
    environments,
    inner_modules,
    module_parameters,
    modules,
    numpy_calls,
    objects,
    requires_grad,
    spread,
    tensors,
)
from tapelint.tape.models.naming import power_of_name
from tapelint.torch_api.families import families
from tapelint.torch_api.knowledge import knowledge
from tapelint.torch_api.names import logs
from tapelint.torch_api.network_wrappers import WRAPPED

_OF_RESULTS = ("values", "indices")
"""What torch calls the results of ``max``, ``sort``, ``topk`` and their like."""
_PARAMETER_NAMES = frozenset({"weight", "bias"})


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
    if isinstance(value, Function) and value.unit is not None:
        known = machine.state.get((value.unit.scope, name))
        return known if known is not None else UNKNOWN
    if isinstance(value, Container):
        return _named_result(machine, value, name) or Method(value, name)
    if isinstance(value, GradModeContext):
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
    if isinstance(value, Method) and isinstance(value.receiver, Instance):
        return _of_unknown(UNKNOWN, name, node)  # what a base has given the object: no method
    return UNKNOWN


def _named_result(machine: Machine, value: Container, name: str) -> Value | None:
    """``out.max(1).indices``: no other tuple has such an attribute."""
    record = machine.container_record(value)
    if record is None or record.kind is not ContainerKind.TUPLE or record.rest:
        return None
    named = dict(zip(_OF_RESULTS, record.items, strict=False)) if len(record.items) == 2 else {}
    return named.get(name)


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
    is_of_tensor = value.is_tensor or is_parameter_by_name(value, node.value)
    if name == "data":
        return DataOfUnknown(reads=(node,), power=value.power, is_tensor=is_of_tensor, is_cut=True)
    if name in families().attribute_transpositions:
        return UnknownAttribute(
            power=value.power,
            name=name,
            owner_power=value.power,
            is_tensor=is_of_tensor,
            is_cut=value.is_cut,
        )
    return UnknownAttribute(
        power=power_of_name(name),
        name=name,
        owner_power=value.power,
        is_tensor=name in _PARAMETER_NAMES,
        is_of_tensor=is_of_tensor,
        is_cut=value.is_cut,
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
    known = machine.class_attribute(unit, name)
    if known is not None:
        return objects.of_any(known) if _is_made_elsewhere(machine, value) else known
    if isinstance(value, Instance):
        distribution = distributions.behind(machine, value)
        known = distributions.attribute(machine, distribution, name, node) if distribution else None
        if known is not None:
            return known
        inherited = module_parameters.attribute_value(machine, value, name) if unit.layer else None
        if inherited is not None:
            return inherited
        if name == "__class__":
            return Class(unit)
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
        requires_grad.switch_unknown(machine, on)
        return machine.new_tensor(
            node,
            on,
            Truth.UNKNOWN,
            power=attribute.owner_power,
            requires_grad_at=node,
            is_guess=True,  # networks have the method as well
        )
    if chances.is_method_call(name, arguments) or _ends_history(name):
        owner = replace(_owner(attribute), is_tensor=True), syntax.receiver(node)
        return tensors.operation(machine, name, (owner, *arguments.positional), arguments, node)
    if logs(name):
        machine.use_all(arguments, Use.LOGGED, node)
    gradient_pages.note_handed(machine, arguments, node)
    if attribute.is_of_network:  # it may run a backward, as a method of the network's own class
        is_effect = node is machine.done_for_effect
        gradient_pages.note_unseen(machine, is_for_result=not is_effect, may_switch=is_effect)
    if not arguments.values:
        idle_steps.note_method(machine, name, node)
    machine.hand_over(arguments, node)
    if "log_prob" in name:
        samples.note_scored(machine, arguments.values)
    if name in families().lists_modules and not arguments.positional:
        return inner_modules.of_unknown(machine, name)
    given = [value for value, _ in arguments.positional]
    if (attribute.is_of_tensor and name in knowledge().views) or _views_tensor(name, given):
        return replace(_owner(attribute), is_tensor=True)
    operands = [_owner(attribute), *given]
    spread.note_treatment(machine, name, operands, node)
    # What ``std`` of something unknown makes of a tensor, as in ``net.std(x)``, its name tells.
    is_told = all(isinstance(each, (Number, Container, NoneValue)) for each in given)
    power = spread.result_power(name, operands) if is_told or name not in {"std", "var"} else None
    is_cut = name in knowledge().tensor_methods and flow.is_cut(machine, operands)
    return Unknown(power=power, is_cut=is_cut)


def _owner(attribute: UnknownAttribute) -> Unknown:
    """What it is an attribute of, as far as that is known."""
    return Unknown(power=attribute.owner_power, is_cut=attribute.is_cut)


def _ends_history(method: str) -> bool:
    """Whether a method of a tensor's gives numbers without a history, whatever it is asked of."""
    known = knowledge()
    facts = known.operations.get(method) if method in known.tensor_methods else None
    makes_anew = method in known.factories or method.startswith("new_")
    return facts is not None and not facts.differentiable and not makes_anew


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
        return receiver
    if name in known.views and (receiver.is_tensor or _views_tensor(name, given)):
        return replace(receiver, is_tensor=True)
    as_attribute = UnknownAttribute(name=name, owner_power=receiver.power, is_cut=receiver.is_cut)
    return call_on_unknown(machine, as_attribute, arguments, node)


def is_parameter_by_name(owner: Value, node: tree.BaseExpression) -> bool:
    """``something.weight``, or a view or another name of it: in code that uses torch, a tensor."""
    return isinstance(owner, Unknown) and (
        owner.is_tensor
        or (isinstance(node, tree.Attribute) and node.attr.value in _PARAMETER_NAMES)
    )
