"""What is done with gradients: filled, cleared, clipped, unscaled, stepped with, in which order.

Each leaf has its pages, and so has the run as a whole (the subject ``None``): what is done with the
gradients of something that is not known stands there alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tapelint.source import tree
from tapelint.tape.domain.deeds import (
    ANYTHING,
    DEEDS,
    EXHAUSTED,
    MOST_PAGES,
    SCALES,
    UNSEEN,
    UNWRITTEN,
    Deed,
    Page,
)
from tapelint.tape.domain.domains import Domain
from tapelint.tape.domain.terms import DeedKind, Truth
from tapelint.tape.domain.values import (
    Container,
    Either,
    Function,
    Instance,
    LibraryObject,
    Tensor,
    Value,
    contradict,
)
from tapelint.tape.machine.frames import Arguments
from tapelint.tape.machine.machine import Machine
from tapelint.tape.syntax import dotted_name
from tapelint.torch_api.gradient_calls import may_touch_gradients
from tapelint.torch_api.names import computes_loss, keeps, logs

_DEEPEST = 2


def note(
    machine: Machine,
    leaves: Iterable[int],
    kind: DeedKind,
    node: tree.Node,
    *,
    unsure: Iterable[int] = (),
    **facts: Any,
) -> None:
    """Remember what is done with the gradients of leaves, and of the run.

    Args:
        machine: The machine.
        leaves: The leaves.
        kind: What is done.
        node: Where.
        unsure: Leaves to which it may be done, or to others in their place.
        facts: What else is known of it; see :class:`Deed`.
    """
    facts["conditions"], facts["moment"] = machine.conditions, machine.new_identity()
    deed = Deed(kind, node, **facts)
    for leaf in leaves:
        _write(machine, leaf, deed)
    perhaps = Deed(kind, node, is_sure=False, **facts)
    for leaf in unsure:
        _write(machine, leaf, perhaps)
    _write(machine, None, perhaps)


def _write(machine: Machine, subject: int | None, deed: Deed) -> None:
    machine.spend()
    _begin(machine, DEEDS, subject, UNWRITTEN)
    after = tuple(dict.fromkeys(each.then(deed) for each in pages(machine, subject)))
    if len(after) > MOST_PAGES:
        after = (ANYTHING.then(deed),)
    machine.state.set_fact(DEEDS, subject, after)


def _begin(machine: Machine, domain: Domain[Any], subject: int | None, default: object) -> None:
    """Let the cell begin before all branches, so that those that do not change it count."""
    key = domain.of(subject)
    if machine.state.get(key) is None:
        machine.state.layers[-1][key] = default


def pages(machine: Machine, subject: int | None) -> tuple[Page, ...]:
    """What was done with a leaf's gradient, or with any, on the paths that may lead to here."""
    return tuple(
        each
        for each in machine.state.fact(DEEDS, subject)
        if not contradict(each.conditions, machine.conditions)
    )


def note_unseen(machine: Machine) -> None:
    """Something that is not known may do anything with all gradients."""
    machine.state.set_fact(UNSEEN, None, machine.new_identity())


def note_handed(machine: Machine, arguments: Arguments, node: tree.Node) -> None:
    """Something goes into a call that is not known: it may have all to do with gradients."""
    name = dotted_name(node.func).rpartition(".")[2] if isinstance(node, tree.Call) else ""
    if may_touch_gradients(name):
        note_unseen(machine)
        return
    if logs(name) or keeps(name) or computes_loss(name):
        return
    for value in arguments.values:
        if _may_be_touched(machine, value, is_effect=node is machine.done_for_effect):
            note_unseen(machine)
            return


def _may_be_touched(machine: Machine, value: Value, *, is_effect: bool, depth: int = 0) -> bool:
    """Whether who gets a value may do something with gradients: those of a loss, of a network."""
    if isinstance(value, (LibraryObject, Instance, Either)):
        return True
    if isinstance(value, Function):
        return value.receiver is not None or value.unit is not None
    if isinstance(value, Tensor):
        record = machine.tensor_record(value)
        return record is not None and (
            record.is_parameter or (is_effect and record.graph is not None)
        )
    held = machine.container_record(value)
    return (
        held is not None
        and depth < _DEEPEST
        and any(
            _may_be_touched(machine, each, is_effect=is_effect, depth=depth + 1)
            for each in held.held
        )
    )


def unseen(machine: Machine) -> int:
    """When that was last so."""
    return machine.state.fact(UNSEEN)


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
