"""``clip_grad_norm_`` and its like: what they clip, and whether that has an effect."""

from __future__ import annotations

from tapelint.source import tree
from tapelint.tape import training_events
from tapelint.tape.autograd import gradient_pages, idle_steps
from tapelint.tape.domain.deeds import Page
from tapelint.tape.domain.domains import RETAINED
from tapelint.tape.domain.terms import ClipFault, DeedKind, Truth
from tapelint.tape.domain.values import UNKNOWN, Tensor, Value
from tapelint.tape.machine.frames import Arguments
from tapelint.tape.machine.machine import Machine
from tapelint.tape.models import optimisers
from tapelint.tape.syntax import mentions
from tapelint.torch_api.names import BACKWARD_CALLS


def call(machine: Machine, arguments: Arguments, node: tree.Call) -> Value:
    """Clip the gradients of what is given."""
    given = arguments.pair(0, "parameters")
    machine.pass_on(arguments, node)
    if given is None:
        return UNKNOWN
    value, expression = given
    sure, unsure = optimisers.leaves_of(machine, value)
    leaves = [*sure, *unsure]
    is_effective = _is_filled(machine, leaves) and not _is_scaled(machine)
    gone = gradient_pages.exhausted_by(machine, value)
    at: tree.Node | None = None
    fault: ClipFault | None = None
    is_certain, is_filled_elsewhere = True, False
    if gone and None not in gone:
        fault, at, leaves, is_effective = ClipFault.EXHAUSTED, gone[0], [], False
    elif _is_result(machine, value):
        fault, at, leaves, is_effective = ClipFault.RESULT, node, [], False
    elif node is machine.done_for_effect:  # else it is there to read the norm
        fault, at, is_certain = _by_order(machine, leaves)
        if fault is not None and not _runs_backward(machine):
            fault, at, is_filled_elsewhere = None, None, True
        if fault is None and idle_steps.note_clip(machine, node):
            is_effective = False  # what is left there is of a network that does not step here
    gradient_pages.note_exhausted(machine, value, node)
    if leaves:
        gradient_pages.note(machine, sure, DeedKind.CLIPPED, node, unsure=unsure)
    else:
        gradient_pages.note(machine, (), DeedKind.CLIPPED, node)
    machine.emit(
        training_events.GradientsClipped,
        node,
        given=expression,
        fault=fault,
        other=at,
        is_certain=is_certain and not unsure,
        is_effective=is_effective,
        is_seen=bool(leaves),
        is_handed_on=is_filled_elsewhere or gradient_pages.unseen(machine) > 0,
    )
    return UNKNOWN


def _is_result(machine: Machine, value: Value) -> bool:
    """Whether it is a tensor that autograd has computed for sure: it has no ``grad``."""
    record = machine.tensor_record(value)
    if record is None or not isinstance(value, Tensor) or record.graph is None:
        return False
    if record.is_parameter or machine.state.fact(RETAINED, value.identity):
        return False
    is_computed = record.requires_grad is Truth.YES and record.is_leaf is Truth.NO
    return is_computed or machine.is_consumed(record.graph)


def _is_filled(machine: Machine, leaves: list[int]) -> bool:
    """Whether a backward has left something to clip, on some path, and no step may have used it."""
    stepped = gradient_pages.unknown_step(machine)
    return any(
        page.pending is not None and page.pending.moment > stepped
        for pages in gradient_pages.of_leaves(machine, leaves)
        for page in pages
    )


def _is_scaled(machine: Machine) -> bool:
    """Whether the last backward was one of a scaled loss, on some path."""
    fills = [
        page.last(DeedKind.FILLED, DeedKind.UNSCALED)
        for page in gradient_pages.pages(machine, None)
    ]
    return any(each is not None and each.is_scaled for each in fills)


def _runs_backward(machine: Machine) -> bool:
    """Whether a backward has run, or stands in one of the functions that have led to here."""
    if any(page.last(DeedKind.FILLED) for page in gradient_pages.pages(machine, None)):
        return True
    units = [frame.unit for frame in machine.frames]
    return any(
        unit is not None and mentions(unit.node.body, BACKWARD_CALLS) for unit in units
    ) or all(unit is None for unit in units)


def _by_order(
    machine: Machine, leaves: list[int]
) -> tuple[ClipFault | None, tree.Node | None, bool]:
    """Whether the gradients are cleared, or used already: the fault, where, and if that is sure."""
    faults: dict[ClipFault, tree.Node] = {}
    is_certain = True
    for pages in gradient_pages.of_leaves(machine, leaves):
        for page in pages:
            found = _of_page(machine, page)
            if found is None and _is_stepped(machine, page):
                continue
            if found is None:
                return None, None, False
            faults.setdefault(found[0], found[1])
            is_certain = is_certain and found[2]
    for fault in (ClipFault.AFTER, ClipFault.BEFORE):
        if fault in faults:
            return fault, faults[fault], is_certain
    return None, None, False


def _is_stepped(machine: Machine, page: Page) -> bool:
    """Whether a step came last, though no known backward has filled this gradient: it is frozen."""
    last = page.last(DeedKind.CLEARED, DeedKind.STEPPED, DeedKind.FILLED)
    is_step = last is not None and last.kind is DeedKind.STEPPED and last.is_sure
    return is_step and not gradient_pages.is_filled_since(machine, last.moment if last else 0)


def _of_page(machine: Machine, page: Page) -> tuple[ClipFault, tree.Node, bool] | None:
    last = page.last(DeedKind.CLEARED, DeedKind.STEPPED)
    if last is None or not (page.is_empty or page.is_used):
        return None
    began = page.deeds[0] if page.is_empty else last
    if gradient_pages.is_filled_since(machine, began.moment):
        return None
    if page.is_used:
        return ClipFault.AFTER, last.node, last.is_sure
    return ClipFault.BEFORE, began.node, True


def tell_of_scaled(machine: Machine, node: tree.Call, *, is_named: bool) -> None:
    """A scaler steps: tell of what was clipped while it was scaled still."""
    found: dict[tree.Node, bool] = {}
    certain: dict[tree.Node, bool] = {}
    for page in gradient_pages.pages(machine, None):
        for at, is_scaled, is_sure in _clipped_in(page, gradient_pages.unseen(machine)):
            found[at] = found.get(at, True) and is_scaled
            certain[at] = certain.get(at, True) and is_sure
    for at, is_scaled in found.items():
        if is_scaled and isinstance(at, tree.Call) and at.args:
            machine.emit(
                training_events.GradientsClipped,
                at,
                given=at.args[0].value,
                fault=ClipFault.SCALED,
                other=node,
                is_certain=certain[at] and not is_named,
                is_effective=False,
                is_seen=True,
            )


def _clipped_in(page: Page, unseen: int) -> list[tuple[tree.Node, bool, bool]]:
    """What was clipped since the last step: where, and whether it was scaled then."""
    clipped: list[tuple[tree.Node, bool, bool]] = []
    is_scaled, is_sure = False, True
    for deed in page.deeds:
        if deed.kind is DeedKind.STEPPED:
            clipped, is_scaled = [], False
        elif deed.kind is DeedKind.FILLED:
            is_scaled, is_sure = deed.is_scaled and deed.moment > unseen, not deed.is_named
        elif deed.kind is DeedKind.UNSCALED:
            is_scaled = False
        elif deed.kind is DeedKind.CLIPPED:
            clipped.append((deed.node, is_scaled, is_sure))
    return clipped
