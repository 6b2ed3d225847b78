"""Optimisers and the parameters that they own: whether these are what a loss trains."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tapelint.source import tree
from tapelint.source.spelling import last_name
from tapelint.source.tree import walk
from tapelint.tape import training_events
from tapelint.tape.autograd import gradient_pages
from tapelint.tape.domain.deeds import FROZEN, HANDED, OWNED, Deed
from tapelint.tape.domain.graph_nodes import GraphNode
from tapelint.tape.domain.terms import DeedKind, OptimiserFault, Truth
from tapelint.tape.domain.values import (
    Container,
    LibraryObject,
    Number,
    Tensor,
    TensorRecord,
    Value,
)
from tapelint.tape.machine.frames import Arguments
from tapelint.tape.machine.machine import Machine
from tapelint.torch_api.families import families
from tapelint.torch_api.gradient_calls import forgets_steps


def note_owned(machine: Machine, leaves: Iterable[int]) -> None:
    """An optimiser has these leaves."""
    for leaf in leaves:
        machine.state.set_fact(OWNED, leaf, True)


def note_written(
    machine: Machine, written: Value, numbers: Sequence[Value], operation: str = ""
) -> None:
    """A memory gets numbers that were not drawn: of a fixed filter, of another network."""
    record = machine.tensor_record(written)
    if record is None:
        return
    owner = machine.tensor_record(Tensor(record.storage))
    is_item = operation == "[...] =" and not (owner is not None and owner.is_parameter)
    fills = operation.rstrip("_") in families().overwriting & families().idempotent
    given = [
        each
        for each in numbers
        if not isinstance(each, Number) or is_item or (fills and each.value not in {0, 1})
    ]
    if given and not any(_is_drawn(_maker(machine, each)) for each in given):
        machine.state.set_fact(HANDED, record.storage, True)


def is_given(machine: Machine, leaf: int) -> bool:
    """Whether somebody has chosen the numbers of a parameter, so that they are to stay."""
    record = machine.tensor_record(Tensor(leaf))
    if record is None or machine.state.fact(HANDED, record.storage):
        return record is not None
    if record.made_at is None or record.is_scalar:
        return False  # a layer's own, a number to learn
    made = _maker(machine, Tensor(leaf))
    is_filled = isinstance(made, tree.Call) and last_name(made.func) in families().zeros_and_ones
    return not is_filled and not _is_drawn(made)


def _maker(machine: Machine, value: Value) -> tree.Node | None:
    """The expression that has made a tensor's memory."""
    record = machine.tensor_record(value)
    owner = machine.tensor_record(Tensor(record.storage)) if record is not None else None
    return (owner or record).made_at if record is not None else None


def _is_drawn(made: tree.Node | None) -> bool:
    """Whether numbers are random, or whatever was in memory."""
    drawn = families().drawn | families().uninitialised
    return made is not None and any(
        isinstance(each, tree.Call) and last_name(each.func) in drawn for each in walk(made)
    )


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
            machine.made_anew[made.identity] = before
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
    for page in gradient_pages.pages(machine, None) if here else ():
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


def note_step(machine: Machine, made: Sequence[int], node: tree.Call) -> None:
    """One of some optimisers steps: tell of the new ones, unless an old one may step here as well.

    In a branch it may be made in some rounds alone: ``if optimizer is None``.
    """
    stepped = {
        each.by
        for page in gradient_pages.pages(machine, None)
        for each in page.deeds
        if each.kind is DeedKind.STEPPED
    }
    anew = machine.anew_at.setdefault(node, {})
    anew.update(
        (machine.made_at[each], machine.made_anew[each])
        for each in made
        if each in machine.made_anew
    )
    if not stepped.isdisjoint(made):
        machine.old_at.add(node)
    is_old = node in machine.old_at
    for place, before in anew.items():
        machine.emit(
            training_events.OptimiserMade,
            place,
            fault=None if is_old else OptimiserFault.MADE_ANEW,
            other=before.node,
            is_certain=True,
            is_seen=True,
            is_kept=is_old,
        )


def beyond(machine: Machine, passed: Iterable[GraphNode]) -> frozenset[int]:
    """The leaves of no optimiser behind which a backward comes to leaves that one has."""
    nodes = list(passed)
    leads = {each for each in nodes if each.leaf and machine.state.fact(OWNED, each.leaf)}
    found: set[int] = set()
    if leads:
        for each in reversed(nodes):
            if any(inner in leads for inner in each.inputs):
                leads.add(each)
                found.update(inner.leaf for inner in each.inputs if inner.leaf is not None)
    return frozenset(leaf for leaf in found if not machine.state.fact(OWNED, leaf))
