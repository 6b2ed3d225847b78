"""TAP703: an optimiser that has other parameters than the loss trains, none, or no memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tapelint.findings import Confidence, Consequence
from tapelint.rules.checker import Checker
from tapelint.rules.reasons import Reason
from tapelint.tape.domain.terms import OptimiserFault

if TYPE_CHECKING:
    from tapelint.tape.training_events import OptimiserMade

_MESSAGES = {
    OptimiserFault.MADE_ANEW: (
        "`{made}` is made anew for each step: what it remembers of the steps before is lost; "
        "make it before the loop"
    ),
    OptimiserFault.EXHAUSTED: (
        "`{made}` is given an iterator that is used up: it raises ValueError; "
        "make a list of it, or ask for the parameters again"
    ),
    OptimiserFault.OTHERS: (
        "`{made}` has other parameters than its loss trains: these are in no optimiser; "
        "give it theirs"
    ),
}
_STEPS = {
    OptimiserFault.MADE_ANEW: "the only step of the round before",
    OptimiserFault.EXHAUSTED: "this has gone over the iterator",
    OptimiserFault.OTHERS: "this backward reaches parameters that no optimiser has",
}


class OptimizerMissesParameters(Checker):
    """Visits optimisers."""

    code = "TAP703"
    name = "optimizer-misses-parameters"
    summary = "an optimiser with others than its loss trains, with none, or made anew for each step"
    on_by_default = False
    needs = "an optimiser of torch, and what it is given and steps with"
    triggers = ("step(",)
    serious = ("step(",)

    def visit_optimiser(self, event: OptimiserMade) -> None:
        """Report an optimiser that cannot do what it is there for."""
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
            Confidence.CERTAIN if event.is_certain else Confidence.LIKELY,
            because=[(event.other, _STEPS[event.fault])],
        )
