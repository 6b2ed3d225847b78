"""TAP107: the result of an operation without effect, thrown away."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tapelint.editing.changes import BindResult, NodeFix, Replace, UnderNoGrad, unsafe
from tapelint.findings import Consequence
from tapelint.rules.checker import Checker
from tapelint.rules.reasons import Reason
from tapelint.rules.written_shapes import is_widened
from tapelint.source import tree
from tapelint.tape.domain.assumptions import Assumed, Assumption, Sign
from tapelint.tape.domain.terms import Discard, Truth
from tapelint.torch_api.families import families
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
            what = f"`{written}` names the method and does not call it: nothing happens"
            if not _gives_anew(event):
                message = f"{what}; add `()`"
            elif event.is_held_elsewhere:
                message = f"{what}; {self._instead(event)}"
            else:
                message = f"{what}; assign `{written}()` to `{target}`"
        elif event.form is Discard.MODE:
            made = written if isinstance(event.target, tree.Call) else f"{written}()"
            message = (
                f"`{written}` alone switches nothing: what follows runs as before; "
                f"write `with {made}:` around it"
            )
        elif event.form is Discard.REBOUND:
            message = (
                f"`{written}` gives the name another tensor, which the next round drops; "
                f"{self._instead_of_name(event, target)}"
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

    def _instead_of_name(self, event: ResultDiscarded, name: str) -> str:
        """What to write for ``p = p * 0.9``."""
        if event.record is None or event.record.is_leaf is not Truth.YES:
            return "keep it in a new list"
        return f"copy it into `{name}`{_under(event)}"

    def _instead(self, event: ResultDiscarded) -> str:
        """What to write, by who else holds the tensor."""
        target = event.target
        if len(event.passed_by) > 1:
            return f"pass `{self.text(event.at)}` on where a constant is meant"
        if not event.is_held_elsewhere:
            return f"assign it to `{self.text(target)}`"
        if _can_be_in_place(event):
            tensor, name = _changed(event), f"{event.operation}_"
            called = name if tensor is target else f"{self.text(tensor)}.{name}"
            return f"call `{called}`{_under(event)}"
        if isinstance(target, tree.Name):
            return "keep it in a new list"
        is_constant = event.record is not None and event.record.requires_grad is Truth.NO
        if is_constant and not _is_parameter(event) and not _is_gradient(target):
            return f"assign it to `{self.text(_changed(event))}`"
        return "assign it to a name of its own"


def _changed(event: ResultDiscarded) -> tree.BaseExpression:
    """What is to be changed: for ``p.data`` that is ``p``."""
    target = event.target
    is_data = isinstance(target, tree.Attribute) and target.attr.value == "data"
    return target.value if is_data and isinstance(target, tree.Attribute) else target


def _gives_anew(event: ResultDiscarded) -> bool:
    """Whether a method that is only named would give another tensor."""
    return event.operation in families().giving_anew


def _is_gradient(node: tree.BaseExpression) -> bool:
    return isinstance(node, tree.Attribute) and node.attr.value == "grad"


def _is_parameter(event: ResultDiscarded) -> bool:
    return event.record is not None and event.record.is_parameter


def _under(event: ResultDiscarded) -> str:
    return " under `torch.no_grad()`" if _may_be_leaf(event) else ""


def _may_be_leaf(event: ResultDiscarded) -> bool:
    """Whether a change is refused that autograd records: of a leaf that requires grad."""
    is_constant = event.record is not None and event.record.requires_grad is Truth.NO
    is_plain = is_constant or _is_gradient(_changed(event))
    return event.grad_mode is not Truth.NO and not is_plain


def _can_be_in_place(event: ResultDiscarded) -> bool:
    """Whether the form in place is known to do it: a tensor keeps its type and its shape.

    What gradients flow to, and gradients, are of a type that takes each result. A tensor with a
    history would keep the one that it has, whatever is changed under ``no_grad``.
    """
    record, changed = event.record, _changed(event)
    is_data = changed is not event.target
    is_leaf = record is not None and Truth.YES is record.requires_grad is record.is_leaf
    is_right = _is_gradient(changed) or is_leaf or _is_parameter(event)
    is_right = is_right or (is_data and record is None)
    has_form = f"{event.operation}_" in knowledge().inplace_methods
    has_form = has_form and event.operation not in families().refusing_floats
    return has_form and is_right and not is_widened(event.made_at)


def _fixes(event: ResultDiscarded) -> list[NodeFix]:
    call, target = event.node, event.target.lossless
    if event.is_term or len(event.passed_by) > 1:
        return []  # assigned, it would end what a backward needs
    if event.form is Discard.REBOUND:
        return []
    if event.form is Discard.NOT_CALLED:
        if not _gives_anew(event):
            return [unsafe("call it", Replace(call, (call, "()")))]
        bound = BindResult(call, target, is_called=False)
        return [] if event.is_held_elsewhere else [unsafe("assign the result", bound)]
    if not event.is_held_elsewhere:
        return [unsafe("assign the result", BindResult(call, target))]
    return _in_place(event)


def _in_place(event: ResultDiscarded) -> list[NodeFix]:
    """``p.grad.data.clamp(-1, 1)`` becomes ``p.grad.clamp_(-1, 1)``."""
    function = getattr(event.node, "func", None)
    if not _can_be_in_place(event) or function is None:
        return []
    if getattr(function, "value", None) is not event.target.lossless:
        return []
    tensor = _changed(event).lossless
    changes = [Replace(function, (tensor, f".{event.operation}_"))]
    under = [UnderNoGrad(event.node)] if _may_be_leaf(event) else []
    return [unsafe("change the tensor in place", *changes, *under)]
