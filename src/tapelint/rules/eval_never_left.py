"""TAP606: a network that trains on in evaluation mode."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tapelint.findings import Consequence
from tapelint.rules.checker import Checker
from tapelint.tape.domain.assumptions import Assumed, Assumption, Sign

if TYPE_CHECKING:
    from tapelint.tape.training_events import TrainedInEvaluation

_SWITCH = "a switch of layers that behave otherwise in evaluation"


class EvalNeverLeft(Checker):
    """Visits backwards of networks that a round before has switched to evaluation."""

    code = "TAP606"
    name = "eval-never-left"
    summary = "a training loop that switches its network to evaluation mode and never back"
    needs = "a backward that is met again after `eval()`, and a layer known to depend on the mode"
    triggers = ("eval", "train(False)", "train(mode=False)")
    serious = ("eval(", "train(")

    def visit_trained_in_evaluation(self, event: TrainedInEvaluation) -> None:
        """Report the backward, and where the mode was switched."""
        switched = self.text(event.evaluated)
        since = "from the second round on, " if event.is_later else ""
        where = "at the start of each round" if event.is_later else "behind the evaluation"
        self.report(
            event.at,
            f"{since}this trains in evaluation mode: nothing undoes `{switched}`; call `train()` "
            f"{where}",
            Consequence.WRONG_VALUE,
            assumed=()
            if event.is_certain
            else [Assumption(Assumed.TYPE, Sign.USE, event.evaluated, event.evaluated, _SWITCH)],
            because=[
                (event.evaluated, "from here on, dropout is off and batch statistics stay"),
                (
                    event.at,
                    f"the {'next round' if event.is_later else 'loop'} trains the network so",
                ),
            ],
        )
