"""Assignments to ``requires_grad``, and to what is meant to be it, that torch does not look at."""

from __future__ import annotations

from tapelint.source import tree
from tapelint.source.spelling import code_of
from tapelint.source.tree import walk
from tapelint.tape import module_events
from tapelint.tape.autograd import flow
from tapelint.tape.domain.program import ClassUnit
from tapelint.tape.domain.terms import Holder, Truth
from tapelint.tape.domain.values import (
    DataOfUnknown,
    Instance,
    LibraryObject,
    Tensor,
    Unknown,
    Value,
)
from tapelint.tape.interpreter.networks import Networks
from tapelint.tape.machine.frames import known_truth
from tapelint.tape.machine.machine import Machine
from tapelint.tape.models import module_parameters
from tapelint.torch_api.families import families
from tapelint.torch_api.gradient_flag import FLAG, is_misspelt


def note(
    machine: Machine,
    networks: Networks,
    owner: Value,
    target: tree.BaseExpression,
    name: str,
    node: tree.Node,
    value: Value,
    expression: tree.BaseExpression | None,
) -> None:
    """Record ``target.name = value``, if the owner is none whose flag torch looks at.

    ``node`` is the attribute that is assigned to, or the call of ``setattr``.
    """
    holder = _holder_of(machine, networks, owner, target, name)
    if holder is None or (holder is Holder.TENSOR and name == FLAG):
        return
    if _is_own(machine, owner, name, expression):
        return
    is_known = not isinstance(owner, Unknown) or holder is Holder.ALIAS
    trains = flow.requires_grad(machine, owner)
    if holder is Holder.MODULE:
        trains = module_parameters.trains(machine, owner) if is_known else Truth.UNKNOWN
    elif holder is Holder.ALIAS:
        trains = Truth.UNKNOWN
    machine.emit(
        module_events.FlagAssigned,
        node,
        owner=target,
        name=name,
        holder=holder,
        on=known_truth(value),
        trains=trains,
        is_guess=not is_known,
    )


def _holder_of(
    machine: Machine, networks: Networks, owner: Value, target: tree.BaseExpression, name: str
) -> Holder | None:
    """What the flag is assigned to; ``None`` where it is not known, or an object of one's own."""
    if isinstance(owner, (Tensor, DataOfUnknown)):
        return Holder.ALIAS if _is_alias(target) else Holder.TENSOR
    if isinstance(owner, (LibraryObject, Instance)):
        return Holder.MODULE if module_parameters.is_network(owner) else None
    if isinstance(owner, Unknown):
        is_tensor = owner.is_tensor or _is_named_as_parameter(target)
        if is_misspelt(name) and is_tensor:
            return Holder.TENSOR
        is_module = owner.is_module or networks.is_no_tensor(machine.frame, target)
        is_module = is_module and not owner.is_tensor
        return Holder.MODULE if is_module and not _is_told_apart(machine, target) else None
    return None


def _is_told_apart(machine: Machine, node: tree.BaseExpression) -> bool:
    """Whether ``isinstance`` has told of which class an object is: others use it otherwise."""
    while isinstance(node, tree.Attribute):
        node = node.value
    asked = f": isinstance({code_of(node)},"
    return any(asked in text for text, _ in machine.conditions)


def _is_named_as_parameter(node: tree.BaseExpression) -> bool:
    """Whether an attribute is called what torch's modules call their parameters."""
    return isinstance(node, tree.Attribute) and node.attr.value in families().parameters_of_modules


def _is_alias(node: tree.BaseExpression) -> bool:
    """Whether an expression makes a tensor over another one's memory: ``w.data[:2]``."""
    while True:
        if isinstance(node, tree.Attribute):
            return node.attr.value == "data"
        if isinstance(node, tree.Subscript):
            node = node.value
        else:
            function = node.func if isinstance(node, tree.Call) else None
            return isinstance(function, tree.Attribute) and function.attr.value == "detach"


def _is_own(
    machine: Machine, owner: Value, name: str, expression: tree.BaseExpression | None
) -> bool:
    """Whether a class of the project gives a meaning of its own to an attribute."""
    unit = owner.unit if isinstance(owner, Instance) else None
    if unit is None:
        return False
    is_constant = expression is not None and code_of(expression) in {"True", "False"}
    is_setting = machine.frame.receiver == owner and not is_constant
    return is_setting or is_misspelt(name) or any(_reads(each, name) for each in unit.lineage)


def _reads(unit: ClassUnit, name: str) -> bool:
    """Whether a class has or reads an attribute of that name of its own."""
    if {name, "__setattr__"} & (unit.methods.keys() | unit.attributes.keys()):
        return True
    assigned = _assigned(unit.node) if unit.node is not None else set()
    return unit.node is not None and any(
        type(each) is tree.Attribute
        and each.attr.value == name
        and each not in assigned
        and isinstance(each.value, tree.Name)
        and each.value.value == "self"
        for each in walk(unit.node)
    )


def _assigned(root: tree.Node) -> set[tree.Node]:
    return {each.target for each in walk(root) if isinstance(each, tree.AssignTarget)}
