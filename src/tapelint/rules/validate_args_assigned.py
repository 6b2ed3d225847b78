"""TAP406: the switch of argument validation assigned to, not called."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tapelint.editing.changes import CallInstead, unsafe
from tapelint.findings import Consequence
from tapelint.rules.checker import Checker

if TYPE_CHECKING:
    from tapelint.tape.distribution_events import ValidationAssigned


class ValidateArgsAssigned(Checker):
    """Visits assignments to ``set_default_validate_args``."""

    code = "TAP406"
    name = "validate-args-assigned"
    summary = "`set_default_validate_args` assigned to, not called: nothing is switched"
    needs = "True or False assigned to set_default_validate_args of a distribution's class"
    triggers = ("set_default_validate_args",)
    serious = (".set_default_validate_args",)
    unsafe_fix = "the method called, for `= True`"

    def visit_validation_assigned(self, event: ValidationAssigned) -> None:
        """Report the assignment."""
        target = self.text(event.at)
        instead = (
            f"call `{target}(True)`" if event.flag else f"remove it, or call `{target}(False)`"
        )
        self.report(
            event.at,
            f"this replaces the method `{target}`: nothing is switched, and a later call raises; "
            f"{instead}",
            Consequence.NONE,
            fix=lambda: [unsafe("call it", CallInstead(event.node))] if event.flag else [],
        )
