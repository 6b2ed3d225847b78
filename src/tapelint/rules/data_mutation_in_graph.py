"""TAP301: a tensor that backward needs, or goes back through, is changed through ``.data``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tapelint.editing.changes import Detach, NodeFix, WriteDirectly, unsafe
from tapelint.findings import Consequence
from tapelint.rules.checker import Checker
from tapelint.rules.reasons import Reason, judge_of
from tapelint.tape.domain.assumptions import Assumption, Sign
from tapelint.tape.domain.frozen import replace
from tapelint.tape.domain.terms import WriteForm

if TYPE_CHECKING:
    from tapelint.analyses.facts import DataWrite, StaleSaved, UnseenChange
    from tapelint.rules.report import SourceText
    from tapelint.source import tree


class DataMutationInGraph(Checker):
    """Visits backwards that use memory which changed behind their back."""

    code = "TAP301"
    name = "data-mutation-in-graph"
    summary = "a tensor of the graph is changed through `.data`: the gradient is wrong"
    needs = "a change through .data of memory that a later backward uses"
    has_moved = True
    triggers = (".data",)
    serious = (".data",)
    unsafe_fix = (
        "`.detach()` for `.data` that changes what an operation has saved, so that torch raises"
    )

    def __init__(self, text: SourceText) -> None:
        super().__init__(text)
        self._writes: dict[tree.Node, DataWrite] = {}

    def visit_data_write(self, event: DataWrite) -> None:
        """Remember which ``.data`` a change goes through."""
        self._writes.setdefault(event.at, event)

    def visit_stale_saved(self, event: StaleSaved) -> None:
        """Report a change that the version counter missed."""
        if judge_of(event) != self.code:
            self.dismiss(event, Reason.OTHER_RULE, judge_of(event))
            return
        if event.keeps_gradient:
            self.dismiss(event, Reason.ALLOWED)
            return
        if not event.is_told:
            self.dismiss(event, Reason.MAY_NOT_TRAIN)
            return
        change = event.change
        write = self._writes.get(event.at)
        is_read = write is not None and change.target is write.read
        target = self.text(write.owner if write is not None and is_read else change.target)
        role = "its result" if event.saved.is_result else "its operand"
        how = f"changes `{target}` through `.data` after `{event.operation}` saved it"
        instead = "change a clone"
        if write is None:  # torch counts the change, but not for what was read through `.data`
            saved = self.text(event.saved.node)
            how = f"changes what `{event.operation}` saved as `{saved}`"
            instead = "save a clone"
        self.report(
            event.at,
            f"`{change.operation}` {how}: the gradient is silently wrong; {instead}, or do it "
            "after that backward",
            Consequence.WRONG_GRADIENT,
            _as_used(event),
            because=[
                (event.saved_at, f"`{event.operation}` saves {role} for backward here"),
                (event.at, "changed here, unseen by the version counter"),
                (event.backward, "needed here"),
            ],
            fix=lambda: self._fixes(event),
        )

    def visit_unseen_change(self, event: UnseenChange) -> None:
        """Report a change that the graph knows nothing of."""
        if not event.is_told and not event.leaves_out:
            self.dismiss(event, Reason.MAY_NOT_TRAIN)
            return
        if event.keeps_gradient or event.leaves_out:
            self.dismiss(event, Reason.ALLOWED)
            return
        change = event.change
        write = self._writes.get(event.at)
        is_new = change.form is WriteForm.ASSIGNMENT
        target = self.text(write.read if write is not None else change.target)
        what = f"the new `{target}`" if is_new else f"`{change.operation}` on `{target}`"
        self.report(
            event.at,
            f"backward does not see {what}: the gradient is wrong; make a new tensor, or "
            "write `x + (f(x) - x).detach()` if meant",
            Consequence.WRONG_GRADIENT,
            _as_used(event),
            because=[
                (event.made_at, "backward differentiates what is computed here"),
                (event.at, "the numbers are others from here on, unseen by autograd"),
                (event.backward, "the gradient of the new numbers goes back through there"),
            ],
        )

    def _fixes(self, event: StaleSaved) -> list[NodeFix]:
        """The change out of hiding: torch then raises at the backward."""
        write = self._writes.get(event.at)
        if write is None or write.form is WriteForm.ASSIGNMENT:
            return []
        if write.form is WriteForm.INIT:
            directly = WriteDirectly(write.node, write.read.lossless)
            return [unsafe("drop `.data`, so that torch notices", directly)]
        return [unsafe("use `.detach()`, so that torch notices", Detach(write.read.lossless))]


def _as_used(event: StaleSaved | UnseenChange) -> list[Assumption]:
    """What is assumed of something that is changed through ``.data``, as what is trained is."""
    return [
        replace(each, evidence=Sign.USE, at=event.at) if each.evidence is Sign.NONE else each
        for each in event.assumed
    ]
