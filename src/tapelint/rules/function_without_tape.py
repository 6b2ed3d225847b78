"""TAP801: an autograd function of one's own that does not keep to autograd's contract."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tapelint.findings import Consequence
from tapelint.rules.checker import Checker
from tapelint.rules.reasons import Reason
from tapelint.tape.domain.terms import Role

if TYPE_CHECKING:
    from tapelint.tape import function_events as events


class FunctionWithoutTape(Checker):
    """Visits the methods of autograd functions."""

    code = "TAP801"
    name = "function-without-tape"
    summary = "an autograd function that returns, keeps or changes what autograd cannot follow"
    needs = "a class that derives from torch.autograd.Function, with a forward and a backward"
    on_by_default = False
    triggers = ("autograd",)
    serious = ()

    def visit_gradients_returned(self, event: events.GradientsReturned) -> None:
        """Report a number of gradients that does not fit the arguments."""
        is_less = event.count < event.least
        if not event.has_gradient or not (is_less or event.has_spare or event.is_list):
            self.dismiss(event, Reason.ALLOWED)
            return
        takes = event.least if is_less or event.most is None else event.most
        message = (
            f"`forward` takes {_many(takes, 'argument')}, and `backward` returns "
            f"{_many(event.count, 'gradient')}: it raises; return one for each, `None` if need be"
        )
        if event.is_list:
            message = "`backward` returns a list, which is no gradient: it raises; return a tuple"
        self.report(event.at, message, Consequence.RAISES)

    def visit_outputs_returned(self, event: events.OutputsReturned) -> None:
        """Report results that autograd does not look into, or that backward does not take."""
        if not event.is_trained:
            self.dismiss(event, Reason.NOT_WANTED)
            return
        if event.container:
            self.report(
                event.at,
                f"autograd does not look for tensors in a {event.container}: none of these results "
                "gets a gradient; return a tuple",
                Consequence.NO_GRADIENT,
            )
            return
        if event.count is None or not event.is_alone:
            self.dismiss(event, Reason.ALLOWED)
            return
        takes = event.least if event.most is None or event.count < event.least else event.most
        self.report(
            event.at,
            f"`forward` returns {_many(event.count, 'result')}, and `backward` takes "
            f"{_many(takes, 'gradient')}: it raises; take one for each result",
            Consequence.RAISES,
        )

    def visit_kept_on_context(self, event: events.KeptOnContext) -> None:
        """Report a result that keeps itself alive, and an input whose changes nobody sees."""
        if event.is_released:
            self.dismiss(event, Reason.MEANT)
            return
        is_result = event.role is Role.RESULT
        if not event.is_differentiated or not (is_result or event.is_read):
            self.dismiss(event, Reason.ALLOWED)
            return
        why = (
            f"keeps the result `{event.name}`, and that keeps the graph: only the garbage "
            "collector frees such a cycle"
            if is_result
            else f"keeps the input `{event.name}` past autograd: if it is changed before the "
            "backward, the gradient is silently wrong"
        )
        self.report(
            event.at,
            f"`{self.text(event.at)}` {why}; use `{event.context}.save_for_backward`",
            Consequence.MEMORY if is_result else Consequence.WRONG_GRADIENT,
            () if is_result else event.assumed,
        )

    def visit_argument_changed(self, event: events.ArgumentChanged) -> None:
        """Report inputs and gradients that others see change."""
        if event.is_marked or not event.is_differentiated:
            self.dismiss(event, Reason.ALLOWED)
            return
        name = event.name
        why = f"`forward` changes the input `{name}`, and autograd is not told: other uses of it"
        if event.is_gradient:
            why = f"this changes `{name}`, which autograd may give to other operations, too: they"
        is_markable = event.is_returned and not event.is_gradient
        instead = f"call `{event.context}.mark_dirty({name})`"
        self.report(
            event.at,
            f"{why} get wrong gradients; {instead if is_markable else 'change a clone of it'}",
            Consequence.WRONG_GRADIENT,
            event.assumed,
        )

    def visit_dirty(self, event: events.DirtyMarked) -> None:
        """Report an input that is marked and not returned."""
        if event.may_be_returned:
            self.dismiss(event, Reason.ALLOWED)
            return
        self.report(
            event.at,
            f"`{event.name}` is marked as changed in place, and `forward` does not return it: "
            "it raises; return it, too",
            Consequence.RAISES,
        )

    def visit_function_object(self, event: events.FunctionObjectUsed) -> None:
        """Report objects of a function, which torch does not call any more."""
        static = "" if event.is_static else ", with static methods"
        why = f"torch does not call objects of `{event.kind}` any more"
        if event.attribute:
            why = f"`forward` reads `{event.attribute}` of an object, which torch does not call"
        call = f"it raises; call `{event.kind}.apply`{static}"
        self.report(event.at, f"{why}: {call}", Consequence.RAISES)


def _many(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"
