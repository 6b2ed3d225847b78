"""Parameters that a loss trains and no optimiser has.

That may be meant: a fixed extractor, a teacher, a part of a network that stays as it is. It is told
of parameters that nobody has asked for, neither to train them nor to load or to freeze them: of all
of a network behind which the backward reaches what an optimiser has, and of a layer that a network
got once its optimiser was made.
"""

from __future__ import annotations

from collections.abc import Sequence, Set

from tapelint.tape import training_events
from tapelint.tape.autograd import gradient_pages, owning
from tapelint.tape.autograd.leaves import requires_grad
from tapelint.tape.domain.deeds import BROUGHT, HANDED, OWNED, Deed
from tapelint.tape.domain.terms import DeedKind, OptimiserFault
from tapelint.tape.domain.values import (
    Container,
    ContainerRecord,
    Instance,
    LibraryObject,
    ObjectRecord,
    Tensor,
    Value,
)
from tapelint.tape.machine.machine import Machine

_FIRST_ROUNDS = 2
"""The rounds of a loop that stand for no others."""
_HOLDING = (Container, Instance, LibraryObject, Tensor)


def tell(machine: Machine, leaves: Sequence[int], made: int) -> None:
    """A step follows a backward that reaches parameters of no optimiser."""
    written = gradient_pages.pages(machine, None)
    fills = {page.last(DeedKind.FILLED, DeedKind.STEPPED) for page in written}
    filled = next(iter(fills)) if len(fills) == 1 else None
    if filled is None or filled.kind is not DeedKind.FILLED or not filled.leaves or not leaves:
        return
    if gradient_pages.unseen(machine) > filled.moment or made not in machine.made_at:
        return
    brought = set[int]().union(*(inside(machine, each) for each in machine.state.fact(BROUGHT)))
    nobodys = [each for each in filled.leaves if _is_nobodys(machine, each, brought)]
    missed = [each for each in nobodys if requires_grad(machine, each)]  # others are frozen
    is_of_others = len(nobodys) == len(filled.leaves)
    if is_of_others and (made not in machine.enumerated or _uses_any(machine, leaves)):
        return
    if missed and (is_of_others or _is_forgotten(machine, missed, filled, leaves, made)):
        machine.emit(
            training_events.OptimiserMade,
            machine.made_at[made],
            fault=OptimiserFault.OTHERS,
            other=filled.node,
            is_certain=False,
            is_seen=True,
        )


def _uses_any(machine: Machine, leaves: Sequence[int]) -> bool:
    """Whether a gradient waits for the step in any of an optimiser's parameters."""
    return any(
        page.pending is not None
        for some in gradient_pages.of_leaves(machine, leaves)
        for page in some
    )


def _is_nobodys(machine: Machine, leaf: int, brought: Set[int]) -> bool:
    """Whether it is a parameter that was made here, not ``brought``, and that no optimiser has.

    Those of an argument are the caller's, who may have an optimiser of them.
    """
    record = machine.tensor_record(Tensor(leaf))
    return (
        record is not None
        and record.is_parameter
        and not record.members
        and leaf > machine.entry_began
        and not machine.state.fact(OWNED, leaf)
        and leaf not in brought
    )


def _is_forgotten(
    machine: Machine, missed: Sequence[int], filled: Deed, leaves: Sequence[int], made: int
) -> bool:
    """Whether a network, or a layer that was added to one, is left out for no reason in sight."""
    pages = gradient_pages.pages(machine, None)
    rounds = max(sum(each.by == made for each in page.deeds) for page in pages)
    if gradient_pages.depth(machine) and rounds < _FIRST_ROUNDS:
        return False  # an optimiser may get it in a later round
    parts = {each: inside(machine, each) for each in machine.constructed}
    if all(held.isdisjoint(leaves) for held in parts.values()):
        return False  # an input is trained, by a network that stays as it is
    taken = {each for each in (*parts, *filled.leaves) if machine.state.fact(HANDED, each)}
    taken.update(each for each in filled.leaves if owning.is_given(machine, each))
    for leaf in missed:
        holders = [each for each, held in parts.items() if leaf in held]
        if not holders or not taken.isdisjoint((leaf, *holders)):
            continue
        beside = {one for each in holders for one in parts[each] if one != leaf}
        layer = max(holders, key=lambda each: -len(parts[each]))
        if layer > made and not beside.isdisjoint(leaves):
            return True
        if leaf in filled.beyond and not any(
            each in taken or machine.state.fact(OWNED, each) or machine.state.fact(HANDED, each)
            for each in beside
        ):
            return True
    return False


def note_asked(machine: Machine, owner: Instance | LibraryObject) -> None:
    """A network is asked for its parameters, loaded or frozen: so are the layers that it has."""
    held = inside(machine, owner.identity)
    above = {each for each in held if each in machine.constructed}
    by_part: dict[int, list[int]] = {}
    for each in (owner.identity, *held):
        for value in _held(machine, each):
            if isinstance(value, _HOLDING):
                by_part.setdefault(value.identity, []).append(each)
    pending = list(above)
    holding: set[int] = set()  # what holds a network that was constructed by itself
    while pending:
        more = set(by_part.get(pending.pop(), ())) - holding
        holding |= more
        pending += more
    for each in (owner.identity, *held):
        if each not in holding:
            machine.state.set_fact(HANDED, each, True)


def inside(machine: Machine, identity: int) -> set[int]:
    """What an object holds, and what that holds, by identity."""
    found: set[int] = set()
    pending = [identity]
    while pending:
        for value in _held(machine, pending.pop()):
            known = getattr(value, "identity", None)
            if isinstance(value, _HOLDING) and known not in found:
                found.add(value.identity)
                pending.append(value.identity)
    return found


def _held(machine: Machine, identity: int) -> tuple[Value, ...]:
    """What stands in an object's attributes, or in a container."""
    record = machine.state.get(identity)
    if isinstance(record, ObjectRecord):
        return tuple(value for _, value in record.attributes)
    return record.held if isinstance(record, ContainerRecord) else ()
