"""TAP301: a saved tensor changed through ``.data``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tapelint.editing.changes import Detach, Mend, WriteDirectly, unsafe
from tapelint.findings import Confidence, Consequence
from tapelint.rules.checker import Checker
from tapelint.tape.terms import WriteForm

if TYPE_CHECKING:
    import libcst as cst

    from tapelint.rules.checker import SourceText
    from tapelint.tape.events import DataWrite, StaleSaved


class DataMutationInGraph(Checker):
    """Visits backwards that use memory which changed behind their back."""

    code = "TAP301"
    name = "data-mutation-in-graph"
    summary = "a tensor saved for backward is changed through .data: the gradient is wrong"
    triggers = (".data",)

    def __init__(self, text: SourceText) -> None:
        super().__init__(text)
        self._writes: dict[cst.CSTNode, DataWrite] = {}

    def visit_data_write(self, event: DataWrite) -> None:
        """Remember which ``.data`` a change goes through."""
        self._writes.setdefault(event.node, event)

    def visit_stale_saved(self, event: StaleSaved) -> None:
        """Report a change that the version counter missed."""
        if not event.through_data:
            return
        change = event.change
        target = self.text(change.target)
        role = "its result" if event.saved.is_result else "its operand"
        self.report(
            event.node,
            f"`{change.operation}` changes `{target}` through `.data`, and `{event.operation}` has "
            "saved that memory for backward: the gradient is silently wrong; use `.detach()` so "
            "that torch notices, or `.clone()` before the change",
            Consequence.WRONG_GRADIENT,
            Confidence.CERTAIN if event.is_certain else Confidence.LIKELY,
            because=[
                (event.saved_at, f"`{event.operation}` saves {role} for backward here"),
                (event.node, "changed here, unseen by the version counter"),
                (event.backward, "needed here"),
            ],
            fix=lambda: self._mends(event),
        )

    def _mends(self, event: StaleSaved) -> list[Mend]:
        """The change out of hiding: torch then raises at the backward."""
        write = self._writes.get(event.node)
        if write is None or write.form is WriteForm.ASSIGNMENT:
            return []
        if write.form is WriteForm.INIT:
            directly = WriteDirectly(write.node, write.read)
            return [unsafe("drop `.data`, so that torch notices", directly)]
        return [unsafe("use `.detach()`, so that torch notices", Detach(write.read))]
