"""Networks that go on training in evaluation mode: ``eval()`` in a loop, and no ``train()``.

A leaf remembers which backwards have reached it while it trained, and which switches to evaluation
may still hold. Where one of these backwards is met again under such a switch, nothing has undone
it; a step that uses its gradient tells of it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from collections.abc import Set as AbstractSet
from functools import partial

from tapelint.project.roles import evaluating
from tapelint.source import tree
from tapelint.tape import training_events
from tapelint.tape.autograd import gradient_pages
from tapelint.tape.domain.deeds import (
    EVALUATED,
    FILLED,
    TRAINED,
    UNDONE,
    Evaluated,
    FilledInEvaluation,
    Page,
)
from tapelint.tape.domain.frozen import replace
from tapelint.tape.domain.path_conditions import contradict
from tapelint.tape.domain.terms import DeedKind, Truth
from tapelint.tape.machine.machine import Machine
from tapelint.tape.syntax import SWITCHES, mentions


def note_switched(
    machine: Machine, leaves: Iterable[int], node: tree.Call, trains: Truth, acts: Truth
) -> None:
    """``train()`` or ``eval()`` of a module that has these leaves.

    Args:
        machine: The machine.
        leaves: The parameters of the module.
        node: The call.
        trains: Whether it trains from here on.
        acts: Whether it holds a layer that does something else in evaluation.
    """
    unit = machine.frame.unit
    function = unit.node if unit is not None else None
    moment = machine.new_identity()
    ended: set[int] = set()
    for leaf in leaves:
        mode: tuple[Evaluated | None, ...] = (None,)
        before = machine.state.fact(TRAINED, leaf)
        if trains is Truth.YES and function is not None:
            backwards = tuple(each for each in before if isinstance(each, tree.Call))
            machine.state.set_fact(TRAINED, leaf, (*backwards, function))
        if trains is not Truth.NO:
            ended.update(each.moment for each in machine.state.fact(EVALUATED, leaf) if each)
        elif acts is not Truth.NO:
            is_known = acts is Truth.YES
            mode = (Evaluated(node, before, function, machine.conditions, moment, is_known),)
        machine.state.set_fact(EVALUATED, leaf, mode)
    undone = machine.state.fact(UNDONE)
    if not ended <= undone:
        machine.state.set_fact(UNDONE, None, undone | ended)


def note_backward(
    machine: Machine, leaves: Collection[int], sure: Collection[int], node: tree.Call
) -> None:
    """A backward reaches these leaves, and some of them for sure."""
    moment = machine.new_identity()
    undone = machine.state.fact(UNDONE)
    judged: dict[int, bool] = {}  # the leaves of a network share its switches
    running = {each.unit.node for each in machine.frames if each.unit is not None}

    def is_left_on(switch: Evaluated) -> bool:
        if switch.moment in undone:
            return False
        if node not in switch.trained and not _undoes(switch, running):
            return False
        if switch.moment not in judged:
            judged[switch.moment] = _is_left_on(machine, switch, node)
        return judged[switch.moment]

    for leaf in leaves:
        modes = machine.state.fact(EVALUATED, leaf)
        found = next((each for each in modes if each and is_left_on(each)), None)
        if found is not None:
            is_later = node in found.trained
            is_certain = found.acts and leaf in sure and is_later
            filled = FilledInEvaluation(node, found.node, is_certain, moment, is_later)
            before = machine.state.fact(FILLED, leaf)
            machine.state.set_fact(FILLED, leaf, tuple(dict.fromkeys((*before, filled))))
        trained = machine.state.fact(TRAINED, leaf)
        if node not in trained and any(map(partial(_may_train, machine), modes)):
            machine.state.set_fact(TRAINED, leaf, (*trained, node))


def note_step(machine: Machine, sure: Collection[int], unsure: Collection[int]) -> None:
    """An optimiser uses the gradients of leaves: where they were filled in evaluation, it tells.

    A backward that nobody steps with trains something else through the network: an attack.
    """
    told: set[FilledInEvaluation] = set()
    for leaf in (*sure, *unsure):
        filled = machine.state.fact(FILLED, leaf)
        used = [each for each in filled if _is_there(machine, leaf, each)]
        told.update(used if leaf in sure else (replace(each, is_certain=False) for each in used))
        if filled:
            machine.state.set_fact(FILLED, leaf, ())
    certain = {each.node for each in told if each.is_certain}
    for each in told:
        if each.is_certain or each.node not in certain:
            machine.emit(
                training_events.TrainedInEvaluation,
                each.node,
                evaluated=each.evaluated,
                is_certain=each.is_certain,
                is_later=each.is_later,
            )


def _is_there(machine: Machine, leaf: int, filled: FilledInEvaluation) -> bool:
    """Whether a leaf's gradient holds, on each path, what a backward has filled in."""
    pages = gradient_pages.pages(machine, leaf)
    return bool(pages) and all(_is_in(each, filled) for each in pages)


def _is_in(page: Page, filled: FilledInEvaluation) -> bool:
    ended = page.last(DeedKind.CLEARED, DeedKind.STEPPED)
    return (ended is None or ended.moment < filled.moment) and any(
        each.kind is DeedKind.FILLED and each.node is filled.node for each in page.deeds
    )


def _undoes(switch: Evaluated, running: AbstractSet[tree.Node]) -> bool:
    """Whether a function that evaluates, and is over, undoes a ``train()`` of one that runs."""
    function = switch.function
    return (
        function is not None
        and function not in running
        and not running.isdisjoint(switch.trained)
        and mentions(function, SWITCHES)
    )


def _may_train(machine: Machine, mode: Evaluated | None) -> bool:
    """Whether a path leads here on which a switch to evaluation was not made."""
    return mode is None or not mode.conditions <= machine.conditions


def _is_left_on(machine: Machine, evaluated: Evaluated, backward: tree.Call) -> bool:
    """Whether a switch was meant for something else than the backward, which runs under it.

    What stands before the backward, and evaluates nothing, is meant for it: later rounds freeze
    statistics.
    """
    if contradict(evaluated.conditions, machine.conditions):
        return False
    if gradient_pages.switched(machine) > evaluated.moment:
        return False
    unit = machine.frame.unit
    function = unit.node if unit is not None else None
    if evaluated.function is not function:
        return evaluated.function is None or evaluating.evaluates(
            evaluated.function, evaluated.node
        )
    source = backward.source
    if source is None or source.line(evaluated.node) > source.line(backward):
        return source is not None
    body = function.body if function is not None else source.module
    return evaluating.evaluates_behind(body, evaluated.node, backward)
