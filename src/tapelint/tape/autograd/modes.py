"""Networks that go on training in evaluation mode: ``eval()`` in a loop, and no ``train()``.

A backward remembers of the leaves that it reaches where it was run while they trained.
``eval()`` takes that along; where the same backward is met again, nothing has switched back.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tapelint.source import tree
from tapelint.tape import training_events
from tapelint.tape.autograd import gradient_pages
from tapelint.tape.domain.deeds import EVALUATED, TRAINED, Evaluated
from tapelint.tape.domain.path_conditions import contradict
from tapelint.tape.domain.terms import Truth
from tapelint.tape.machine.machine import Machine
from tapelint.tape.syntax import mentions
from tapelint.torch_api.names import BACKWARD_CALLS


def note_switched(
    machine: Machine, leaves: Iterable[int], node: tree.Call, trains: Truth, *, acts: bool
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
    for leaf in leaves:
        mode: tuple[Evaluated | None, ...] = (None,)
        if trains is Truth.NO and acts:
            mode = (
                Evaluated(
                    node,
                    machine.state.fact(TRAINED, leaf),
                    unit.node if unit is not None else None,
                    machine.conditions,
                    machine.new_identity(),
                ),
            )
        machine.state.set_fact(EVALUATED, leaf, mode)


def note_backward(machine: Machine, leaves: Sequence[int], node: tree.Call) -> None:
    """A backward reaches these leaves for sure."""
    found: Evaluated | None = None
    for leaf in leaves:
        modes = machine.state.fact(EVALUATED, leaf)
        if None in modes:
            trained = machine.state.fact(TRAINED, leaf)
            if node not in trained:
                machine.state.set_fact(TRAINED, leaf, (*trained, node))
            continue
        found = found or next(
            (each for each in modes if each is not None and _is_left_on(machine, each, node)), None
        )
    if found is not None:
        machine.emit(training_events.TrainedInEvaluation, node, evaluated=found.node)


def _is_left_on(machine: Machine, evaluated: Evaluated, backward: tree.Call) -> bool:
    """Whether a round ends in evaluation, and the next one is trained so.

    Where `eval()` stands before the backward, it is meant for it: later rounds freeze statistics.
    """
    if backward not in evaluated.trained or contradict(evaluated.conditions, machine.conditions):
        return False
    if gradient_pages.unseen(machine) > evaluated.moment:
        return False
    unit = machine.frame.unit
    function = unit.node if unit is not None else None
    if evaluated.function is not function:
        return evaluated.function is None or not mentions(evaluated.function.body, BACKWARD_CALLS)
    source = backward.source
    return source is not None and source.line(evaluated.node) > source.line(backward)
