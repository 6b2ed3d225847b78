"""TAP202: an in-place change of a tensor that backward still needs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tapelint.findings import Confidence, Consequence
from tapelint.rules.checker import Checker
from tapelint.tape.values import Truth, WriteForm

if TYPE_CHECKING:
    from tapelint.tape.events import StaleSaved

_OF_OTHER_RULES = {WriteForm.STEP, WriteForm.RENORMALISATION}


class InplaceOnSaved(Checker):
    """Visits changes that the version counter has noticed."""

    code = "TAP202"
    name = "inplace-on-saved"
    summary = "an in-place change of a tensor that an earlier operation saved for backward"
    triggers = ("backward", "return", "grad(")

    def visit_stale_saved(self, event: StaleSaved) -> None:
        """Report a change after which the backward raises."""
        change = event.change
        if event.through_data or change.form in _OF_OTHER_RULES or not event.is_certain:
            return
        if event.is_return and (change.grad_mode is not Truth.YES or event.is_mode_assumed):
            return  # whoever gets it may never call backward
        target = self.text(change.target)
        role = "its result" if event.saved.is_result else f"`{self.text(event.saved.node)}`"
        self.report(
            event.node,
            f"`{change.operation}` changes `{target}` in place, and `{event.operation}` has saved "
            "that memory for backward: backward raises; use the out-of-place form, or "
            f"change `{target}.clone()`",
            Consequence.RAISES,
            Confidence.LIKELY if event.is_return else Confidence.CERTAIN,
            because=[
                (event.saved_at, f"`{event.operation}` saves {role} for backward here"),
                (event.node, "changed in place here: the version counter goes up"),
                (event.backward, "the saved version is needed from here on"),
            ],
        )
