"""TAP201: an in-place change of a leaf that requires grad."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tapelint.editing.changes import NodeFix, UnderNoGrad, safe, unsafe
from tapelint.findings import Consequence
from tapelint.rules.checker import Checker
from tapelint.rules.reasons import Reason
from tapelint.rules.report import Step
from tapelint.rules.triggers import CHANGES
from tapelint.rules.weights import is_supported
from tapelint.tape.domain.assumptions import Assumed
from tapelint.tape.domain.terms import Truth, WriteForm

if TYPE_CHECKING:
    from tapelint.analyses.facts import InPlace, StaleSaved
    from tapelint.rules.report import SourceText
    from tapelint.source import tree


class InplaceOnLeaf(Checker):
    """Visits in-place changes while autograd records."""

    code = "TAP201"
    name = "inplace-on-leaf"
    summary = "an in-place change of a leaf that requires grad, while autograd records"
    needs = (
        "a change in place of what is known to be a leaf that requires grad, while autograd records"
    )
    has_moved = True
    triggers = ("requires_grad", "arameter", "nn", ".grad")
    serious = (*CHANGES,)
    safe_fix = "the statement under `with torch.no_grad():`"
    why_safe = "the line raises as it stands, so no result of it is lost"
    unsafe_fix = (
        "the same in a `forward`, for an argument, for `out=`, and for a value with a history"
    )

    def __init__(self, text: SourceText) -> None:
        super().__init__(text)
        self._history_wanted: set[tree.Node] = set()

    def visit_stale_saved(self, event: StaleSaved) -> None:
        """A change that a backward stumbles over is not fixed by ``no_grad``."""
        self._history_wanted.add(event.at)

    def visit_inplace(self, event: InPlace) -> None:
        """Report what torch refuses."""
        if event.is_wanted:
            self._history_wanted.add(event.at)
        if not event.is_refused:
            self.dismiss(event, Reason.ALLOWED)
            return
        if event.grad_mode is Truth.NO:
            self.dismiss(event, Reason.NOT_RECORDED)
            return
        if not all(map(is_supported, event.assumed)):
            is_of_mode = any(each.kind is Assumed.RECORDING for each in event.assumed)
            reason = Reason.of_sure_mode(event) if is_of_mode else Reason.UNCERTAIN
            if not self.assumes(event, reason, *event.assumed):
                return
        target = self.text(event.target)
        what = "a view of a leaf" if event.is_view else "a leaf"
        if event.form is WriteForm.OUT:
            message = f"`out={target}` writes into {what} that requires grad: torch raises"
        else:
            message = (
                f"`{target}` is {what} that requires grad, and `{event.operation}` changes it in "
                "place: torch raises"
            )
        steps: list[Step] = []
        if event.requires_grad_at is not None:
            steps.append((event.requires_grad_at, f"`{target}` requires grad from here on"))
        steps.append((event.at, "changed in place here, while autograd records"))
        self.report(
            event.at,
            f"{message}; change it under `with torch.no_grad():`",
            Consequence.RAISES,
            event.assumed,
            steps,
            fix=lambda: self._fixes(event),
        )

    def _fixes(self, event: InPlace) -> list[NodeFix]:
        if event.at in self._history_wanted:
            return []
        is_layer = event.function.rsplit(".", 1)[-1] == "forward"
        cuts = event.operands_have_history or event.form is WriteForm.OUT
        fix = unsafe if is_layer or cuts else safe
        return [
            fix("put the change under `no_grad`", UnderNoGrad(event.node, event.target.lossless))
        ]
