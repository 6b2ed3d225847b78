"""TAP701: a step with gradients that were not cleared, or were cleared at the wrong place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tapelint.findings import Consequence
from tapelint.rules.checker import Checker
from tapelint.rules.reasons import Reason
from tapelint.source import tree
from tapelint.source.spelling import last_name
from tapelint.tape.domain.assumptions import Assumed, Assumption, Sign
from tapelint.tape.domain.terms import StepFault

if TYPE_CHECKING:
    from tapelint.tape.training_events import GradientsStepped

_MESSAGES = {
    StepFault.NEVER_CLEARED: (
        "`{step}` uses the gradients of an earlier step once more, since nothing clears them; "
        "{clear} after each step"
    ),
    StepFault.CLEARED_BEFORE: (
        "`{step}` has no gradient to use: `{other}` clears them after the backward; "
        "clear them before it"
    ),
    StepFault.FILLED_AFTER: (
        "`{step}` has no gradient to use: `{other}` clears them, and the backward comes after it; "
        "call backward before the step"
    ),
    StepFault.CLEARED_EACH_ROUND: (
        "`{step}` uses the gradients of the last backward alone: `{other}` throws the others away; "
        "clear the gradients after the step, not before each backward"
    ),
}
_STEPS = {
    StepFault.NEVER_CLEARED: ("this backward fills the gradients", "this step uses them"),
    StepFault.CLEARED_BEFORE: ("this backward fills the gradients", "they are cleared here"),
    StepFault.FILLED_AFTER: ("this backward comes after the step", "they are cleared here"),
    StepFault.CLEARED_EACH_ROUND: ("each round fills the gradients", "each round clears them"),
}


class ZeroGradMissing(Checker):
    """Visits steps of optimisers."""

    code = "TAP701"
    name = "zero-grad-missing"
    summary = "a step with gradients that nothing clears, or that are cleared at the wrong place"
    needs = "an optimiser's step, and what was done with its gradients before"
    triggers = ("step(", ".grad")
    serious = ("step(", ".grad")

    def visit_stepped(self, event: GradientsStepped) -> None:
        """Report a step that uses too much, or nothing."""
        if event.fault is None:
            is_known = event.is_seen and not event.is_handed_on
            self.dismiss(event, Reason.ALLOWED if is_known else Reason.UNCERTAIN)
            return
        if event.fault is StepFault.LEFT_OVER:
            self.dismiss(event, Reason.OTHER_RULE, "TAP704")
            return
        if event.filled is None or event.other is None:
            self.dismiss(event, Reason.UNCERTAIN)
            return
        other = self.text(event.other) if "{other}" in _MESSAGES[event.fault] else ""
        is_call = isinstance(event.at, tree.Call) and last_name(event.at.func) == "step"
        clear = "call `zero_grad()`" if is_call else "clear them"
        message = _MESSAGES[event.fault].format(step=self.text(event.at), other=other, clear=clear)
        first, second = _STEPS[event.fault]
        self.report(
            event.at,
            message,
            Consequence.WRONG_GRADIENT,
            () if event.is_certain else (Assumption(Assumed.OWNER, Sign.BACKWARD, event.filled),),
            because=[(event.filled, first), (event.other, second), (event.at, "the step is here")],
        )
