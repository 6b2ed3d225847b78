"""TAP603: an assignment that is meant to freeze, and that torch does not look at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tapelint.editing.changes import CallMethod, NodeFix, unsafe
from tapelint.findings import Consequence
from tapelint.rules.checker import Checker
from tapelint.rules.reasons import Reason
from tapelint.source import tree
from tapelint.tape.domain.assumptions import Assumed, Assumption, Sign
from tapelint.tape.domain.terms import Holder, Truth
from tapelint.torch_api.gradient_flag import FLAG, METHOD

if TYPE_CHECKING:
    from tapelint.tape.module_events import FlagAssigned


class FrozenInVain(Checker):
    """Visits assignments to ``requires_grad`` and to what is meant to be it."""

    code = "TAP603"
    name = "frozen-in-vain"
    summary = "an assignment that is meant to freeze a module or a parameter, and does nothing"
    needs = "a flag assigned to a module, to `.data`, or under a name that torch does not know"
    triggers = ("requires_grad", "require_grad", "required_grad", "requires_gradient")
    serious = (
        ".requires_grad", ".requires_grad_", ".require_grad", ".required_grad", ".requires_grads",
        "setattr(",
    )  # fmt: skip
    unsafe_fix = "`requires_grad_` called with what was assigned; none for `.data`"

    def visit_flag(self, event: FlagAssigned) -> None:
        """Report what switches nothing, unless it is switched already."""
        if event.holder is Holder.MODULE and event.name == FLAG and event.on is event.trains:
            self.dismiss(event, Reason.ALLOWED)
            return
        owner, target = self.text(event.owner), self.text(event.at)
        if event.name == METHOD:
            what = f"this replaces the method `{METHOD}`, and `{owner}` stays as it was; call it"
        elif event.holder is Holder.MODULE:
            what = f"`{owner}` is a module: `{target}` switches nothing; call `{METHOD}` on it"
        elif event.holder is Holder.ALIAS:
            what = f"`{owner}` is another tensor: this switches nothing; leave `.data` out"
        else:
            what = f"torch does not know `{event.name}`: this switches nothing; write `{FLAG}`"
        kind = "a module" if event.holder is Holder.MODULE else "a tensor"
        self.report(
            event.at,
            what,
            Consequence.NO_GRADIENT if event.on is Truth.YES else Consequence.WRONG_GRADIENT,
            (Assumption(Assumed.TYPE, Sign.USE, None, event.owner, kind),)
            if event.is_guess
            else (),
            fix=lambda: _fixes(event),
        )


def _fixes(event: FlagAssigned) -> list[NodeFix]:
    is_call = isinstance(event.at, tree.Call)  # of `setattr`
    if is_call or event.holder is Holder.ALIAS or event.on is Truth.UNKNOWN:
        return []
    return [unsafe(f"call `{METHOD}`", CallMethod(event.node, METHOD))]
