"""TAP107: the result of an operation without effect, thrown away."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tapelint.editing.changes import BindResult, NodeFix, Replace, unsafe
from tapelint.findings import Consequence
from tapelint.rules.checker import Checker
from tapelint.rules.reasons import Reason
from tapelint.source import tree
from tapelint.tape.domain.assumptions import Assumed, Assumption, Sign
from tapelint.tape.domain.terms import Discard
from tapelint.torch_api.knowledge import knowledge
from tapelint.torch_api.names import measures_time

if TYPE_CHECKING:
    from tapelint.tape.events import ResultDiscarded


class DiscardedResult(Checker):
    """Visits results of operations on tensors that nobody takes."""

    code = "TAP107"
    name = "discarded-result"
    summary = "the result of an operation that changes nothing is thrown away: `y.detach()`"
    on_by_default = False
    needs = "a statement that calls a tensor's method without effect, or names one; a bare mode"
    triggers = (".", "for ")
    serious = ("result;",)
    unsafe_fix = (
        "the result assigned, the form in place called (`clamp_` for `clamp`), or the method called"
    )

    def visit_result_discarded(self, event: ResultDiscarded) -> None:
        """Report it, unless a notebook shows it or the time that it takes is measured."""
        if event.is_meant or measures_time(event.function):
            self.dismiss(event, Reason.MEANT)
            return
        is_idle = event.is_term or event.form is Discard.MODE
        target, written = self.text(event.target), self.text(event.at)
        if event.form is Discard.NOT_CALLED:
            message = (
                f"`{written}` names the method and does not call it: nothing happens; add `()`"
            )
        elif event.form is Discard.MODE:
            made = written if isinstance(event.target, tree.Call) else f"{written}()"
            message = (
                f"`{written}` alone switches nothing: what follows runs as before; "
                f"write `with {made}:` around it"
            )
        elif event.form is Discard.REBOUND:
            message = (
                f"`{written}` gives the name another tensor, which the next round drops; "
                f"change `{target}` in place under `torch.no_grad()`"
            )
        elif event.is_term:
            message = (
                f"`{written}` gives another tensor, and nobody takes it; `{target}` is a term of "
                f"a later loss, which it trains: delete the line"
            )
        else:
            message = (
                f"`{written}` gives another tensor, and nobody takes it: `{target}` stays as it "
                f"was; {self._instead(event)}"
            )
        self.report(
            event.at,
            message,
            Consequence.NONE if is_idle else Consequence.WRONG_VALUE,
            ()
            if event.is_sure
            else (Assumption(Assumed.TYPE, Sign.USE, None, event.target, "a tensor"),),
            fix=lambda: _fixes(event),
        )

    def _instead(self, event: ResultDiscarded) -> str:
        """What to write, by who else holds the tensor."""
        target = event.target
        if len(event.passed_by) > 1:
            return f"pass `{self.text(event.at)}` on where a constant is meant"
        if not event.is_held_elsewhere:
            return f"assign it to `{self.text(target)}`"
        if not _has_form_in_place(event):
            is_of_loop = isinstance(target, tree.Name)
            return "keep it in a new list" if is_of_loop else f"assign it to `{self.text(target)}`"
        owner = _owner(event)
        if owner is not None and not _is_gradient(owner):
            return f"change `{self.text(owner)}` in place under `torch.no_grad()`"
        name = f"{event.operation}_" if owner is None else f"{self.text(owner)}.{event.operation}_"
        return f"call `{name}`"


def _owner(event: ResultDiscarded) -> tree.BaseExpression | None:
    """What ``.data`` is read of."""
    target = event.target
    if isinstance(target, tree.Attribute) and target.attr.value == "data":
        return target.value
    return None


def _is_gradient(node: tree.BaseExpression) -> bool:
    return isinstance(node, tree.Attribute) and node.attr.value == "grad"


def _has_form_in_place(event: ResultDiscarded) -> bool:
    return f"{event.operation}_" in knowledge().inplace_methods


def _fixes(event: ResultDiscarded) -> list[NodeFix]:
    call, target = event.node, event.target.lossless
    if event.is_term or len(event.passed_by) > 1:
        return []  # assigned, it would end what a backward needs
    if event.form is not Discard.RESULT:
        is_named = event.form is Discard.NOT_CALLED
        return [unsafe("call it", Replace(call, (call, "()")))] if is_named else []
    if not event.is_held_elsewhere:
        return [unsafe("assign the result", BindResult(call, target)), *_in_place(event)]
    return _in_place(event)


def _in_place(event: ResultDiscarded) -> list[NodeFix]:
    """``p.grad.data.clamp(-1, 1)`` becomes ``p.grad.clamp_(-1, 1)``."""
    owner, function = _owner(event), getattr(event.node, "func", None)
    if not _has_form_in_place(event) or (owner is not None and not _is_gradient(owner)):
        return []
    if function is None or getattr(function, "value", None) is not event.target.lossless:
        return []
    tensor = (owner or event.target).lossless
    changed = Replace(function, (tensor, f".{event.operation}_"))
    return [unsafe("change the tensor in place", changed)]
