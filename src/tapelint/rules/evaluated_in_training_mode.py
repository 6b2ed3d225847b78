"""TAP607: a network that is evaluated in training mode."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tapelint.editing.changes import InEvalMode, NodeFix, unsafe
from tapelint.findings import Consequence
from tapelint.rules.checker import Checker

if TYPE_CHECKING:
    from tapelint.analyses.facts import EvaluatedInTraining


class EvaluatedInTrainingMode(Checker):
    """Visits evaluations of networks that nothing has switched."""

    code = "TAP607"
    name = "evaluated-in-training-mode"
    summary = "a network with dropout or batch norm is evaluated in training mode"
    needs = "a loop or function that evaluates a trained network, which no `eval()` has switched"
    has_moved = True
    on_by_default = False
    triggers = ("backward",)
    serious = ("*backward(",)
    unsafe_fix = "`eval()` before the loop or the statement that evaluates, `train()` behind it"

    def visit_evaluated_in_training(self, event: EvaluatedInTraining) -> None:
        """Report the call of the network."""
        of = f"{self.text(event.network)}." if event.network is not None else ""
        learns = {each for each in event.layers if "Norm" in each}
        drops = event.layers - learns
        what = " and ".join(
            [*(["dropout is on"] if drops else []), *(["batch norm learns"] if learns else [])]
        )
        self.report(
            event.at,
            f"`{self.text(event.at)}` evaluates in training mode: "
            f"{what or 'dropout and batch norm train'}; "
            f"call `{of}eval()` before, `{of}train()` after",
            Consequence.WRONG_VALUE,
            event.assumed,
            because=[
                (event.trained, "this trains the network"),
                (event.at, "here it is evaluated, and nothing has called `eval()`"),
            ],
            fix=lambda: _fixes(event),
        )


def _fixes(event: EvaluatedInTraining) -> list[NodeFix]:
    if not event.networks or event.via:
        return []
    networks = tuple(each.lossless for each in event.networks)
    return [unsafe("switch to evaluation", InEvalMode(networks, event.scope, event.line))]
