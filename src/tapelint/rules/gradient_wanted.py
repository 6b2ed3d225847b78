"""What says that the gradient of a tensor made out of data is wanted, or is not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tapelint.tape.domain.assumptions import Assumed, Assumption, Sign, returned_to_train
from tapelint.tape.domain.terms import NUMBERS_ALONE, Use

if TYPE_CHECKING:
    from tapelint.rules.report import Step
    from tapelint.tape.leaf_events import TensorConstructor

WANTED = {
    Use.BACKWARD: "backward starts here",
    Use.LOSS_INPUT: "a loss is computed from it here",
    Use.RETURNED_AS_LOSS: "it is returned to be trained on here",
    Use.OPTIMISED: "an optimiser gets it here",
}
"""The uses that want it, each with what the trail says."""
IN_LOSS = {*WANTED, Use.DIFFERENCE}
"""Those, and one that only a loss has."""
NOT_WANTED = NUMBERS_ALONE | {Use.CONSTANT, Use.LOSS_TARGET, Use.TRAINED_ELSEWHERE, Use.UNSEEN}
"""The uses that want no gradient, or are not known."""


def assumed_wanted(event: TensorConstructor, sign: Sign) -> tuple[Assumption, ...]:
    """What is assumed where the tensor may be there for something else."""
    at = next(iter(event.cut.uses.values()), event.at)
    return (Assumption(Assumed.GRADIENT, sign, at, event.data),)


def assumed_by_use(event: TensorConstructor) -> tuple[Assumption, ...]:
    """What is assumed where a use wants it: a difference, or a return, may be no loss."""
    uses = event.cut.uses
    if Use.LESS_UNKNOWN in uses and Use.LOSS_INPUT not in uses:
        return assumed_wanted(event, Sign.LOSS)
    returned = uses.get(Use.RETURNED_AS_LOSS)  # so it is by what the function is called
    is_only = uses.keys().isdisjoint(WANTED.keys() - {Use.RETURNED_AS_LOSS})
    return (returned_to_train(returned),) if returned is not None and is_only else ()


def trail(event: TensorConstructor) -> list[Step]:
    """From where the history begins to where the gradient is wanted."""
    steps: list[Step] = []
    if event.element_history_at is not None:
        steps = [(event.element_history_at, "a gradient is recorded from here on")]
    if event.element is not None and event.element is not event.element_history_at:
        steps.append((event.element, "this tensor carries history"))
    steps.append((event.at, "the history ends here"))
    uses = event.cut.uses
    return [*steps, *((uses[use], text) for use, text in WANTED.items() if use in uses)]
