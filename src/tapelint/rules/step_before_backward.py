"""TAP204: an optimiser's step between a forward and its backward."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tapelint.findings import Confidence, Consequence
from tapelint.rules.checker import Checker
from tapelint.tape.values import WriteForm

if TYPE_CHECKING:
    from tapelint.tape.events import StaleSaved


class StepBeforeBackward(Checker):
    """Visits steps that change parameters which a later backward needs as they were."""

    code = "TAP204"
    name = "step-before-backward"
    summary = "an optimiser's step changes parameters that a later backward still needs"
    triggers = ("step(",)

    def visit_stale_saved(self, event: StaleSaved) -> None:
        """Report the step."""
        if event.change.form is not WriteForm.STEP or event.is_return:
            return
        optimiser = self.text(event.change.target)
        needed = self.text(event.backward)
        self.report(
            event.node,
            f"`{optimiser}.step()` changes parameters in place that `{needed}` still needs as "
            "they were in its forward: backward raises; call it after that backward, or run the "
            "forward again after the step",
            Consequence.RAISES,
            Confidence.CERTAIN if event.is_certain else Confidence.LIKELY,
            because=[
                (event.saved_at, f"`{event.operation}` saves parameters for backward here"),
                (event.node, "they are changed in place here"),
                (event.backward, "the saved versions are needed here"),
            ],
        )
