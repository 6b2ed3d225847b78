"""Gradients of a loss that another optimiser's step was for, and that nothing has cleared since.

A backward fills the gradients of all networks that it passes: a discriminator's loss those of the
generator, whose next step uses them.
"""

from __future__ import annotations

from collections.abc import Sequence

from tapelint.source import tree
from tapelint.source.spelling import code_of
from tapelint.source.tree import walk
from tapelint.tape.autograd import gradient_pages
from tapelint.tape.domain.deeds import Deed, Page
from tapelint.tape.domain.frozen import dataclass
from tapelint.tape.domain.terms import DeedKind
from tapelint.tape.machine.machine import Machine
from tapelint.tape.syntax import receiver
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


def note_spent(machine: Machine, leaves: Sequence[int], node: tree.Call) -> None:
    """A step uses a loss: what this has left in the gradients of others was not meant for them."""
    mine = frozenset(leaves)
    sure: set[int] = set()
    unsure: set[int] = set()
    for pages in gradient_pages.of_leaves(machine, leaves):
        for page in pages:
            for deed in _pending(page):
                (sure if deed.is_sure and len(pages) == 1 else unsure).update(deed.leaves - mine)
    if sure or unsure:
        gradient_pages.note_of_leaves(
            machine, sure, DeedKind.SPENT, node, unsure=unsure - sure, leaves=mine
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
        found = _of_page(page)
        if found is not None and found.filled.moment > unseen:
            return None if _is_cleared_after(pages, found.filled) else found
    return None


def _is_cleared_after(pages: Sequence[Page], filled: Deed) -> bool:
    return any(
        deed.kind is DeedKind.CLEARED and deed.moment > filled.moment
        for page in pages
        for deed in page.deeds
    )


def _of_page(page: Page) -> LeftOver | None:
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
    if filled is None or spent is None or own is None:
        return None
    return LeftOver(filled, spent, own, cleared, is_all)


def is_from_before(machine: Machine, found: LeftOver, step: tree.Node) -> bool:
    """Whether it was left in the round before, after a clearing that belongs to the same step.

    ``loss.backward(); step(); zero_grad(); other.backward()``: who clears there takes the gradients
    to be empty where the next round begins.
    """
    if found.cleared is None:
        return False
    unit, source = machine.frame.unit, step.source
    if source is None:
        return False
    body = unit.node if unit is not None else source.module
    around = {step, found.cleared.node, found.filled.node}
    if not around <= set(walk(body)):
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
