"""TAP106: what is taken for a leaf is the result of an operation on one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tapelint.editing.changes import NodeFix, RequireGradLast, unsafe
from tapelint.findings import Consequence
from tapelint.rules.checker import Checker
from tapelint.rules.reasons import Reason
from tapelint.rules.report import Step
from tapelint.tape.domain.assumptions import Assumed, Assumption, Sign
from tapelint.tape.domain.frozen import replace
from tapelint.tape.domain.terms import LeafUse, Truth
from tapelint.torch_api.knowledge import knowledge

if TYPE_CHECKING:
    from tapelint.tape.leaf_events import LeafLost

_CONSEQUENCES = {
    LeafUse.GRADIENT: "its `.grad` stays `None`",
    LeafUse.OPTIMISED: "the optimiser raises ValueError",
    LeafUse.REGISTERED: "the module does not register it",
}


class NotALeaf(Checker):
    """Visits results that are used as leaves."""

    code = "TAP106"
    name = "not-a-leaf"
    summary = "a tensor made with `requires_grad` and turned into another at once: the leaf is lost"
    needs = "the result of an operation on a leaf, used as only a leaf can be"
    triggers = ("requires_grad", "Parameter", "optim")
    serious = ("requires_grad=", ".requires_grad", "requires_grad_(", "Parameter(")
    unsafe_fix = "`requires_grad=True` out of the first call, `.requires_grad_()` behind the last"

    def visit_leaf_lost(self, event: LeafLost) -> None:
        """Report the operation that comes between the leaf and its use."""
        if event.grad_mode is not Truth.YES:
            if not self.assumes(event, Reason.of_mode(event), *event.recording):
                return
        made = self.text(event.at)
        what = f"`{made}` is the result of an operation, not the leaf"
        if event.is_new is Truth.UNKNOWN:
            what = f"`{made}` is a copy, not the leaf, whenever a move is needed"
        raises = event.use is LeafUse.OPTIMISED
        self.report(
            event.at,
            f"{what}: {_CONSEQUENCES[event.use]}; {_instead(event)}",
            Consequence.RAISES if raises else Consequence.NO_GRADIENT,
            _assumed(event),
            _trail(event),
            unless=[event.leaf] if event.leaf is not None else (),
            fix=lambda: _fixes(event),
        )


def _fixes(event: LeafLost) -> list[NodeFix]:
    if event.is_held or event.leaf is None or event.use is LeafUse.REGISTERED:
        return []
    return [unsafe("require grad last", RequireGradLast(event.leaf.lossless, event.node))]


def _instead(event: LeafLost) -> str:
    if event.use is LeafUse.REGISTERED:
        is_view = event.operation in knowledge().views  # one that overlaps cannot be stepped
        keep = "keep the `Parameter`, and view it later"
        return keep if is_view else "make the `Parameter` last"
    if event.is_held:
        return "give it the leaf itself"
    return "make the tensor first, then call `.requires_grad_()`"


def _trail(event: LeafLost) -> list[Step]:
    steps: list[Step] = []
    if event.leaf is not None:
        steps.append((event.leaf, "the leaf is made here"))
    steps.append((event.at, f"`{event.operation}` makes another tensor of it here"))
    if event.used_at is not event.at:
        steps.append((event.used_at, f"{event.use.value} here"))
    return steps


def _assumed(event: LeafLost) -> list[Assumption]:
    """What a report rests on: that a move is needed, and that autograd records."""
    found: list[Assumption] = []
    if event.is_new is not Truth.YES:
        found.append(Assumption(Assumed.COPY, Sign.USE, event.at))
    if event.grad_mode is Truth.YES and event.of_mode is not None:
        found.append(replace(event.of_mode, evidence=Sign.USE))
    return found
