"""TAP504: an evaluation that records a graph."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tapelint.editing.changes import AllUnderNoGrad, NodeFix, safe, unsafe
from tapelint.findings import Consequence
from tapelint.rules.checker import Checker
from tapelint.tape.domain.assumptions import Assumed

if TYPE_CHECKING:
    from tapelint.analyses.facts import EvaluationRecorded as EvaluationRecordedEvent

_WHERE = {
    "function": "decorate the function with",
    "loop": "put the loop under",
    "call": "put it under",
}


class EvaluationRecorded(Checker):
    """Visits evaluations of networks while autograd records."""

    code = "TAP504"
    name = "evaluation-recorded"
    summary = "an evaluation records a graph that no backward uses"
    needs = "a loop or function that evaluates a trained network while autograd records"
    has_moved = True
    on_by_default = False
    triggers = ("backward",)
    serious = ("*backward(",)
    safe_fix = "`@torch.no_grad()` above the function, or the loop under `torch.no_grad()`"
    why_safe = "the values stay the same, and no backward in sight uses the graph"
    unsafe_fix = "the same for a network of which not all is known"

    def visit_evaluation_recorded(self, event: EvaluationRecordedEvent) -> None:
        """Report the call of the network."""
        self.report(
            event.at,
            f"`{self.text(event.at)}` records a graph that no backward uses; "
            f"{_WHERE[event.scope]} `torch.no_grad()`",
            Consequence.MEMORY,
            event.assumed,
            because=[
                (event.trained, "this trains the network, so its parameters require grad"),
                (event.at, "here it is evaluated, and autograd records"),
            ],
            fix=lambda: _fixes(event),
        )


def _fixes(event: EvaluationRecordedEvent) -> list[NodeFix]:
    if event.scope == "call" or event.via:
        return []
    is_known = all(each.kind is Assumed.MEANING for each in event.assumed)
    fix = safe if is_known else unsafe
    return [fix("switch recording off", AllUnderNoGrad(event.node, event.line))]
