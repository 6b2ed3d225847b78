"""Optimisers and the parameters that they own: whether these are what a loss trains."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tapelint.source import tree
from tapelint.tape import training_events
from tapelint.tape.autograd import gradient_pages
from tapelint.tape.autograd.leaves import requires_grad
from tapelint.tape.domain.deeds import FROZEN, OWNED, Deed
from tapelint.tape.domain.terms import DeedKind, OptimiserFault, Truth
from tapelint.tape.domain.values import Container, LibraryObject, Number, Tensor, TensorRecord
from tapelint.tape.machine.frames import Arguments
from tapelint.tape.machine.machine import Machine
from tapelint.torch_api.gradient_calls import forgets_steps


def note_owned(machine: Machine, leaves: Iterable[int]) -> None:
    """An optimiser has these leaves."""
    for leaf in leaves:
        machine.state.set_fact(OWNED, leaf, True)


def is_optimised(machine: Machine, value: Tensor, record: TensorRecord) -> bool:
    """Whether it is a parameter of an unknown network that an optimiser has, to train it."""
    if record.requires_grad is not Truth.UNKNOWN or record.is_leaf is not Truth.YES:
        return False
    leaves = [each.identity for each in record.members] or [value.identity]
    return (
        record.is_parameter
        and not gradient_pages.may_be_frozen(machine)
        and all(
            machine.state.fact(OWNED, each) and not machine.state.fact(FROZEN, each)
            for each in leaves
        )
    )


def note_made(
    machine: Machine,
    made: LibraryObject,
    kind: str,
    arguments: Arguments,
    leaves: Sequence[int],
    node: tree.Call,
) -> None:
    """An optimiser is made of these leaves."""
    note_owned(machine, leaves)
    machine.made_at[made.identity] = node
    given = arguments.at(0, "params")
    gone = gradient_pages.exhausted_by(machine, given) if given is not None else ()
    if isinstance(given, Container) and given.identity in machine.enumerated:
        machine.enumerated.add(made.identity)
    fault: OptimiserFault | None = None
    other: tree.Node | None = None
    if gone and None not in gone:
        fault, other = OptimiserFault.EXHAUSTED, gone[0]
    elif _remembers(kind, arguments):
        before = _step_before(machine, frozenset(leaves), node)
        if before is not None:
            fault, other = OptimiserFault.MADE_ANEW, before.node
    machine.emit(
        training_events.OptimiserMade,
        node,
        fault=fault,
        other=other,
        is_certain=True,
        is_seen=bool(leaves),
    )


def _remembers(kind: str, arguments: Arguments) -> bool:
    """Whether an optimiser keeps something from step to step for sure: averages, a momentum."""
    momentum = arguments.at(2, "momentum")
    has_momentum = isinstance(momentum, Number) and bool(momentum.value)
    return has_momentum or not forgets_steps(kind.rsplit(".", 1)[-1])


def _step_before(machine: Machine, leaves: frozenset[int], node: tree.Call) -> Deed | None:
    """The only step of the optimiser that was made here a round before, of the same leaves."""
    here = gradient_pages.depth(machine)
    if not here or machine.conditions - machine.frame.conditions:
        return None  # in a branch it is made in some rounds alone: ``if optimizer is None``
    for page in gradient_pages.pages(machine, None):
        steps = [each for each in page.deeds if each.made_at is node]
        last = steps[-1] if steps else None
        if last is None or last.depth != here or not last.leaves & leaves:
            continue
        again = any(
            each.kind is DeedKind.OVERWRITTEN and each.moment > last.moment for each in page.deeds
        )
        if not again and [each.by for each in steps].count(last.by) == 1:
            return last
    return None


def tell_of_others(machine: Machine, leaves: Sequence[int], made: int) -> None:
    """A step follows a backward that reaches nothing of any optimiser."""
    written = gradient_pages.pages(machine, None)
    fills = {page.last(DeedKind.FILLED, DeedKind.STEPPED) for page in written}
    filled = next(iter(fills)) if len(fills) == 1 else None
    if filled is None or filled.kind is not DeedKind.FILLED or not filled.leaves or not leaves:
        return
    if gradient_pages.unseen(machine) > filled.moment or made not in machine.enumerated:
        return
    if any(
        page.pending is not None
        for some in gradient_pages.of_leaves(machine, leaves)
        for page in some
    ):
        return
    is_trained = any(
        requires_grad(machine, each)
        for each in filled.leaves  # others are frozen
    )
    if is_trained and all(_is_nobodys(machine, each) for each in filled.leaves):
        machine.emit(
            training_events.OptimiserMade,
            machine.made_at[made],
            fault=OptimiserFault.OTHERS,
            other=filled.node,
            is_certain=False,
            is_seen=True,
        )


def _is_nobodys(machine: Machine, leaf: int) -> bool:
    """Whether it is a parameter that was made here and that no optimiser has."""
    record = machine.tensor_record(Tensor(leaf))
    return (
        record is not None
        and record.is_parameter
        and not record.members
        and leaf > machine.entry_began
        and not machine.state.fact(OWNED, leaf)
    )
