"""TAP203: an embedding's weight used before the embedding renormalises it in place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tapelint.editing.changes import CloneOperand, NodeFix, safe
from tapelint.findings import Consequence
from tapelint.rules.checker import Checker
from tapelint.rules.reasons import Reason, judge_of
from tapelint.rules.weights import is_supported

if TYPE_CHECKING:
    from tapelint.analyses.facts import StaleSaved
    from tapelint.source import tree


class EmbeddingMaxNorm(Checker):
    """Visits renormalisations of a weight that backward still needs."""

    code = "TAP203"
    name = "embedding-max-norm"
    summary = "the weight of an embedding with `max_norm` is used, then a lookup scales it in place"
    needs = "a use of an embedding's weight before a lookup with max_norm, and a backward of both"
    has_moved = True
    triggers = ("max_norm",)
    serious = ("max_norm=", ".weight")
    safe_fix = "`.clone()` of the weight where it is used"
    why_safe = "the values are the same, and the backward that raised now runs"

    def visit_stale_saved(self, event: StaleSaved) -> None:
        """Report the use of the weight: there a clone fixes it."""
        if judge_of(event) != self.code:
            self.dismiss(event, Reason.OTHER_RULE, judge_of(event))
            return
        if event.saved_at is None:
            self.dismiss(event, Reason.UNCERTAIN)
            return
        if not is_supported(event.doubt):
            if not self.assumes(event, Reason.UNCERTAIN, *event.assumed):
                return
        if event.is_return and event.of_mode is not None:
            if not self.assumes(event, Reason.MAY_NOT_TRAIN, event.of_mode):
                return
        at = event.saved_at
        weight = self.text(event.saved.node)
        raises = "a later backward raises" if event.is_return else "backward raises"
        lookup = self.text(event.change.node)
        self.report(
            event.saved_at,
            f"`{self.text(event.saved_at)}` saves `{weight}` for backward, then `{lookup}` "
            f"rescales it in place (`max_norm`): {raises}; use `{weight}.clone()` here",
            Consequence.RAISES,
            event.assumed,
            because=[
                (event.saved_at, f"`{weight}` is saved for backward here"),
                (event.change.node, "its rows are renormalised in place here"),
                (event.backward, "the saved version is needed from here on"),
            ],
            fix=lambda: _fixes(event.saved.node, at),
        )


def _fixes(weight: tree.Node, use: tree.Node) -> list[NodeFix]:
    return [safe("use a clone of the weight", CloneOperand(weight.lossless, use.lossless))]
