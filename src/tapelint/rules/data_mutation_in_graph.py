"""TAP301: a saved tensor changed through ``.data``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tapelint.findings import Consequence
from tapelint.rules.checker import Checker

if TYPE_CHECKING:
    from tapelint.tape.events import StaleSaved


class DataMutationInGraph(Checker):
    """Visits backwards that use memory which changed behind their back."""

    code = "TAP301"
    name = "data-mutation-in-graph"
    summary = "a tensor saved for backward is changed through .data: the gradient is wrong"
    triggers = (".data",)

    def visit_stale_saved(self, event: StaleSaved) -> None:
        """Report a change that the version counter missed."""
        if not event.through_data:
            return
        target = self.text(event.change.target)
        role = "its result" if event.saved.is_result else "its operand"
        self.report(
            event.node,
            f"`{event.change.operation}` changes `{target}` through `.data`, and `{event.operation}` has saved "
            f"that memory for backward: the gradient is silently wrong; use `.detach()` so that "
            "torch notices, or `.clone()` before the change",
            Consequence.WRONG_GRADIENT,
            because=[
                (event.saved_at, f"`{event.operation}` saves {role} for backward here"),
                (event.node, "changed here, unseen by the version counter"),
                (event.backward, "needed here"),
            ],
        )
