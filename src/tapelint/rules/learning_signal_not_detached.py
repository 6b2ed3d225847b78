"""TAP408: an advantage or a bootstrapped target that trains the network it comes from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tapelint.editing.changes import NodeFix, Operand, Replace, unsafe
from tapelint.findings import Confidence, Consequence
from tapelint.rules.checker import Checker
from tapelint.rules.reasons import Reason
from tapelint.tape.domain.terms import SignalForm

if TYPE_CHECKING:
    from tapelint.rules.report import Step
    from tapelint.tape.loss_events import SignalTrained


class LearningSignalNotDetached(Checker):
    """Visits losses that train a network through a signal."""

    code = "TAP408"
    name = "learning-signal-not-detached"
    summary = "an advantage or a bootstrapped target that carries its critic's history into a loss"
    needs = "a value that a regression trains, in the weight of a log-probability or in a target"
    triggers = ("log", "mse_loss", "MSELoss", "l1_loss", "L1Loss", "huber", "Huber", "pow", "**")
    serious = ("*backward(",)

    def visit_signal(self, event: SignalTrained) -> None:
        """Report the signal."""
        signal = self.text(event.signal) if event.signal is not None else ""
        if event.form is SignalForm.WEIGHT:
            what = f"`{signal}`" if signal else f"a factor of `{self.text(event.at)}`"
            message = (
                f"{what} weighs a log-probability and keeps the critic's history: the policy's "
                f"loss trains the critic, too; {_instead(signal)}"
            )
        else:
            message = (
                f"`{self.text(event.at)}` is a target, and keeps its network's history: the loss "
                f"moves the target to the prediction; {_instead(signal)}"
            )
        is_sure = event.is_certain and event.form is SignalForm.WEIGHT and not event.is_return
        self.report(
            event.at,
            message,
            Consequence.WRONG_GRADIENT,
            Confidence.CERTAIN if is_sure else Confidence.LIKELY,
            _trail(event),
            fix=lambda: _fixes(event),
        )


def _instead(signal: str) -> str:
    return "detach it"


def _trail(event: SignalTrained) -> list[Step]:
    return [
        (event.critic, "the network computes the value here"),
        (event.regression, "this is meant to train the network"),
        (event.backward, "returned here" if event.is_return else "the backward is run here"),
    ]


def _fixes(event: SignalTrained) -> list[NodeFix]:
    if event.signal is None:
        return []
    signal = event.signal.lossless
    return [unsafe("detach the signal", Replace(signal, (Operand(signal), ".detach()")))]
