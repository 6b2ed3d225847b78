"""TAP702: clipping that clips nothing, or something else than the gradients of the step."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tapelint.findings import Consequence
from tapelint.rules.checker import Checker
from tapelint.rules.reasons import Reason
from tapelint.tape.domain.assumptions import Assumed, Assumption, Sign
from tapelint.tape.domain.terms import ClipFault
from tapelint.torch_api.gradient_calls import RAISES_OVER_NOTHING

if TYPE_CHECKING:
    from tapelint.analyses.facts import ClippedAnother
    from tapelint.rules.report import SourceText, Step
    from tapelint.source import tree
    from tapelint.tape.training_events import GradientsClipped

_MESSAGES = {
    ClipFault.BEFORE: (
        "`{call}` clips nothing: the gradients are cleared, and the backward comes later; "
        "clip between backward and step"
    ),
    ClipFault.AFTER: (
        "`{call}` comes after the step that has used the gradients; clip between backward and step"
    ),
    ClipFault.SCALED: (
        "`{call}` clips gradients that are still scaled; call `unscale_` with the optimiser first"
    ),
    ClipFault.EXHAUSTED: (
        "`{given}` is an iterator that is used up: {outcome}; make a list of it, or ask "
        "for the parameters again"
    ),
    ClipFault.RESULT: (
        "`{given}` is a computed tensor without `.grad`: {outcome}; give the parameters"
    ),
}
_STEPS = {
    ClipFault.BEFORE: "the gradients are cleared here",
    ClipFault.AFTER: "the step has used the gradients here",
    ClipFault.SCALED: "the scaler unscales them here, after the clipping",
    ClipFault.EXHAUSTED: "this has gone over the iterator",
}
_OF_ORDER = frozenset({ClipFault.BEFORE, ClipFault.AFTER, ClipFault.SCALED})
"""What may be so in one round, and not in another."""
_OF_NOTHING = frozenset({ClipFault.EXHAUSTED, ClipFault.RESULT})
"""What gives the call no gradient at all."""


class ClipWithoutEffect(Checker):
    """Visits calls that clip gradients."""

    code = "TAP702"
    name = "clip-without-effect"
    summary = "gradients clipped where it has no effect: before backward, after step, still scaled"
    needs = "a call that clips gradients, and what was done with them before"
    triggers = ("clip_grad_",)
    serious = ("clip_grad_norm_(", "clip_grad_value_(", "clip_grad_norm(")

    def __init__(self, text: SourceText) -> None:
        super().__init__(text)
        self._effective: set[tree.Node] = set()
        self._reported: set[tree.Node] = set()

    def visit_clipped_another(self, event: ClippedAnother) -> None:
        """Report clipping of another network between a backward and its step."""
        if event.at in self._effective:
            self.dismiss(event, Reason.ALLOWED)
            return
        call, step = self.text(event.at), self.text(event.step)
        self.report(
            event.at,
            f"`{call}` clips another network than `{step}` changes; clip what that optimiser has",
            Consequence.WRONG_VALUE,
            () if event.is_certain else (Assumption(Assumed.OWNER, Sign.USE, event.step),),
            because=[
                (event.backward, "this backward fills what the step uses"),
                (event.step, "the step uses gradients that nobody has clipped"),
            ],
        )

    def visit_clipped(self, event: GradientsClipped) -> None:
        """Report clipping that does not clip what the step uses."""
        if event.is_effective:
            self._effective.add(event.at)
            if event.at in self._reported:
                self.leave(event.at, Reason.ALLOWED)
                return
        if event.fault is None:
            is_known = event.is_seen and not event.is_handed_on
            self.dismiss(event, Reason.ALLOWED if is_known else Reason.UNCERTAIN)
            return
        if event.fault in _OF_ORDER and event.at in self._effective:
            self.dismiss(event, Reason.ALLOWED)  # in another round, or on another way to here
            return
        if event.fault in _OF_ORDER:
            self._reported.add(event.at)
        is_of_call = "{call}" in _MESSAGES[event.fault]
        named = self.text(event.at if is_of_call else event.given)
        because: list[Step] = []
        if event.other is not None and event.fault in _STEPS:
            because = [(event.other, _STEPS[event.fault])]
        raises = event.fault in _OF_NOTHING and RAISES_OVER_NOTHING in self.spelled(event.at)
        outcome = f"`{RAISES_OVER_NOTHING}` raises" if raises else "nothing is clipped"
        self.report(
            event.at,
            _MESSAGES[event.fault].format(call=named, given=named, outcome=outcome),
            Consequence.RAISES if raises else Consequence.WRONG_VALUE,
            () if event.is_certain else (Assumption(Assumed.OWNER, Sign.USE, event.other),),
            because=because,
        )
