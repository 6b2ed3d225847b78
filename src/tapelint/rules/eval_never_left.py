"""TAP606: a network that trains on in evaluation mode."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tapelint.findings import Consequence
from tapelint.rules.checker import Checker
from tapelint.tape.domain.assumptions import Assumed, Assumption, Sign

if TYPE_CHECKING:
    from tapelint.tape.training_events import TrainedInEvaluation


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
        self.report(
            event.at,
            f"from the second round on, this trains in evaluation mode: nothing undoes "
            f"`{switched}`; call `train()` at the start of each round",
            Consequence.WRONG_VALUE,
            assumed=()
            if event.is_certain
            else [Assumption(Assumed.TYPE, Sign.USE, event.evaluated)],
            because=[
                (event.evaluated, "from here on, dropout is off and batch statistics stay"),
                (event.at, "the next round trains the network so"),
            ],
        )
