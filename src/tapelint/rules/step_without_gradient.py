"""TAP705: a step of an optimiser whose parameters no backward has reached."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tapelint.findings import Consequence
from tapelint.rules.checker import Checker
from tapelint.rules.reasons import Reason
from tapelint.rules.weights import is_supported

if TYPE_CHECKING:
    from tapelint.analyses.facts import StepWithoutGradient as StepWithoutGradientEvent


class StepWithoutGradient(Checker):
    """Visits steps that change nothing."""

    code = "TAP705"
    name = "step-without-gradient"
    summary = "an optimiser steps, and no backward has reached any of its parameters"
    needs = "a backward, an optimiser over networks in sight, and its clearing before that"
    has_moved = True
    on_by_default = False
    triggers = (".step(",)
    serious = ("*backward(",)

    def visit_step_without_gradient(self, event: StepWithoutGradientEvent) -> None:
        """Report the step and name the backward."""
        if not all(map(is_supported, event.assumed)):
            self.dismiss(event, Reason.UNCERTAIN)
            return
        step, backward = self.text(event.at), self.text(event.backward)
        self.report(
            event.at,
            f"`{step}` changes nothing: `{backward}` reaches none of its parameters; "
            "compute the loss with its network, not detached",
            Consequence.NO_GRADIENT,
            event.assumed,
            because=[
                (event.backward, "this backward fills other gradients"),
                (event.at, "the optimiser finds no gradient here"),
            ],
        )
