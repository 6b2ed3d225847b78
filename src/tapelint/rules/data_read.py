"""TAP303: ``.data`` of a tensor merely read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tapelint.editing.changes import Detach, safe
from tapelint.findings import Consequence
from tapelint.rules.checker import Checker
from tapelint.rules.reasons import Reason

if TYPE_CHECKING:
    from tapelint.analyses.facts import DataRead, DataWrite


class DataReadOnly(Checker):
    """Visits ``.data`` that is not written to."""

    code = "TAP303"
    name = "data-read"
    summary = "`.data` of a tensor read, where `.detach()` is safer"
    needs = "a read of .data of what is known to be a tensor"
    on_by_default = False
    has_moved = True
    triggers = (".data",)
    serious = (".data",)
    safe_fix = "`.detach()`"
    why_safe = (
        "the values stay the same; where a later change made a gradient silently wrong, "
        "torch now raises"
    )

    def visit_data_write(self, event: DataWrite) -> None:
        """A change is reported by TAP301 or TAP302, and a conversion has no better way."""
        self.leave(event.read, Reason.OTHER_RULE, "TAP301", "TAP302")
        if event.is_conversion:
            for node in event.converted:
                self.leave(node, Reason.CONVERSION)

    def visit_data_read(self, event: DataRead) -> None:
        """Report a read."""
        owner = self.text(event.owner)
        self.report(
            event.at,
            f"`{owner}.data` shares memory with `{owner}`, unseen by the version counter; "
            f"use `{owner}.detach()`, which torch checks",
            Consequence.LEGACY,
            fix=lambda: [safe("use `.detach()`", Detach(event.node))],
        )
