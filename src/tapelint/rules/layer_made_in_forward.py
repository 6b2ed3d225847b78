"""TAP602: a layer with parameters that is made and called in ``forward``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tapelint.findings import Consequence
from tapelint.rules.checker import Checker
from tapelint.rules.reasons import Reason
from tapelint.source.index import MAKES_LAYER
from tapelint.tape.domain.terms import Truth

if TYPE_CHECKING:
    from tapelint.tape.module_events import FreshModuleCalled


class LayerMadeInForward(Checker):
    """Visits modules that a function makes, calls and forgets."""

    code = "TAP602"
    name = "layer-made-in-forward"
    summary = "a layer with parameters made and called in `forward`: new weights in each call"
    needs = "a module with parameters that the forward of another one makes and calls"
    triggers = ("nn",)
    serious = (MAKES_LAYER,)

    def visit_fresh_module(self, event: FreshModuleCalled) -> None:
        """Report a layer whose parameters are gone when `forward` returns."""
        if not event.has_parameters:
            self.dismiss(event, Reason.ALLOWED)
            return
        if event.trains is Truth.NO:
            self.dismiss(event, Reason.MEANT)
            return
        if event.grad_mode is Truth.NO:
            self.dismiss(event, Reason.of_mode(event))
            return
        self.report(
            event.at,
            f"this `{event.kind}` has new weights in each call, which nothing trains or saves; "
            "make it in `__init__`",
            Consequence.NO_GRADIENT,
        )
