"""Gradients of a loss that another optimiser's step was for, and that nothing has cleared since.

A backward fills the gradients of all networks that it passes: a discriminator's loss those of the
generator, whose next step uses them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tapelint.source import tree
from tapelint.source.spelling import code_of
from tapelint.source.tree import walk
from tapelint.tape.autograd import gradient_pages
from tapelint.tape.domain.deeds import Deed, Page, is_cleared_after
from tapelint.tape.domain.frozen import dataclass
from tapelint.tape.domain.program import FunctionUnit
from tapelint.tape.domain.terms import DeedKind, StepFault
from tapelint.tape.machine.machine import Machine
from tapelint.tape.syntax import receiver
from tapelint.tape.training_events import GradientsStepped
from tapelint.torch_api.training_names import judges_another


@dataclass(frozen=True)
class LeftOver:
    """A backward whose gradient a step uses, though it was run for another optimiser's.

    Attributes:
        filled: The backward.
        spent: The step that it was run for.
        own: The first backward after that.
        cleared: What has cleared the gradient before all that.
        is_all: Whether nothing but what was spent was in the gradient before that backward.
    """

    filled: Deed
    spent: Deed
    own: Deed
    cleared: Deed | None
    is_all: bool

    @property
    def is_sure(self) -> bool:
        """Whether all of it was done to this gradient for sure."""
        return self.filled.is_sure and self.spent.is_sure and self.own.is_sure

    @property
    def is_told(self) -> bool:
        """Whether it was, unless a part of a network of unknown layers is frozen."""
        return all(each.is_sure or each.is_told for each in (self.filled, self.spent, self.own))


def note_spent(machine: Machine, leaves: Sequence[int], node: tree.Call) -> None:
    """A step uses a loss: what this has left in the gradients of others was not meant for them."""
    mine = frozenset(leaves)
    sure: set[int] = set()
    told: set[int] = set()
    unsure: set[int] = set()
    for pages in gradient_pages.of_leaves(machine, leaves):
        for page in pages:
            for deed in _pending(page):
                known = sure if deed.is_sure else told if deed.is_told else unsure
                (known if len(pages) == 1 else unsure).update(deed.leaves - mine)
    told -= sure
    unsure -= sure | told
    if sure or told or unsure:
        gradient_pages.note_of_leaves(
            machine, sure, DeedKind.SPENT, node, unsure=unsure, told=told, leaves=mine
        )


def _pending(page: Page) -> list[Deed]:
    """The backwards since the last step or clearing."""
    found: list[Deed] = []
    for deed in page.deeds:
        if deed.kind is DeedKind.STEPPED or deed.kind is DeedKind.CLEARED:
            found = []
        elif deed.kind is DeedKind.FILLED:
            found.append(deed)
    return found


def find(pages: Sequence[Page], unseen: int) -> LeftOver | None:
    """What is left over in a gradient that a step is about to use; ``None`` for nothing.

    Nothing is where something clears it since, on whatever path.
    """
    for page in pages:
        found = _of_page(page, None)
        if found is not None and found.filled.moment > unseen:
            return None if is_cleared_after(pages, found.filled) else found
    return None


def _of_page(page: Page, next_own: Deed | None) -> LeftOver | None:
    """What is left over on a path, where its own backward has come, or comes in the next call."""
    filled = spent = own = cleared = None
    fills: list[Deed] = []
    is_all = False
    for deed in page.deeds:
        if deed.kind is DeedKind.CLEARED or deed.kind is DeedKind.STEPPED:
            filled = spent = own = None
            fills = []
            cleared = deed if deed.kind is DeedKind.CLEARED else cleared
        elif deed.kind is DeedKind.FILLED:
            fills.append(deed)
            own = own or deed
        elif deed.kind is DeedKind.SPENT:
            reached = [each for each in fills if each.leaves & deed.leaves]
            if reached:
                filled, spent, own = reached[-1], deed, None
                is_all = len(reached) == len(fills)
    own = own or next_own
    if filled is None or spent is None or own is None:
        return None
    return LeftOver(filled, spent, own, cleared, is_all)


@dataclass(frozen=True)
class Begun:
    """A step of a method that clears nothing before: it uses what an earlier call has left.

    Attributes:
        event: The step.
        leaves: The leaves of its optimiser.
        own: Its backward.
        unit: The method.
    """

    event: GradientsStepped
    leaves: tuple[int, ...]
    own: Deed
    unit: FunctionUnit


def note_begun(machine: Machine, leaves: Sequence[int], event: GradientsStepped) -> None:
    """Remember a step before which a method has cleared nothing."""
    unit = machine.frame.unit
    if unit is None or gradient_pages.depth(machine) or event.fault is not None:
        return
    for pages in gradient_pages.of_leaves(machine, leaves):
        own = pages[0].deeds[0] if len(pages) == 1 and pages[0].deeds else None
        if own is not None and pages[0].is_open and own.kind is DeedKind.FILLED:
            machine.steps_begun.append(Begun(event, tuple(leaves), own, unit))
            return


def tell_of_next_call(machine: Machine) -> None:
    """A method of an object is at its end: tell of what its next call finds in the gradients."""
    unseen = gradient_pages.unseen(machine)
    for begun in machine.steps_begun:
        for pages in gradient_pages.of_leaves(machine, begun.leaves):
            found = _of_page(pages[0], begun.own) if len(pages) == 1 else None
            if found is None or found.filled.moment <= unseen or found.own is not begun.own:
                continue
            if found.is_sure and _comes_after(found, begun.event.at, begun.unit.node):
                told = replace(
                    begun.event,
                    fault=StepFault.LEFT_OVER,
                    filled=found.filled.node,
                    other=found.spent.node,
                    own=begun.own.node,
                    is_all_left=found.is_all,
                )
                machine.events.append(told)
                break


def is_from_before(machine: Machine, found: LeftOver, step: tree.Node) -> bool:
    """Whether it was left in the round before, after a clearing that belongs to the same step.

    ``loss.backward(); step(); zero_grad(); other.backward()``: who clears there takes the gradients
    to be empty where the next round begins.
    """
    unit, source = machine.frame.unit, step.source
    body = unit.node if unit is not None else source.module if source is not None else None
    return body is not None and _comes_after(found, step, body)


def _comes_after(found: LeftOver, step: tree.Node, body: tree.Node) -> bool:
    """Whether a clearing and then the backward of the other loss come after a step, in one body."""
    source = step.source
    if found.cleared is None or source is None:
        return False
    if not {step, found.cleared.node, found.filled.node} <= set(walk(body)):
        return False
    return source.line(step) < source.line(found.cleared.node) < source.line(found.filled.node)


def are_opponents(found: LeftOver, step: tree.Call) -> bool:
    """Whether names say that one of two networks judges the other: a discriminator, a critic."""
    spent = found.spent.node
    names = [_optimiser(each) for each in (step, spent) if isinstance(each, tree.Call)]
    return len({judges_another(each) for each in names}) > 1


def _optimiser(step: tree.Call) -> str:
    """What an optimiser is called, where it steps by itself or a scaler does it."""
    return code_of(step.args[0].value if step.args else receiver(step))
