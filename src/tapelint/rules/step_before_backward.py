"""TAP204: an optimiser's step between a forward and its backward."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tapelint.findings import Consequence
from tapelint.rules.checker import Checker
from tapelint.rules.reasons import Reason, judge_of

if TYPE_CHECKING:
    from tapelint.analyses.facts import StaleSaved


class StepBeforeBackward(Checker):
    """Visits steps that change parameters which a later backward needs as they were."""

    code = "TAP204"
    name = "step-before-backward"
    summary = "an optimiser's step changes parameters that a later backward still needs"
    needs = "an optimiser's step, and then a backward of what was computed before it"
    has_moved = True
    triggers = ("step(",)
    serious = ("step(",)

    def visit_stale_saved(self, event: StaleSaved) -> None:
        """Report the step."""
        if judge_of(event) != self.code:
            self.dismiss(event, Reason.OTHER_RULE, judge_of(event))
            return
        if event.is_return:
            self.dismiss(event, Reason.MAY_NOT_TRAIN)
            return
        needed = self.text(event.backward)
        saver = self.text(event.saved_at) if event.saved_at is not None else event.operation
        self.report(
            event.at,
            f"`{self.text(event.at)}` changes parameters that `{saver}` saved and `{needed}` still "
            f"needs: backward raises; {_advice(event)}",
            Consequence.RAISES,
            event.assumed,
            because=[
                (event.saved_at, "parameters are saved for backward here"),
                (event.at, "they are changed in place here"),
                (event.backward, "the saved versions are needed here"),
            ],
        )


def _advice(event: StaleSaved) -> str:
    """What to do instead: a backward before the step would add to the gradients that it takes."""
    if event.is_detachable and event.trains_others:
        return "detach their network's results in that loss"
    if event.trains_others:
        return "run that forward again after the step"
    return "step after that backward, or run the forward again"
