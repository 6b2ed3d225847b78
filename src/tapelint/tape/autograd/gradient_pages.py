"""What is done with gradients: filled, cleared, clipped, unscaled, stepped with, in which order.

Each leaf has its pages, and so has the run as a whole (the subject ``None``): what is done with the
gradients of something that is not known stands there alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from tapelint.source import tree
from tapelint.tape.domain.deeds import (
    ANYTHING,
    DEEDS,
    EXHAUSTED,
    FROZEN,
    MOST_PAGES,
    OWNED,
    SCALES,
    SWITCHED,
    TOUCHED,
    UNKNOWN_STEP,
    UNSEEN,
    UNWRITTEN,
    Deed,
    Page,
)
from tapelint.tape.domain.path_conditions import contradict
from tapelint.tape.domain.terms import DeedKind, Truth
from tapelint.tape.domain.values import (
    Container,
    Function,
    Instance,
    LibraryObject,
    Tensor,
    TensorRecord,
    Value,
    options_of,
)
from tapelint.tape.machine.frames import Arguments
from tapelint.tape.machine.machine import Machine
from tapelint.torch_api.gradient_calls import may_touch_gradients
from tapelint.torch_api.names import computes_loss, keeps, logs

_DEEPEST = 2
_WITHOUT_MODE = ("torch.device", "torch.optim.", "torch.utils.data.", "torch.distributions.")
"""What begins the classes of torch's whose objects hold no network that can be switched."""


def note(
    machine: Machine,
    subjects: Iterable[int],
    kind: DeedKind,
    node: tree.Node,
    *,
    unsure: Iterable[int] = (),
    told: Iterable[int] = (),
    **facts: Any,
) -> None:
    """Remember what is done with the gradients of leaves, and of the run.

    Args:
        machine: The machine.
        subjects: The leaves.
        kind: What is done.
        node: Where.
        unsure: Leaves to which it may be done, or to others in their place.
        told: Leaves to which it is done unless they are frozen.
        facts: What else is known of it; see :class:`Deed`.
    """
    note_of_leaves(machine, subjects, kind, node, unsure=(*unsure, None), told=told, **facts)


def note_of_leaves(
    machine: Machine,
    subjects: Iterable[int],
    kind: DeedKind,
    node: tree.Node,
    *,
    unsure: Iterable[int | None] = (),
    told: Iterable[int] = (),
    **facts: Any,
) -> None:
    """The same, on the pages of leaves alone."""
    facts["conditions"], facts["moment"] = machine.conditions, machine.new_identity()
    facts["depth"] = depth(machine)
    _write(machine, subjects, Deed(kind, node, **facts))
    _write(machine, unsure, Deed(kind, node, is_sure=False, **facts))
    _write(machine, told, Deed(kind, node, is_sure=False, is_told=True, **facts))


def depth(machine: Machine) -> int:
    """In how many loops the statement at hand stands, those around the calls included."""
    return sum(len(frame.loops) for frame in machine.frames)


def _write(machine: Machine, subjects: Iterable[int | None], deed: Deed) -> None:
    """Most leaves share their pages: what becomes of these is the same for all of them."""
    state = machine.state
    known: dict[int, tuple[Page, ...]] = {}
    for subject in subjects:
        machine.spend()
        key = DEEDS.of(subject)
        before = state.get(key)
        if before is None:  # the cell begins before all branches: those that leave it count, too
            before = state.layers[-1][key] = UNWRITTEN
        after = known.get(id(before))
        if after is None:
            after = tuple(dict.fromkeys(each.then(deed) for each in pages_of(machine, before)))
            if len(after) > MOST_PAGES:
                after = (ANYTHING.then(deed),)
            known[id(before)] = after
        state.set(key, after)


def pages(machine: Machine, subject: int | None) -> tuple[Page, ...]:
    """What was done with a leaf's gradient, or with any, on the paths that may lead to here."""
    return pages_of(machine, machine.state.fact(DEEDS, subject))


def pages_of(machine: Machine, written: tuple[Page, ...]) -> tuple[Page, ...]:
    """Those of the pages whose path may lead to here."""
    here = machine.conditions
    if not here or not any(each.conditions for each in written):
        return written
    return tuple(each for each in written if not contradict(each.conditions, here))


def of_leaves(machine: Machine, leaves: Iterable[int]) -> list[tuple[Page, ...]]:
    """What was done with the gradients of leaves: what several share comes once."""
    written = [machine.state.fact(DEEDS, leaf) for leaf in leaves]
    different = {id(each): each for each in written}
    return [pages_of(machine, each) for each in different.values()]


def begin(machine: Machine) -> None:
    """A function is executed for its own sake: the file's own run may be over, or yet to come.

    What that has done with the gradients of anybody says nothing here, and more may have been done.
    """
    if machine.state.fact(DEEDS, None) is not UNWRITTEN:
        machine.state.set_fact(DEEDS, None, UNWRITTEN)
        machine.state.set_fact(UNSEEN, None, machine.new_identity())


def note_unseen(machine: Machine, *, is_for_result: bool = False, may_switch: bool = True) -> None:
    """Something that is not known may do anything with all gradients.

    Where nothing was done with any since this was last so, it makes no difference.

    Args:
        machine: The machine.
        is_for_result: Whether it is called for its result, and names no gradients.
        may_switch: Whether it may switch the mode of a network.
    """
    if any(page.deeds for page in machine.state.fact(DEEDS, None)):
        moment = machine.new_identity()
        machine.state.set_fact(UNSEEN, None, moment)
        if may_switch:
            machine.state.set_fact(SWITCHED, None, moment)
        if not is_for_result:
            machine.state.set_fact(TOUCHED, None, moment)


def note_assigned(machine: Machine, owner: Value, node: tree.Node, *, has_one: bool) -> None:
    """``owner.grad`` is assigned or deleted: by hand it is filled, cleared or put back."""
    record = machine.tensor_record(owner)
    if record is None or not isinstance(owner, Tensor):
        note_unseen(machine)
        return
    machine.note_gradient(owner.identity, has_one)
    members = [each.identity for each in record.members]
    if has_one or not all(machine.state.fact(OWNED, each) for each in members or [owner.identity]):
        note_unseen(machine)  # it may be a part of something that is known
        return
    note(machine, [owner.identity], DeedKind.CLEARED, node, unsure=members)


def clearing(machine: Machine, leaf: int) -> tree.Node | None:
    """What has cleared the gradient of a leaf, if it is empty on all paths."""
    written = pages(machine, leaf)
    is_empty = bool(written) and all(each.is_empty for each in written)
    return written[0].deeds[0].node if is_empty else None


def settle_cleared(machine: Machine, leaf: int, node: tree.Node) -> None:
    """What has perhaps cleared the gradient of a leaf has cleared it for sure."""
    written = dict.fromkeys(each.without(node) for each in pages(machine, leaf))
    machine.state.set_fact(DEEDS, leaf, tuple(written))
    note_of_leaves(machine, [leaf], DeedKind.CLEARED, node)


def note_read(machine: Machine, grad: Tensor, leaf: int) -> None:
    """A leaf's ``.grad`` is read: who has it may change it."""
    record = machine.tensor_record(grad)
    if record is not None:
        machine.gradients_read.add(record.storage)
        machine.from_gradients[record.storage] = frozenset({leaf})


def note_changed(machine: Machine, record: TensorRecord) -> None:
    """A tensor is changed in place; is it a gradient, it may be cleared, clipped or filled."""
    if record.storage in machine.gradients_read:
        note_unseen(machine)


def note_handed(
    machine: Machine,
    arguments: Arguments,
    node: tree.Node,
    receiver: Value | None = None,
    *,
    is_forward: bool = False,
) -> None:
    """Something goes into a call that is not known: it may have all to do with gradients.

    Args:
        machine: The machine.
        arguments: What it is given.
        node: The call.
        receiver: The object whose method it is, if that is known.
        is_forward: Whether it only runs that object, as a module.
    """
    if machine.state.fact(DEEDS, None) is UNWRITTEN:
        return
    function = node.func if isinstance(node, tree.Call) else None
    name = ""
    if isinstance(function, (tree.Name, tree.Attribute)):
        name = function.value if isinstance(function, tree.Name) else function.attr.value
    if may_touch_gradients(name):
        note_unseen(machine)
        return
    is_effect = node is machine.done_for_effect
    values = [part for each in arguments.values for part in _parts(machine, each)]
    own = [] if receiver is None else [*_parts(machine, receiver)]
    if any(_may_be_touched(machine, each, is_effect=is_effect) for each in (*own, *values)):
        if not (logs(name) or keeps(name) or computes_loss(name)):
            may_switch = any(map(_may_have_mode, values))
            may_switch = may_switch or (receiver is not None and not is_forward)
            note_unseen(machine, is_for_result=not is_effect, may_switch=may_switch)


def _parts(machine: Machine, value: Value, depth: int = 0) -> Iterator[Value]:
    """What a value may be, and what it holds if it is a container."""
    for option in options_of(value):
        held = machine.container_record(option)
        if held is None:
            yield option
        elif depth < _DEEPEST:
            for item in held.held:
                yield from _parts(machine, item, depth + 1)


def _may_have_mode(value: Value) -> bool:
    """Whether something is a network, or may have one."""
    if isinstance(value, LibraryObject):
        return not value.kind.startswith(_WITHOUT_MODE)
    return isinstance(value, (Instance, Function))


def _may_be_touched(machine: Machine, value: Value, *, is_effect: bool) -> bool:
    """Whether who gets a value may do something with gradients: those of a loss, of a network."""
    if isinstance(value, (LibraryObject, Instance)):
        return True
    if isinstance(value, Function):
        return value.receiver is not None or value.unit is not None
    record = machine.tensor_record(value) if isinstance(value, Tensor) else None
    return record is not None and (
        record.is_parameter
        or (is_effect and record.graph is not None)
        or (is_effect and record.storage in machine.gradients_read)
    )


def switched(machine: Machine) -> int:
    """When something that is not known last may have switched the mode of a network."""
    return machine.state.fact(SWITCHED)


def unseen(machine: Machine) -> int:
    """When that was last so."""
    return machine.state.fact(UNSEEN)


def touched(machine: Machine) -> int:
    """When that was last so, of what was not called for its result alone."""
    return machine.state.fact(TOUCHED)


def note_unknown_step(machine: Machine) -> None:
    """Something that is not known takes a step, as an optimiser that comes as an argument does."""
    machine.state.set_fact(UNKNOWN_STEP, None, machine.new_identity())


def unknown_step(machine: Machine) -> int:
    """When that was last so."""
    return machine.state.fact(UNKNOWN_STEP)


def note_frozen(machine: Machine, switched: Value, on: Truth) -> None:
    """Something is frozen; where it is not known whose, it may be any network's parameter."""
    record = machine.tensor_record(switched)
    members = [] if record is None else [each.identity for each in record.members]
    leaves = members or ([switched.identity] if isinstance(switched, Tensor) else [])
    if on is Truth.YES:
        return
    subjects: list[int | None] = [*leaves] if leaves else [None]
    for each in subjects:
        is_known = each is not None and _is_known(machine, each)
        machine.state.set_fact(FROZEN, each if is_known else None, True)


def _is_known(machine: Machine, leaf: int) -> bool:
    """Whether it is known whose parameter a leaf is."""
    record = machine.tensor_record(Tensor(leaf))
    if record is None:
        return False
    is_told = record.may_train or record.requires_grad is Truth.NO
    return is_told or machine.state.fact(FROZEN, leaf)


def may_be_frozen(machine: Machine) -> bool:
    """Whether that was so of something that is not known."""
    return machine.state.fact(FROZEN)


def is_filled_since(machine: Machine, moment: int) -> bool:
    """Whether a backward, of whatever, has run since a moment; or something that is not known."""
    return unseen(machine) > moment or any(
        each.kind is DeedKind.FILLED and each.moment > moment
        for page in pages(machine, None)
        for each in page.deeds
    )


def note_scaled(machine: Machine, node: tree.Node, enabled: Truth) -> None:
    """A call scales a loss, if its scaler is on."""
    machine.state.set_fact(SCALES, node, enabled)


def scaled_by(machine: Machine, made_at: tree.Node | None) -> tuple[bool, bool]:
    """Whether an expression is a loss that was scaled, and whether that is not quite known."""
    enabled = machine.state.fact(SCALES, made_at) if isinstance(made_at, tree.Call) else None
    return enabled not in {None, Truth.NO}, enabled is Truth.UNKNOWN


# --- iterators of parameters ---------------------------------------------------------------


def note_iterator(machine: Machine, made: Value) -> None:
    """An iterator over parameters, which can be gone over once."""
    if isinstance(made, Container):
        machine.state.set_fact(EXHAUSTED, made.identity, (None,))


def note_exhausted(machine: Machine, value: Value, node: tree.Node) -> None:
    """Something goes over all that an iterator gives."""
    if isinstance(value, Container) and machine.state.fact(EXHAUSTED, value.identity):
        machine.state.set_fact(EXHAUSTED, value.identity, (node,))


def exhausted_by(machine: Machine, value: Value) -> tuple[tree.Node | None, ...]:
    """What has gone over an iterator; with a ``None``, on some paths nothing has."""
    return machine.state.fact(EXHAUSTED, value.identity) if isinstance(value, Container) else ()
