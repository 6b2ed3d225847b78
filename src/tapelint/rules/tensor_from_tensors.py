"""TAP101: a tensor made from tensors loses their history."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tapelint.findings import Consequence
from tapelint.rules import gradient_wanted as wants
from tapelint.rules.checker import Checker
from tapelint.rules.history_kept import Constructors, remedied
from tapelint.rules.listening import Verdict
from tapelint.rules.reasons import Reason
from tapelint.rules.report import SourceText
from tapelint.rules.triggers import FROM_DATA
from tapelint.tape.domain.assumptions import Assumed, Assumption, Sign
from tapelint.tape.domain.terms import History, Truth, Use
from tapelint.torch_api import names

if TYPE_CHECKING:
    from tapelint.source import tree
    from tapelint.tape.leaf_events import InlineLeaf, TensorConstructor


_OF_RATIO = {Use.CONSTANT, Use.LESS_UNKNOWN}
"""Uses of `exp(new - old)`, where nothing is known of the new one: it brings the history."""


class TensorFromTensors(Checker):
    """Visits constructors whose data carries history."""

    code = "TAP101"
    name = "tensor-from-tensors"
    summary = "a tensor made from tensors that carry history: the history is lost"
    needs = "a constructor given tensors that may carry history, and a use that wants the gradient"
    triggers = ("tensor", "Tensor", "Variable", "Parameter", "asarray")
    serious = (*FROM_DATA, "Variable(", "Parameter(", "Buffer(")
    unsafe_fix = "`torch.stack` over a list of tensors, the tensor itself over a tensor"

    def __init__(self, text: SourceText) -> None:
        super().__init__(text)
        self._proved: set[tree.Node] = set()
        self._calls = Constructors()

    def visit_tensor_constructor(self, event: TensorConstructor) -> None:
        """Report a cut where the gradient was wanted."""
        keep = self._calls.note(event)
        if event.loses_history:
            self._proved.add(event.at)
        verdict = self._verdict(event)
        if isinstance(verdict, Reason):
            self.dismiss(event, verdict)
            return
        message, trail = remedied(event, self.text(event.data)), wants.trail(event)
        self.report(event.at, message, Consequence.NO_GRADIENT, verdict, trail, fix=keep)

    def _verdict(self, event: TensorConstructor) -> Verdict:
        if event.backpropagated:
            return Reason.HISTORY_USED
        if event.grad_mode is Truth.YES:
            return self._lost(event)
        doubts = self.doubted(Reason.of_mode(event), *event.recording)
        lost = doubts if isinstance(doubts, Reason) else self._lost(event)
        if isinstance(doubts, Reason) or isinstance(lost, Reason):
            return lost
        return (*doubts, *lost)

    def _lost(self, event: TensorConstructor) -> Verdict:
        uses = set(event.cut.uses)
        if event.is_wrapper and (Use.OPTIMISED in uses or event.function.endswith("__init__")):
            return Reason.NEW_LEAF  # a parameter's first value, however it was computed
        if event.history is History.CARRIED:
            return self._over_history(event, uses)
        if event.loses_history:
            return Reason.TOLD_BY_NAME if self._is_by_intent(event) else ()
        if event.history is History.NONE or not event.over_container:
            return Reason.NO_HISTORY
        return self._by_name(event, uses)

    def _over_history(self, event: TensorConstructor, uses: set[Use]) -> Verdict:
        """The history is lost for certain: was it wanted?"""
        by_intent = self._is_by_intent(event) and not event.requires_grad
        wanted = not uses.isdisjoint(wants.WANTED)
        if uses >= _OF_RATIO:
            return Reason.NOT_WANTED
        if wanted and not event.requires_grad and Use.BESIDE_UNKNOWN in uses:
            told = Reason.TOLD_BY_NAME if by_intent else wants.assumed_wanted(event, Sign.LOSS)
            return Reason.NEW_LEAF if event.is_wrapper else told
        if wanted:
            return wants.assumed_by_use(event)
        begins_anew = Use.MADE_LEAF in uses and not event.over_container
        if event.is_wrapper or begins_anew:
            return Reason.NEW_LEAF  # `tensor(x).requires_grad_()`: as `detach().requires_grad_()`
        if not uses.isdisjoint(wants.NOT_WANTED):
            return Reason.BUDGET if Use.UNSEEN in uses else Reason.NOT_WANTED
        if by_intent:
            return Reason.TOLD_BY_NAME
        if event.was_passed and not event.requires_grad:
            return Reason.HISTORY_USED
        seen = Sign.USE if uses.isdisjoint(wants.IN_LOSS) else Sign.LOSS
        return wants.assumed_wanted(event, seen) if uses and not event.requires_grad else ()

    def _by_name(self, event: TensorConstructor, uses: set[Use]) -> Verdict:
        """Nothing tells what the container holds but its name and what becomes of the tensor."""
        if self._is_by_intent(event):
            return Reason.TOLD_BY_NAME
        if self._is_leaf_of_loss(event, uses):
            return _with_history(event, Sign.LOSS)
        if Use.CONSTANT in uses or (Use.LOGGED in uses and uses.isdisjoint(wants.IN_LOSS)):
            return Reason.NOT_WANTED
        is_leaf = event.requires_grad or Use.MADE_LEAF in uses
        data = self.spelled(event.data)
        by_name, is_loss = names.holds_predictions(data), names.computes_loss(event.bound_name)
        makes_loss = is_loss and not is_leaf and Use.LESS_UNKNOWN not in uses
        named = _with_history(event, Sign.LOSS if by_name else Sign.NAME)
        if Use.BESIDE_UNKNOWN in uses:
            return named if by_name and makes_loss else Reason.UNSUPPORTED
        if Use.BACKWARD in uses:
            trained = by_name or makes_loss
            return _with_history(event, Sign.BACKWARD) if trained else Reason.UNSUPPORTED
        told = event.is_a_loss and any(map(names.is_a_loss, event.function.split(".")))
        told = told or (is_loss and event.is_all_returned and names.are_losses(data))
        told = told or (by_name and (is_loss or not uses.isdisjoint(wants.IN_LOSS)) and not is_leaf)
        return named if told else Reason.UNSUPPORTED

    def _is_leaf_of_loss(self, event: TensorConstructor, uses: set[Use]) -> bool:
        """Whether a loss that is handed out is made of a leaf that wants a gradient for nothing."""
        is_handed_out = Use.RETURNED_AS_LOSS in uses and names.computes_loss(event.function)
        is_asked = not uses.isdisjoint({Use.GRADIENT_ASKED, Use.OPTIMISED})
        is_named = names.holds_predictions(self.spelled(event.data))
        return event.requires_grad and is_named and is_handed_out and not is_asked

    def visit_inline_leaf(self, event: InlineLeaf) -> None:
        """A leaf that nobody holds is TAP102's, unless history is known to be lost."""
        if event.at not in self._proved:
            self.leave(event.at, Reason.OTHER_RULE, "TAP102")

    def _is_by_intent(self, event: TensorConstructor) -> bool:
        named = (self.spelled(event.data).split("(")[0].split("[")[0], event.bound_name)
        return names.is_metric_function(event.function) or any(
            names.is_constant_by_intent(each) or names.is_metric(each) for each in named
        )


def _with_history(event: TensorConstructor, sign: Sign) -> tuple[Assumption, ...]:
    return (Assumption(Assumed.HISTORY, sign, event.data, event.data),)
