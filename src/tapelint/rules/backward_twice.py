"""TAP501: a second backward through what the first one has freed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tapelint.findings import Consequence
from tapelint.rules.checker import Checker
from tapelint.rules.reasons import Reason
from tapelint.rules.weights import is_supported

if TYPE_CHECKING:
    from tapelint.analyses.facts import BackwardTwice as BackwardTwiceEvent


class BackwardTwice(Checker):
    """Visits backwards that meet freed memory."""

    code = "TAP501"
    name = "backward-twice"
    summary = "a second backward through a part of the graph that the first one has freed"
    needs = "two backwards that pass one operation, and the first without retain_graph"
    has_moved = True
    triggers = ("backward", "grad(")
    serious = ("*backward(", "grad(")

    def visit_backward_twice(self, event: BackwardTwiceEvent) -> None:
        """Report the second backward and name what both share."""
        if event.shared is None:
            self.dismiss(event, Reason.UNCERTAIN)
            return
        doubts = [event.doubt] if event.doubt is not None else []
        if not all(map(is_supported, doubts)) and not self.assumes(
            event, Reason.UNCERTAIN, *doubts
        ):
            return
        shared, second = self.text(event.shared), self.text(event.at)
        if event.first is event.at:
            what = f"`{second}` runs through `{shared}`, freed in the round before"
            instead = f"detach what the next round takes over, or compute `{shared}` again"
        else:
            first = self.text(event.first)
            earlier = f"an earlier `{first}`" if first == second else f"`{first}`"
            what = f"`{second}` runs through `{shared}`, which {earlier} has freed"
            instead = f"add the losses for one backward, or compute `{shared}` again"
        self.report(
            event.at,
            f"{what}: torch raises; {instead}",
            Consequence.RAISES,
            doubts,
            because=[
                (event.shared, "what is computed here, both pass"),
                (event.first, "the first backward frees what was saved"),
                (event.at, "the second one needs it here"),
            ],
        )
