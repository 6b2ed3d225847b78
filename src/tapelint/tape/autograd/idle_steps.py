"""Steps and clips that find no gradient, since what they should use is cleared or yet to come.

``optimizer.zero_grad(); loss = ...; optimizer.step(); loss.backward()``: the step finds no gradient
and changes nothing, and the next clearing throws away what the backward has left. So does one that
stands between backward and step.

Where it is not known whose the gradients are, the names of a function say it: the one optimiser
that steps there belongs to what is cleared there alone. And the loss is older than the step: had
the step found gradients after all, that backward would go through what the step has changed.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from tapelint.source import tree
from tapelint.source.spelling import code_of, last_name
from tapelint.source.tree import walk
from tapelint.tape import training_events
from tapelint.tape.autograd import gradient_pages
from tapelint.tape.autograd.tests_apart import are_apart
from tapelint.tape.domain.deeds import IDLE, Deed, IdleUse, Page
from tapelint.tape.domain.terms import ClipFault, DeedKind, StepFault
from tapelint.tape.machine.machine import Machine
from tapelint.tape.syntax import assigned_in, dotted_name, receiver
from tapelint.torch_api.families import families
from tapelint.torch_api.gradient_calls import GRADIENT_DEEDS, is_clip
from tapelint.torch_api.names import logs, optimises, trains, words


def note_step(machine: Machine, leaves: Sequence[int], node: tree.Call) -> None:
    """An optimiser steps: remember it, where it finds no gradient.

    Args:
        machine: The machine.
        leaves: Those that it owns, if all of them are known.
        node: The step.
    """
    of_leaves = gradient_pages.of_leaves(machine, leaves)
    if of_leaves and all(_is_empty(machine, pages) for pages in of_leaves):
        _remember(machine, of_leaves[0][0].deeds[0], node, frozenset(leaves))
    else:
        _note_by_name(machine, node)


def note_method(machine: Machine, name: str, node: tree.Call) -> None:
    """A method of something unknown is called without arguments, after all else that it may do."""
    if name == "zero_grad":
        gradient_pages.note(machine, (), DeedKind.CLEARED, node)
    elif name == "step":
        _note_by_name(machine, node)


def note_clip(machine: Machine, node: tree.Call) -> bool:
    """Gradients are clipped, and nothing is known against it: remember it, where there is none.

    Returns:
        Whether the function has cleared them by name, and run no backward since.
    """
    return _note_by_name(machine, node)


def _is_empty(machine: Machine, pages: Sequence[Page]) -> bool:
    """Whether no backward may have come since the clearing, on whatever path."""
    return bool(pages) and all(
        page.is_empty and not gradient_pages.is_filled_since(machine, page.deeds[0].moment)
        for page in pages
    )


def _note_by_name(machine: Machine, node: tree.Call) -> bool:
    """Whether the function has cleared before, and then run nothing that is known to fill."""
    unit = machine.frame.unit
    is_step = last_name(node.func) == "step"
    if unit is None or (is_step and node.args):
        return False
    calls = [each for each in walk(unit.node) if type(each) is tree.Call]
    owner = code_of(receiver(node)) if is_step else _cleared_for(calls, node)
    clearings = _owners(calls, "zero_grad")
    if owner not in clearings:
        optimisers = {each for each in _owners(calls, "step") if optimises(each)}
        if len(clearings) != 1 or len(optimisers) != 1 or (is_step and owner not in optimisers):
            return False
        (owner,) = clearings
    pages = gradient_pages.pages(machine, None)
    found = [_cleared_last(machine, page, owner) for page in pages]
    cleared = found[0] if found and None not in found else None
    if cleared is None or node.source is None:
        return False
    between = _between(calls, cleared.node, node)
    if any(map(_may_train, between)):
        return False
    filled = _thrown_away(pages, cleared, calls)
    if is_step and filled is not None and not any(map(_may_do_anything, between)):
        fault = StepFault.CLEARED_BEFORE
        _emit_step(machine, node, fault, filled, cleared.node, is_certain=False)
        return True
    return _remember(machine, cleared, node, None)


def _cleared_for(calls: Sequence[tree.Call], clip: tree.Call) -> str:
    """What is cleared right before a clip, and steps right after its backward; else nothing.

    Whatever was cleared before that has stepped already: no other gradient waits for its step.
    """
    line = clip.source.line if clip.source is not None else None
    if line is None:
        return ""
    deeds = sorted((each for each in calls if last_name(each.func) in GRADIENT_DEEDS), key=line)
    before = [each for each in deeds if line(each) < line(clip)]
    after = [last_name(each.func) for each in deeds if line(each) > line(clip)]
    names = [last_name(each.func) for each in before]
    if names[-1:] != ["zero_grad"] or names[-2:-1] not in ([], ["step"]):
        return ""
    owner = code_of(receiver(before[-1]))
    steps = [each for each in deeds if line(each) > line(clip) and last_name(each.func) == "step"]
    is_next = after[:2] == ["backward", "step"] and code_of(receiver(steps[0])) == owner
    return owner if is_next else ""


def _cleared_last(machine: Machine, page: Page, owner: str) -> Deed | None:
    """The last clearing of something of that name, if nothing has filled a gradient since."""
    for deed in reversed(page.deeds):
        if deed.kind is DeedKind.FILLED:
            return None
        if deed.kind is DeedKind.CLEARED and isinstance(deed.node, tree.Call):
            if code_of(receiver(deed.node)) == owner:
                return deed if gradient_pages.touched(machine) < deed.moment else None
    return None


def _thrown_away(
    pages: Sequence[Page], cleared: Deed, calls: Sequence[tree.Call]
) -> tree.Call | None:
    """The backward of the same round that comes right before a clearing: nothing has used it."""
    pending = [page.before(cleared.moment).pending for page in pages]
    found = {each.node if each and each.depth == cleared.depth else None for each in pending}
    return next((each for each in calls if found == {each}), None)


def _may_do_anything(call: tree.Call) -> bool:
    """Whether a call may put gradients in their place: it neither shows, clips nor lists any."""
    name = last_name(call.func)
    is_harmless = logs(name) or name in families().lists_parameters
    return not is_harmless and not (is_clip(name) and call.args)


def _owners(calls: Sequence[tree.Call], method: str) -> set[str]:
    return {code_of(receiver(each)) for each in calls if last_name(each.func) == method}


def _may_train(call: tree.Call) -> bool:
    """Whether a call says that it trains something: it may run a backward of its own."""
    return bool(call.args) and trains(last_name(call.func))


def _between(calls: Sequence[tree.Call], cleared: tree.Node, node: tree.Node) -> list[tree.Call]:
    """The calls in the lines between a clearing and what comes after it."""
    line = node.source.line if node.source is not None else None
    return (
        [] if line is None else [each for each in calls if line(cleared) < line(each) < line(node)]
    )


def _remember(
    machine: Machine, cleared: Deed, node: tree.Call, leaves: frozenset[int] | None
) -> bool:
    depth = gradient_pages.depth(machine)
    if cleared.depth != depth:  # a clearing before the loop is not that of the round
        return False
    found = IdleUse(node, cleared.node, depth, machine.frame.unit, machine.conditions, leaves)
    machine.state.set_fact(IDLE, None, (*machine.state.fact(IDLE), found))
    return True


def tell(
    machine: Machine,
    root: tree.BaseExpression,
    node: tree.Node,
    sure: Collection[int] = (),
    unsure: Collection[int] = (),
    *,
    is_known: bool,
) -> None:
    """A backward runs: tell of the steps and clips that it should have come before.

    Args:
        machine: The machine.
        root: The loss, as it is written.
        node: The backward.
        sure: The leaves that it reaches.
        unsure: Those that it may reach.
        is_known: Whether it is known what the loss comes from.
    """
    idle = machine.state.fact(IDLE)
    if not idle:
        return
    machine.state.set_fact(IDLE, None, ())
    for each in idle:
        if each.depth != gradient_pages.depth(machine):
            continue
        if are_apart(machine, each.conditions, machine.conditions):
            continue
        if each.unit is not machine.frame.unit:
            if _calls_backward_next(machine, each):
                _emit(machine, each, node, is_certain=False)
            continue
        is_certain = each.leaves is not None and not each.leaves.isdisjoint(sure)
        if not is_certain and is_known and each.leaves is not None:
            if each.leaves.isdisjoint(unsure):
                continue  # another network's loss
        if is_certain or _is_from_before(machine, root, each.node, node):
            _emit(machine, each, node, is_certain=is_certain)


def _calls_backward_next(machine: Machine, idle: IdleUse) -> bool:
    """``zero_grad(); step(); self.backward_G()``: whether a function called next runs the backward.

    It may compute the loss, too. But who clears, steps and calls it has them in the wrong order.
    """
    if idle.unit is None or all(frame.unit is not idle.unit for frame in machine.frames):
        return False
    line = idle.node.source.line if idle.node.source is not None else None
    if line is None:
        return False
    calls = sorted((each for each in walk(idle.unit.node) if type(each) is tree.Call), key=line)
    at = calls.index(idle.node)
    following = calls[at + 1] if at + 1 < len(calls) else None
    return (
        at > 0
        and calls[at - 1] is idle.cleared
        and following is not None
        and not following.args
        and words(last_name(following.func))[:1] == ("backward",)
    )


def _emit(machine: Machine, idle: IdleUse, node: tree.Node, *, is_certain: bool) -> None:
    if is_clip(last_name(idle.node.func)) and idle.node.args:
        machine.emit(
            training_events.GradientsClipped,
            idle.node,
            given=idle.node.args[0].value,
            fault=ClipFault.BEFORE,
            other=idle.cleared,
            is_certain=is_certain,
            is_effective=False,
            is_seen=True,
        )
        return
    fault = StepFault.FILLED_AFTER
    _emit_step(machine, idle.node, fault, node, idle.cleared, is_certain=is_certain)


def _emit_step(
    machine: Machine,
    step: tree.Call,
    fault: StepFault,
    filled: tree.Node,
    cleared: tree.Node,
    *,
    is_certain: bool,
) -> None:
    machine.emit(
        training_events.GradientsStepped,
        step,
        fault=fault,
        filled=filled,
        other=cleared,
        is_certain=is_certain,
        is_seen=True,
        is_handed_on=False,
    )


def _is_from_before(
    machine: Machine, root: tree.BaseExpression, step: tree.Node, node: tree.Node
) -> bool:
    """Whether a loss was computed before a step: nothing of it is bound between step and backward.

    A loss of after the step is another one: that of the step may be run where nobody sees it.
    """
    source = step.source
    unit = machine.frame.unit
    if source is None or any(isinstance(each, tree.Call) for each in walk(root)):
        return False
    first, last = source.line(step), source.line(node)
    bound = assigned_in(unit.node if unit is not None else source.module)
    names = {dotted_name(each) for each in walk(root)} - {""}
    lines = [source.line(target) for name in names for target in bound.get(name, ())]
    if last < first:  # the next round's backward
        return bool(lines) and not any(line > first or line < last for line in lines)
    return bool(lines) and not any(first < line < last for line in lines)
