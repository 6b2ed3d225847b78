"""TAP410: log-probabilities of an action's parts where one of the whole action is due."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tapelint.findings import Consequence
from tapelint.rules.checker import Checker
from tapelint.rules.reasons import Reason
from tapelint.rules.weights import is_supported

if TYPE_CHECKING:
    from tapelint.analyses.facts import LogProbNotSummed as LogProbNotSummedEvent


class LogProbNotSummed(Checker):
    """Visits log-probabilities that meet one number a sample."""

    code = "TAP410"
    name = "log-prob-not-summed"
    summary = "the log-probability of a vector action, not summed over its parts"
    needs = "a distribution of numbers of which several are one action, and one value a sample"
    has_moved = True
    on_by_default = False
    triggers = ("log_prob",)
    serious = ("log_prob(", ".log_prob")

    def visit_log_prob_not_summed(self, event: LogProbNotSummedEvent) -> None:
        """Report where they are computed: there they should be summed."""
        doubts = list(event.doubts)
        if not all(map(is_supported, doubts)) and not self.assumes(
            event, Reason.UNCERTAIN, *doubts
        ):
            return
        what = "a ratio" if event.is_ratio else "a log-probability"
        self.report(
            event.at,
            f"`{self.text(event.at)}` gives {what} for each part of an action, "
            f"`{self.text(event.other)}` is one for the whole; add `.sum(-1)`",
            Consequence.WRONG_VALUE,
            doubts,
            because=[(event.met, "here they meet one number a sample")],
        )
