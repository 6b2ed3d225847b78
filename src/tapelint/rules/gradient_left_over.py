"""TAP704: a step with what the loss of another network has left in the gradients."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tapelint.editing.changes import ClearBefore, NodeFix, unsafe
from tapelint.findings import Consequence
from tapelint.rules.checker import Checker
from tapelint.rules.reasons import Reason
from tapelint.tape.domain.assumptions import Assumed, Assumption, Sign
from tapelint.tape.domain.terms import StepFault

if TYPE_CHECKING:
    from tapelint.tape.training_events import GradientsStepped


class GradientLeftOver(Checker):
    """Visits steps of optimisers."""

    code = "TAP704"
    name = "gradient-left-over"
    summary = "a step uses what the loss of another network has left in the gradients"
    on_by_default = False
    needs = "a step, and before it two backwards with the step of another optimiser between"
    triggers = ("step(",)
    serious = ("step(",)
    unsafe_fix = "`zero_grad()` before the backward, where that stands in one block with the step"

    def visit_stepped(self, event: GradientsStepped) -> None:
        """Report a step that uses what was spent by another one."""
        if event.fault is not StepFault.LEFT_OVER or event.filled is None:
            is_known = event.is_seen and not event.is_handed_on
            self.dismiss(event, Reason.ALLOWED if is_known else Reason.UNCERTAIN)
            return
        self.report(
            event.at,
            f"`{self.text(event.at)}` also uses what `{self.text(event.filled)}` left in the "
            "gradients: nothing clears it; call `zero_grad()` before this step's own backward",
            Consequence.WRONG_GRADIENT,
            () if event.is_certain else (Assumption(Assumed.OWNER, Sign.NAME),),
            because=[
                (event.filled, "this backward fills these gradients, too"),
                (event.other, "the step that it is for"),
                (event.own, "this backward adds to them"),
                (event.at, "the step uses both"),
            ],
            fix=lambda: _fixes(event),
        )


def _fixes(event: GradientsStepped) -> list[NodeFix]:
    if event.own is None or not event.is_all_left:
        return []
    clear = ClearBefore(event.own.lossless, event.node)
    return [unsafe("clear what is left before the backward", clear)]
