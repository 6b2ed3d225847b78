"""TAP404: argument validation of distributions switched off."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tapelint.editing.changes import DropArgument, SwitchOn, unsafe
from tapelint.findings import Consequence
from tapelint.rules.checker import Checker
from tapelint.rules.reasons import Reason

if TYPE_CHECKING:
    from tapelint.tape.distribution_events import ValidationSwitched


class ValidateArgsOff(Checker):
    """Visits switches of argument validation."""

    code = "TAP404"
    name = "validate-args-off"
    summary = "argument validation of a distribution switched off"
    needs = "the constant False for the argument checks of a distribution"
    on_by_default = False
    triggers = ("validate_args", "distributions")
    serious = ("validate_args=", "set_default_validate_args(")
    unsafe_fix = "the checks stay on"

    def visit_validation(self, event: ValidationSwitched) -> None:
        """Report a switch to off."""
        if not event.off:
            self.dismiss(event, Reason.ALLOWED)
            return
        whose = "all distributions" if event.is_global else f"`{event.kind}`"
        self.report(
            event.at,
            f"this switches off the argument checks of {whose}: a wrong value then gives a "
            "misleading error or nan; leave them on",
            Consequence.WRONG_VALUE,
            fix=lambda: [
                unsafe("leave the checks on", SwitchOn(event.node)),
                unsafe("leave the checks on", DropArgument(event.node, "validate_args")),
            ],
        )
