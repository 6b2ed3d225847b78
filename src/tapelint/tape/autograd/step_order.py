"""What a step uses: gradients that nothing has cleared, none, or those of one round alone."""

from __future__ import annotations

from collections.abc import Sequence

from tapelint.source import tree
from tapelint.tape import training_events
from tapelint.tape.autograd import gradient_pages, left_over
from tapelint.tape.domain.deeds import Deed, Page, is_cleared_after
from tapelint.tape.domain.frozen import dataclass
from tapelint.tape.domain.terms import DeedKind, StepFault
from tapelint.tape.machine.machine import Machine


@dataclass(frozen=True)
class Found:
    """What is wrong with a step.

    Attributes:
        fault: What.
        filled: The backward that it is about.
        other: The earlier step, or the clearing.
        is_certain: Whether all of it is sure.
        own: The backward that this step comes for, where an earlier one has left something.
        is_all_left: Whether there was nothing else before that backward.
    """

    fault: StepFault
    filled: Deed
    other: Deed
    is_certain: bool
    own: Deed | None = None
    is_all_left: bool = False


def tell(
    machine: Machine, sure: Sequence[int], unsure: Sequence[int], node: tree.Call, by: int
) -> None:
    """An optimiser is about to step: tell what it finds in the gradients of its leaves."""
    _emit(machine, (*sure, *unsure), node, _find(machine, sure, unsure, node, by))
    event = machine.events[-1] if machine.events else None
    if isinstance(event, training_events.GradientsStepped) and event.at is node:
        left_over.note_begun(machine, sure, event)


def tell_by_hand(machine: Machine, leaves: Sequence[int], node: tree.Node) -> None:
    """A step of leaves is written out: tell whether they hold the gradients of an earlier one."""
    unseen = gradient_pages.unseen(machine)
    of_leaves = gradient_pages.of_leaves(machine, leaves)
    found = next(filter(None, (_never_cleared(pages, unseen) for pages in of_leaves)), None)
    _emit(machine, leaves, node, found)


def _emit(machine: Machine, leaves: Sequence[int], node: tree.Node, found: Found | None) -> None:
    machine.emit(
        training_events.GradientsStepped,
        node,
        fault=found.fault if found is not None else None,
        filled=found.filled.node if found is not None else None,
        other=found.other.node if found is not None else None,
        own=found.own.node if found is not None and found.own is not None else None,
        is_all_left=found is not None and found.is_all_left,
        is_certain=found is not None and found.is_certain,
        is_handed_on=gradient_pages.unseen(machine) > 0,
        is_seen=any(
            each.kind is DeedKind.FILLED
            for pages in gradient_pages.of_leaves(machine, leaves)
            for page in pages
            for each in page.deeds
        ),
    )


def _find(
    machine: Machine, sure: Sequence[int], unsure: Sequence[int], node: tree.Call, by: int
) -> Found | None:
    unseen = gradient_pages.unseen(machine)
    of_leaves = gradient_pages.of_leaves(machine, sure)
    for pages in of_leaves:
        found = _never_cleared(pages, unseen)
        if found is not None:
            return found
    if of_leaves and not unsure:
        found = _cleared_before(machine, of_leaves, node)
        if found is not None:
            return found
    for pages in of_leaves:
        found = _cleared_each_round(machine, pages, unseen, by)
        if found is not None:
            return found
    for pages in of_leaves:
        left = left_over.find(pages, unseen)
        if left is not None:
            found = _left_over(machine, left, node)
            if found is not None:
                return found
    return None


def _left_over(machine: Machine, left: left_over.LeftOver, node: tree.Call) -> Found | None:
    """What another loss has left, where it is no sum of both that is wanted."""
    if not left.is_told or gradient_pages.may_be_frozen(machine):
        return None
    is_from_before = left_over.is_from_before(machine, left, node)
    if not is_from_before and not left_over.are_opponents(left, node):
        return None
    is_certain = is_from_before and left.is_sure
    return Found(StepFault.LEFT_OVER, left.filled, left.spent, is_certain, left.own, left.is_all)


def _never_cleared(pages: tuple[Page, ...], unseen: int) -> Found | None:
    """Two backwards with a step between them, and nothing that clears on any path since that."""
    for page in pages:
        filled = stepped = None
        for deed in page.come_true:
            if deed.kind is DeedKind.CLEARED:
                filled = stepped = None
            elif deed.kind is DeedKind.STEPPED and filled is not None:
                stepped = stepped or deed
            elif deed.kind is DeedKind.FILLED and deed.moment > unseen:
                if filled is None:
                    filled = deed
                elif stepped is not None and not is_cleared_after(pages, filled):
                    is_certain = filled.is_sure and stepped.is_sure and deed.is_sure
                    return Found(StepFault.NEVER_CLEARED, filled, stepped, is_certain)
    return None


def _cleared_before(
    machine: Machine, of_leaves: Sequence[tuple[Page, ...]], node: tree.Call
) -> Found | None:
    """Cleared after the backward, on all paths, and nothing is filled again."""
    found: Found | None = None
    for pages in of_leaves:
        thrown_away = bool(pages)
        for page in pages:
            if not page.is_empty:
                return None
            cleared = page.deeds[0]
            if gradient_pages.is_filled_since(machine, cleared.moment):
                return None
            thrown_away = thrown_away and page.discarded is not None
        discarded = pages[0].discarded if thrown_away else None
        if discarded is not None:
            cleared = pages[0].deeds[0]
            is_certain = discarded.is_sure and (found is None or found.is_certain)
            is_late = _is_of_last_round(machine, discarded, cleared, node)
            fault = StepFault.FILLED_AFTER if is_late else StepFault.CLEARED_BEFORE
            found = Found(fault, discarded, cleared, is_certain)
    return found


def _is_of_last_round(machine: Machine, filled: Deed, cleared: Deed, node: tree.Call) -> bool:
    """Whether a backward comes behind the step in its loop, and the clearing before it."""
    source = node.source
    if source is None or not filled.depth == cleared.depth == gradient_pages.depth(machine):
        return False
    return source.line(cleared.node) < source.line(node) < source.line(filled.node)


def _cleared_each_round(
    machine: Machine, pages: tuple[Page, ...], unseen: int, by: int
) -> Found | None:
    """A step in every k-th round, and a clearing in each: the other rounds are for nothing."""
    if not _counts(machine.conditions):
        return None
    for page in pages:
        discarded = page.discarded
        if discarded is None or discarded.moment < unseen or not page.deeds:
            continue
        cleared = page.deeds[0]
        is_again = any(
            deed.kind is DeedKind.FILLED and deed.node is discarded.node for deed in page.deeds
        )
        is_left_out = _is_turn_of_another(machine, discarded, cleared, by)
        is_left_out = is_left_out or cleared.depth < discarded.depth  # once for many rounds
        if is_again and not is_left_out and not _counts(cleared.conditions):
            return Found(StepFault.CLEARED_EACH_ROUND, discarded, cleared, is_certain=False)
    return None


def _is_turn_of_another(machine: Machine, filled: Deed, cleared: Deed, by: int) -> bool:
    """Whether another's step has come between: the networks are trained in turn."""
    return any(
        deed.kind is DeedKind.STEPPED
        and deed.by != by
        and filled.moment < deed.moment < cleared.moment
        for page in gradient_pages.pages(machine, None)
        for deed in page.deeds
    )


def _counts(conditions: frozenset[tuple[str, bool]]) -> bool:
    """Whether a branch asks for a remainder, as of the number of the round."""
    return any("%" in text for text, _ in conditions)
