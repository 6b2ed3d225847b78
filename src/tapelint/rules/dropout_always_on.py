"""TAP604: dropout that stays on in evaluation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tapelint.editing.changes import AddArgument, NodeFix, unsafe
from tapelint.findings import Consequence
from tapelint.rules.checker import Checker
from tapelint.rules.reasons import Reason
from tapelint.tape.domain.assumptions import Assumed, Assumption, Sign
from tapelint.tape.domain.terms import Truth
from tapelint.torch_api.training_names import drops_on_purpose

if TYPE_CHECKING:
    from tapelint.tape.module_events import DropoutCalled


class DropoutAlwaysOn(Checker):
    """Visits dropout by functions, and by modules that are made to be called once."""

    code = "TAP604"
    name = "dropout-always-on"
    summary = "dropout in a module that stays on in evaluation"
    needs = "dropout in a module's method that nothing tells whether the module trains"
    triggers = ("dropout", "Dropout")
    serious = ()
    unsafe_fix = "`training=self.training`; none for a module made in `forward`"

    def visit_dropout(self, event: DropoutCalled) -> None:
        """Report what drops numbers whether or not the module trains."""
        if event.is_told or event.is_asked or event.drops is Truth.NO:
            self.dismiss(event, Reason.ALLOWED)
            return
        if not event.is_in_module:
            self.dismiss(event, Reason.UNSUPPORTED)
            return
        if drops_on_purpose(event.function):
            self.dismiss(event, Reason.MEANT)
            return
        told = f"{event.owner}.training" if event.owner else "..."
        if event.is_module:
            message = (
                f"`{event.called}` is made for this call and always trains: `eval()` does not "
                "switch it off; make it in `__init__`"
            )
        else:
            message = (
                f"`{event.called}` stays on in evaluation: nothing switches it off; "
                f"pass `training={told}`"
            )
        self.report(
            event.at,
            message,
            Consequence.WRONG_VALUE,
            () if event.drops is Truth.YES else (Assumption(Assumed.DEFAULT, Sign.USE),),
            fix=lambda: _fixes(event),
        )


def _fixes(event: DropoutCalled) -> list[NodeFix]:
    if event.is_module or not event.owner:
        return []
    told = AddArgument(event.node, "training", f"{event.owner}.training")
    return [unsafe("tell it whether the module trains", told)]
