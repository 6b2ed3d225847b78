"""TAP703: an optimiser without the parameters its loss trains, without any, or without memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tapelint.findings import Consequence
from tapelint.rules.checker import Checker
from tapelint.rules.reasons import Reason
from tapelint.tape.domain.assumptions import Assumed, Assumption, Sign
from tapelint.tape.domain.terms import OptimiserFault

if TYPE_CHECKING:
    from tapelint.tape.training_events import OptimiserMade

_MESSAGES = {
    OptimiserFault.MADE_ANEW: (
        "`{made}` is made anew for each step and forgets the steps before; "
        "make it once, before the loop"
    ),
    OptimiserFault.EXHAUSTED: (
        "`{made}` gets an iterator that is used up and raises ValueError; "
        "pass a list, or call `parameters()` again"
    ),
    OptimiserFault.OTHERS: (
        "the loss trains parameters that neither `{made}` nor another optimiser has; "
        "pass them to it"
    ),
}
_STEPS = {
    OptimiserFault.MADE_ANEW: "the only step in the round before",
    OptimiserFault.EXHAUSTED: "the iterator is used up here",
    OptimiserFault.OTHERS: "this backward reaches parameters that no optimiser has",
}


class OptimizerMissesParameters(Checker):
    """Visits optimisers."""

    code = "TAP703"
    name = "optimizer-misses-parameters"
    summary = "an optimiser without the loss's parameters, without any, or a new one for each step"
    on_by_default = False
    needs = "an optimiser of torch, and what it is given and steps with"
    triggers = ("step(",)
    serious = ("step(",)

    def visit_optimiser(self, event: OptimiserMade) -> None:
        """Report an optimiser that cannot do what it is there for."""
        if event.is_kept:
            self.leave(event.at, Reason.ALLOWED)
        if event.fault is None or event.other is None:
            self.dismiss(event, Reason.ALLOWED if event.is_seen else Reason.UNCERTAIN)
            return
        raises = event.fault is OptimiserFault.EXHAUSTED
        of_loss = event.fault is OptimiserFault.OTHERS
        silent = Consequence.NO_GRADIENT if of_loss else Consequence.WRONG_VALUE
        self.report(
            event.at,
            _MESSAGES[event.fault].format(made=self.text(event.at)),
            Consequence.RAISES if raises else silent,
            () if event.is_certain else (Assumption(Assumed.OWNER, Sign.BACKWARD, event.other),),
            because=[(event.other, _STEPS[event.fault])],
        )
