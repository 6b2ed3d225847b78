"""TAP103: a computed result made a leaf, so that backward runs and trains nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tapelint.findings import Consequence
from tapelint.rules.checker import Checker
from tapelint.rules.listening import Verdict
from tapelint.rules.lost_by import called, without
from tapelint.rules.reasons import Reason
from tapelint.rules.report import Report, SourceText, Step
from tapelint.tape.domain.assumptions import returned_to_train
from tapelint.tape.domain.terms import History, LeafForm, Truth, Use
from tapelint.torch_api import names

if TYPE_CHECKING:
    from tapelint.source import tree
    from tapelint.tape.leaf_events import LeafMade

_ON_PURPOSE = {Use.GRADIENT_ASKED, Use.OPTIMISED}
_MAY_BE_HELD = {Use.BESIDE_UNKNOWN, Use.PASSED, Use.STORED, Use.RETURNED}
_TRAINED_ON = {
    Use.ROOT: "backward starts here, and ends at the leaf",
    Use.BACKWARD: "backward starts here",
    Use.RETURNED_AS_LOSS: "it is returned to be trained on here",
}


class RequiresGradOnResult(Checker):
    """Visits leaves that are made over numbers that are there already."""

    code = "TAP103"
    name = "requires-grad-on-result"
    summary = "a computed result made a leaf: backward runs and trains nothing"
    needs = "a computed result made a leaf, and a backward that starts from it"
    triggers = ("requires_grad",)
    serious = ("requires_grad=", ".requires_grad", "requires_grad_(", "Variable(", "Parameter(")

    def __init__(self, text: SourceText) -> None:
        super().__init__(text)
        self._on_purpose: set[tree.Node] = set()
        self._made: list[LeafMade] = []

    def visit_leaf_made(self, event: LeafMade) -> None:
        """Remember it: what became of the leaf is told by all the times that it was made."""
        self._made.append(event)
        if not _ON_PURPOSE.isdisjoint(event.cut.uses):
            self._on_purpose.add(event.at)

    def reports(self) -> list[Report]:
        """Report the leaves whose gradient nobody reads, though it is asked for."""
        for event in self._made:
            verdict = self._verdict(event)
            if isinstance(verdict, Reason):
                codes = ("TAP101",) if verdict is Reason.OTHER_RULE else ()
                self.dismiss(event, verdict, *codes)
                continue
            self.report(
                event.at,
                self._message(event),
                Consequence.RAISES if event.is_refused else Consequence.NO_GRADIENT,
                verdict,
                self._trail(event),
                unless=[event.at, *_earlier(event)],
                choices=event.choices,
            )
        return super().reports()

    def _verdict(self, event: LeafMade) -> Verdict:
        uses, is_loss = set(event.cut.uses), self._is_loss(event)
        if event.at in self._on_purpose or Use.UNSEEN in uses:
            return Reason.NEW_LEAF if event.at in self._on_purpose else Reason.BUDGET
        if event.is_refused:
            if event.is_recorded_surely:
                return ()
            return self.doubted(Reason.of_sure_mode(event), *event.recording)
        if event.is_constant or event.history is History.CARRIED:
            return Reason.NO_HISTORY if event.is_constant else Reason.OTHER_RULE
        if event.form is LeafForm.METHOD and event.before is not Truth.NO:
            return Reason.ALLOWED  # over a tensor with a history it does nothing
        if Use.ROOT in uses:
            return ()
        is_lost = event.origin is not None and event.origin.is_of_result
        if Use.CONSTANT in uses or uses.isdisjoint({Use.BACKWARD, Use.RETURNED_AS_LOSS}):
            return Reason.NOT_WANTED
        if Use.BACKWARD in uses:
            if not uses.isdisjoint(_MAY_BE_HELD):
                return event.named if is_lost and is_loss else Reason.UNSUPPORTED
            if is_lost:
                return ()
            return event.named if is_loss or Use.LOSS_INPUT in uses else Reason.UNSUPPORTED
        if is_lost:
            if is_loss or names.computes_loss(event.function):
                return (returned_to_train(event.cut.uses[Use.RETURNED_AS_LOSS]),)
            return Reason.UNSUPPORTED
        return event.named if is_loss else Reason.UNSUPPORTED

    def _is_loss(self, event: LeafMade) -> bool:
        named = (event.name, self.spelled(event.source).split("(")[0].split("[")[0])
        return any(names.computes_loss(each) for each in named)

    def _message(self, event: LeafMade) -> str:
        source = self.text(event.source)
        if event.is_refused:
            return (
                f"`{source}` has a history: setting its `requires_grad` raises; it requires grad "
                "already, so drop the line"
            )
        what = f"`{source}` has no history and becomes a new leaf"
        if event.form is LeafForm.CONSTRUCTOR:
            what = f"`{self.text(event.at)}` is a new leaf over numbers alone"
        anew, origin = "compute the loss from tensors that carry the history", event.origin
        instead = anew if origin is None else without(origin.operation)
        return f"{what}: backward ends here and trains nothing; {instead}"

    def _trail(self, event: LeafMade) -> list[Step]:
        steps: list[Step] = []
        if (origin := event.origin) is not None:
            steps.append((origin.node, f"{called(origin.operation)} ends the history"))
        uses = event.cut.uses
        used = [(uses[each], text) for each, text in _TRAINED_ON.items() if each in uses][:1]
        return [*steps, (event.at, "a leaf is made here"), *used]


def _earlier(event: LeafMade) -> list[tree.Node]:
    """Where the history may have been lost before: a report there tells it all."""
    cuts = [cut.node for cut in event.earlier]
    is_of_numpy = event.origin is not None and event.origin.operation.startswith("numpy.")
    return [*cuts, event.origin.node] if event.origin and is_of_numpy else cuts
