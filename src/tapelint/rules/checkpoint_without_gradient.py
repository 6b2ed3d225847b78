"""TAP802: a reentrant checkpoint, which trains nothing if no input requires grad."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tapelint.editing.changes import AddArgument, NodeFix, Replace, unsafe
from tapelint.findings import Consequence
from tapelint.rules.checker import Checker
from tapelint.rules.reasons import Reason
from tapelint.rules.report import Report, SourceText
from tapelint.tape.domain.terms import Truth

if TYPE_CHECKING:
    from tapelint.tape.function_events import CheckpointCalled

_FLAG = "use_reentrant"


class CheckpointWithoutGradient(Checker):
    """Visits checkpoints."""

    code = "TAP802"
    name = "checkpoint-without-gradient"
    summary = "a reentrant checkpoint, which trains nothing if no input requires grad"
    needs = "a call of torch's checkpoint, without use_reentrant or with inputs that are known"
    triggers = ("utils.checkpoint", "utils import checkpoint", "checkpoint_sequential")
    serious = ("checkpoint(", "checkpoint_sequential(")
    unsafe_fix = "`use_reentrant=False`"

    def __init__(self, text: SourceText) -> None:
        super().__init__(text)
        self._unsaid: list[CheckpointCalled] = []

    def visit_checkpoint(self, event: CheckpointCalled) -> None:
        """Report what gets no gradient; remember where nothing says which variant it is."""
        if event.is_for_versions:
            self.dismiss(event, Reason.MEANT)
            return
        if event.is_reentrant is not Truth.YES:
            self.dismiss(event, Reason.ALLOWED)
            return
        if event.flag is None:
            self._unsaid.append(event)
        if event.grad_mode is not Truth.YES:
            if not self.assumes(event, Reason.of_mode(event), *event.recording):
                return
        if event.has_gradient is not Truth.NO or event.trains is not Truth.YES:
            self.dismiss(event, Reason.UNKNOWN_VALUE)
            return
        self.report(
            event.at,
            f"no input of this checkpoint requires grad, so nothing in it is trained; pass "
            f"`{_FLAG}=False`",
            Consequence.NO_GRADIENT,
            fix=lambda: _fixes(event),
        )

    def reports(self) -> list[Report]:
        """Report what is left: torch warns of it."""
        for event in self._unsaid:
            self.report(
                event.at,
                f"`{_FLAG}` is not given: torch warns and takes the old variant, which trains "
                f"nothing where no input requires grad; pass `{_FLAG}=False`",
                Consequence.LEGACY,
                fix=lambda event=event: _fixes(event),  # type: ignore[misc]
                choices=event.choices,
            )
        return super().reports()


def _fixes(event: CheckpointCalled) -> list[NodeFix]:
    change = (
        AddArgument(event.node, _FLAG, "False")
        if event.flag is None
        else Replace(event.flag.lossless, ("False",))
    )
    return [unsafe("use the variant that needs no input with a gradient", change)]
