"""TAP801: an autograd function of one's own that does not keep to autograd's contract."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tapelint.findings import Confidence, Consequence
from tapelint.rules.checker import Checker
from tapelint.rules.reasons import Reason
from tapelint.tape.domain.terms import Role

if TYPE_CHECKING:
    from tapelint.tape.function_events import (
        ArgumentChanged,
        DirtyMarked,
        FunctionObjectUsed,
        GradientsReturned,
        KeptOnContext,
        OutputsReturned,
    )


class FunctionWithoutTape(Checker):
    """Visits the methods of autograd functions."""

    code = "TAP801"
    name = "function-without-tape"
    summary = "an autograd function whose gradients, saved tensors or changes autograd cannot use"
    needs = "a class that derives from torch.autograd.Function, with a forward and a backward"
    triggers = ("autograd",)
    serious = ()

    def visit_gradients_returned(self, event: GradientsReturned) -> None:
        """Report a number of gradients that does not fit the arguments."""
        is_less = event.count < event.least
        if not event.has_gradient or not (is_less or event.has_spare or event.is_list):
            self.dismiss(event, Reason.ALLOWED)
            return
        if event.is_list:
            message = "`backward` returns a list, which counts as one gradient; return a tuple"
        elif is_less:
            message = (
                f"`forward` takes {_many(event.least, 'argument')}, and `backward` returns "
                f"{_many(event.count, 'gradient')}: it raises; add `None` for each other argument"
            )
        else:
            message = (
                f"`forward` takes {_many(event.most or 0, 'argument')}, and `backward` returns "
                f"{_many(event.count, 'gradient')}: it raises; return one for each argument"
            )
        self.report(event.at, message, Consequence.RAISES)

    def visit_outputs_returned(self, event: OutputsReturned) -> None:
        """Report results that autograd does not look into, or that backward does not take."""
        if not event.is_trained:
            self.dismiss(event, Reason.NOT_WANTED)
            return
        if event.container:
            self.report(
                event.at,
                f"autograd looks for no tensors in a {event.container}: none of these results "
                "gets a gradient; return a tuple",
                Consequence.NO_GRADIENT,
            )
            return
        count, most = event.count, event.most
        if count is None or event.least <= count <= (count if most is None else most):
            self.dismiss(event, Reason.ALLOWED)
            return
        takes = event.least if count < event.least or most is None else most
        self.report(
            event.at,
            f"`forward` returns {_many(count, 'result')}, and `backward` takes "
            f"{_many(takes, 'gradient')}: it raises; take one for each result",
            Consequence.RAISES,
        )

    def visit_kept_on_context(self, event: KeptOnContext) -> None:
        """Report a result that keeps itself alive, and an input whose changes nobody sees."""
        if event.is_released:
            self.dismiss(event, Reason.MEANT)
            return
        if not event.is_differentiated or (event.role is Role.INPUT and not event.is_read):
            self.dismiss(event, Reason.ALLOWED)
            return
        kept, name = self.text(event.at), event.name
        save = f"use `{event.context}.save_for_backward`"
        if event.role is Role.RESULT:
            self.report(
                event.at,
                f"`{kept}` keeps the result `{name}`, which keeps the graph: a cycle that only "
                f"the garbage collector frees; {save}",
                Consequence.MEMORY,
            )
            return
        self.report(
            event.at,
            f"`{kept}` keeps the input `{name}` past autograd: if it is changed before the "
            f"backward, the gradient is silently wrong; {save}",
            Consequence.WRONG_GRADIENT,
            Confidence.LIKELY,
        )

    def visit_argument_changed(self, event: ArgumentChanged) -> None:
        """Report inputs and gradients that others see change."""
        if event.is_marked or not event.is_differentiated:
            self.dismiss(event, Reason.ALLOWED)
            return
        name = event.name
        if event.is_gradient:
            message = (
                f"this changes `{name}` in place, which autograd may give to other operations, "
                f"too: their gradients become wrong; change `{name}.clone()`"
            )
        elif event.is_returned:
            message = (
                f"`forward` changes the input `{name}`, and autograd is not told: other uses of "
                f"it get a wrong gradient; call `{event.context}.mark_dirty({name})`"
            )
        else:
            message = (
                f"`forward` changes the input `{name}`, and autograd is not told: other uses of "
                f"it get a wrong gradient; change `{name}.clone()`"
            )
        self.report(event.at, message, Consequence.WRONG_GRADIENT, Confidence.LIKELY)

    def visit_dirty(self, event: DirtyMarked) -> None:
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

    def visit_function_object(self, event: FunctionObjectUsed) -> None:
        """Report objects of a function, which torch does not call any more."""
        kind = event.kind
        if event.attribute:
            message = (
                f"`forward` reads `{event.attribute}` of an object of `{kind}`, which torch does "
                f"not call any more: it raises; pass it to `{kind}.apply`"
            )
        else:
            static = "" if event.is_static else " and make its methods static"
            message = (
                f"torch does not call objects of `{kind}` any more: it raises; call "
                f"`{kind}.apply`{static}"
            )
        self.report(event.at, message, Consequence.RAISES)


def _many(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"
