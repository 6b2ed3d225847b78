"""TAP408: an advantage or a bootstrapped target that trains the network it comes from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tapelint.editing.changes import NodeFix, Operand, Replace, unsafe
from tapelint.findings import Consequence
from tapelint.rules.checker import Checker
from tapelint.rules.reasons import Reason
from tapelint.source.own_options import decides_history
from tapelint.source.spelling import code_of
from tapelint.tape.domain.assumptions import Assumed, Assumption, Sign, returned_to_train
from tapelint.tape.domain.terms import SignalForm
from tapelint.torch_api.reinforcement_names import means_residual

if TYPE_CHECKING:
    from tapelint.rules.report import Step
    from tapelint.tape.loss_events import SignalTrained


class LearningSignalNotDetached(Checker):
    """Visits losses that train a network through a signal."""

    code = "TAP408"
    name = "learning-signal-not-detached"
    summary = "an advantage or a bootstrapped target that trains the critic it comes from"
    needs = "a value that a regression trains, in the weight of a log-probability or in a target"
    triggers = (
        "log_prob", "log_softmax", "logsigmoid", ".log(", "torch.log",
        "gamma", "GAMMA", "iscount", "DISCOUNT", "reward", "done",
    )  # fmt: skip
    serious = ("*backward(", "log_prob(")
    unsafe_fix = "`.detach()` behind the advantage or the target"

    def visit_signal(self, event: SignalTrained) -> None:
        """Report the signal."""
        is_target = event.form is SignalForm.TARGET
        is_meant = is_target and means_residual(event.function)
        if event.is_option or is_meant or _is_option(event):
            self.dismiss(event, Reason.MEANT)
            return
        if is_target:
            what = f"the target `{self.text(event.at)}` keeps the network's history: "
            harm = "the loss pulls it towards the prediction, too"
        else:
            signal = event.signal
            given = f"`{self.text(signal)}`" if signal is not None else "a factor"
            what = f"{given} weighs a log-probability and keeps its network's history: "
            harm = "the policy's loss trains the critic, too"
        self.report(
            event.at,
            f"{what}{harm}; {self._instead(event)}",
            Consequence.WRONG_GRADIENT,
            _assumed(event),
            _trail(event),
            fix=lambda: _fixes(event),
        )

    def _instead(self, event: SignalTrained) -> str:
        text = self.text(event.signal) if event.signal is not None else ""
        return f"write `{text}.detach()`" if text.isidentifier() else "detach it"


def _is_option(event: SignalTrained) -> bool:
    """Whether the user's own option decides if the signal keeps its history."""
    source, line = event.at.source, event.at.line
    used = code_of(event.at if event.signal is None else event.signal)
    if source is None or line is None or event.critic is None:
        return False
    return decides_history(source.text, line - source.first_line + 1, used, code_of(event.critic))


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


def _assumed(event: SignalTrained) -> list[Assumption]:
    """What a report rests on: names tell a target, and a network of unknown layers is trained."""
    found: list[Assumption] = []
    if event.form is SignalForm.TARGET:
        found.append(Assumption(Assumed.MEANING, Sign.NAME, event.at, event.at, "a target"))
    if event.is_return:
        found.append(returned_to_train(event.backward))
    if not event.is_certain:
        found.append(Assumption(Assumed.HISTORY, Sign.BACKWARD, event.backward, event.critic))
    return found
