"""Optimisers: which parameters they own, and what a step does to them."""

from __future__ import annotations

from typing import TypeGuard

from tapelint.source import tree
from tapelint.tape.autograd import (
    gradient_pages,
    idle_steps,
    inplace,
    leaves,
    left_over,
    modes,
    owning,
    step_order,
)
from tapelint.tape.domain.terms import DeedKind, LeafUse, Truth, Use, WriteForm
from tapelint.tape.domain.values import (
    NONE,
    UNKNOWN,
    ContainerKind,
    LibraryObject,
    NoneValue,
    Tensor,
    Value,
)
from tapelint.tape.machine.frames import Arguments
from tapelint.tape.machine.machine import Machine
from tapelint.tape.models import missed_parameters
from tapelint.torch_api.knowledge import knowledge

_PARAMETERS = "(parameters)"
_DEEPEST = 4


def is_optimiser_class(name: str) -> bool:
    """Whether a canonical name is that of an optimiser."""
    last = name.removeprefix("torch.optim.")
    return last != name and (last in knowledge().optimisers or last == "Optimizer")


def is_optimiser(value: Value) -> TypeGuard[LibraryObject]:
    """Whether a value is an optimiser of torch's."""
    return isinstance(value, LibraryObject) and is_optimiser_class(value.kind)


def make(machine: Machine, kind: str, arguments: Arguments, node: tree.Call) -> LibraryObject:
    """An optimiser over the parameters that it is given."""
    made = machine.new_object(kind)
    given = arguments.at(0, "params")
    machine.use_all(arguments, Use.OPTIMISED, node)
    if given is not None:
        sure, unsure = leaves_of(machine, given)
        owning.note_made(machine, made, kind, arguments, (*sure, *unsure), node)
        gradient_pages.note_exhausted(machine, given, node)
        machine.set_attribute(made, _PARAMETERS, given)
        for each in _flat(machine, given):
            if each is not given:
                leaves.note_use(machine, each, LeafUse.OPTIMISED, node)
            _prove_leaf(machine, each)
    return made


def given(machine: Machine, parameters: Value) -> LibraryObject:
    """An optimiser that somebody else has made of these parameters."""
    made = machine.new_object("torch.optim.Optimizer")
    sure, unsure = leaves_of(machine, parameters)
    owning.note_owned(machine, (*sure, *unsure))
    machine.set_attribute(made, _PARAMETERS, parameters)
    return made


def _prove_leaf(machine: Machine, parameter: Tensor) -> None:
    """An optimiser refuses what is no leaf."""
    record = machine.tensor_record(parameter)
    if record is not None and record.requires_grad is Truth.YES:
        if record.is_leaf is Truth.UNKNOWN:
            machine.update_tensor(parameter, is_leaf=Truth.YES)


def _flat(machine: Machine, given: Value, depth: int = 0) -> list[Tensor]:
    """The tensors in a list of parameters or of groups of parameters."""
    if isinstance(given, Tensor):
        return [given]
    held = machine.container_record(given)
    if held is None or depth > _DEEPEST:
        return []
    values = held.held
    if held.kind is ContainerKind.DICT:
        entries = dict(zip(held.keys, held.items, strict=False))
        values = (entries["params"],) if "params" in entries else ()
    return [each for value in values for each in _flat(machine, value, depth + 1)]


def parameters(machine: Machine, optimiser: LibraryObject, picked: bool = True) -> list[int]:
    """The identities of the leaves that an optimiser is known to own.

    Args:
        machine: The machine.
        optimiser: The optimiser.
        picked: Whether those count that a test has picked, of which it may own any.
    """
    record = machine.attributes(optimiser)
    given = record.get(_PARAMETERS) if record else None
    found: dict[int, None] = {}
    for tensor in _flat(machine, given) if given is not None else ():
        if not picked and tensor.identity in machine.picked:
            continue
        known = machine.tensor_record(tensor)
        found.update(dict.fromkeys(each.identity for each in (known.members if known else ())))
        found[tensor.identity] = None
    return list(found)


def leaves_of(machine: Machine, given: Value) -> tuple[list[int], list[int]]:
    """The leaves in a list of parameters, and those that may stand in it, or others do."""
    sure: dict[int, None] = {}
    unsure: dict[int, None] = {}
    for tensor in _flat(machine, given):
        known = machine.tensor_record(tensor)
        members = known.members if known is not None else ()
        (unsure if len(members) > 1 else sure).update((each.identity, None) for each in members)
        if not members:
            sure[tensor.identity] = None
    return list(sure), [each for each in unsure if each not in sure]


def _leaves(machine: Machine, optimiser: LibraryObject) -> tuple[list[int], list[int]]:
    """The leaves that an optimiser owns, and those that it may own."""
    record = machine.attributes(optimiser)
    given = record.get(_PARAMETERS) if record else None
    sure, unsure = leaves_of(machine, given) if given is not None else ([], [])
    if record is not None and len(record.members) > 1:
        return [], [*sure, *unsure]
    return sure, unsure


def call_method(
    machine: Machine, optimiser: LibraryObject, name: str, arguments: Arguments, node: tree.Call
) -> Value:
    """``optimiser.step()``, ``optimiser.zero_grad()`` and the like."""
    if name == "step":
        closure = arguments.at(0, "closure")
        found: Value = UNKNOWN
        if closure is not None and not isinstance(closure, NoneValue):
            found = machine.call(closure, Arguments(), node)
        step(machine, optimiser, node)
        return found
    if name == "zero_grad":
        sure, unsure = _leaves(machine, optimiser)
        if not (sure or unsure):
            gradient_pages.note_unseen(machine)
        gradient_pages.note(machine, sure, DeedKind.CLEARED, node, unsure=unsure)
        if arguments.truth(0, "set_to_none", Truth.YES) is Truth.YES:
            for leaf in parameters(machine, optimiser):
                machine.note_gradient(leaf, False)
        return NONE
    if name == "add_param_group":
        record = machine.attributes(optimiser)
        before = record.get(_PARAMETERS) if record else None
        group = arguments.at(0, "param_group")
        both = tuple(each for each in (before, group) if each is not None)
        if group is not None:
            owning.note_owned(
                machine, [each for some in leaves_of(machine, group) for each in some]
            )
        given = machine.new_container(ContainerKind.TUPLE, both)
        machine.set_attribute(optimiser, _PARAMETERS, given)
        return NONE
    machine.pass_on(arguments, node)
    return UNKNOWN


def step(machine: Machine, optimiser: LibraryObject, node: tree.Call) -> None:
    """Change in place, while autograd does not record, what has got a gradient."""
    for leaf in parameters(machine, optimiser, picked=False):
        record = machine.tensor_record(Tensor(leaf))
        if record is not None and machine.has_gradient(leaf):
            inplace.note(machine, record, node, WriteForm.STEP)
    sure, unsure = _leaves(machine, optimiser)
    known = machine.attributes(optimiser)
    members = [each.identity for each in known.members] if known is not None else []
    owning.note_step(machine, members or [optimiser.identity], node)
    missed_parameters.tell(machine, (*sure, *unsure), optimiser.identity)
    step_order.tell(machine, sure, unsure, node, optimiser.identity)
    left_over.note_spent(machine, sure, node)
    idle_steps.note_step(machine, sure if not unsure else (), node)
    modes.note_step(machine, sure, unsure)
    gradient_pages.note(
        machine,
        sure,
        DeedKind.STEPPED,
        node,
        unsure=unsure,
        by=optimiser.identity,
        leaves=frozenset((*sure, *unsure)),
        made_at=machine.made_at.get(optimiser.identity),
    )
