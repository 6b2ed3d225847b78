"""TAP405: a sample without a gradient where the loss needs one through it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tapelint.editing.changes import NodeFix, Replace, unsafe
from tapelint.findings import Consequence
from tapelint.rules.checker import Checker
from tapelint.rules.reasons import Reason
from tapelint.tape.domain.assumptions import returned_to_train
from tapelint.tape.domain.terms import SampleFact, Truth

if TYPE_CHECKING:
    import libcst as cst

    from tapelint.tape.distribution_events import SampleInLoss

_NORMAL = "torch.normal"
_MEANT = frozenset(
    {
        SampleFact.SCORED,
        SampleFact.MEASURED,
        SampleFact.REPARAMETRISED,
        SampleFact.FED_BACK,
    }
)
"""What says that the sample is a constant on purpose, or that nobody can tell."""


class SampleNotRsample(Checker):
    """Visits losses into which samples have gone."""

    code = "TAP405"
    name = "sample-not-rsample"
    summary = "`sample()` where the loss needs the gradient through the sample: `rsample()`"
    needs = "a sample of a distribution that has rsample, in a loss that trains that distribution"
    triggers = ("sample", "normal")
    serious = ("sample(", "normal(", "sample_n(")
    unsafe_fix = "`rsample` for `sample`"

    def visit_sample_in_loss(self, event: SampleInLoss) -> None:
        """Report a loss that trains the distribution, and not through the sample."""
        sample = event.sample
        is_score_elsewhere = SampleFact.SCORE_ASKED in sample.facts and not event.has_score
        is_zero = sample.kind == _NORMAL and event.reaches_nothing and not event.is_return
        if not (event.reaches_parameters or is_zero):
            self.dismiss(event, Reason.NOT_WANTED)
            return
        if is_score_elsewhere or sample.facts & _MEANT:
            self.dismiss(event, Reason.MEANT)
            return
        is_at_return = event.grad_mode is Truth.YES and event.is_return
        if not (event.is_recorded_surely or is_at_return):
            if not self.assumes(event, Reason.of_sure_mode(event), *event.recording):
                return
        if sample.kind == _NORMAL:
            what = "the gradient of `torch.normal` is zero"
            instead = "write `mean + std * torch.randn_like(std)`"
        else:
            what = f"`sample` of `{sample.kind}` has no gradient"
            instead = "use `rsample()`"
        draw = self.text(event.at)
        self.report(
            event.at,
            f"{what}, and the loss depends on nothing else: its backward trains nothing; {instead}"
            if is_zero
            else f"{what}: the loss does not reach the distribution's parameters through `{draw}`; "
            f"{instead}",
            Consequence.NO_GRADIENT,
            (returned_to_train(event.loss),) if event.is_return else (),
            [(event.loss, "returned here" if event.is_return else "the backward is run here")],
            fix=lambda: _fixes(event),
        )


def _fixes(event: SampleInLoss) -> list[NodeFix]:
    call = event.sample.node
    if event.sample.kind == _NORMAL:
        return []
    return [unsafe("use `rsample`", Replace(_method(call.func.lossless), ("rsample",)))]


def _method(function: cst.BaseExpression) -> cst.BaseExpression:
    """The name of the method in ``owner.sample``."""
    name: cst.BaseExpression = getattr(function, "attr", function)
    return name
