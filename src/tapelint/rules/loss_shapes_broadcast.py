"""TAP409: a column and a row in a loss, of which broadcasting makes a square."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tapelint.findings import Consequence
from tapelint.rules.checker import Checker
from tapelint.rules.reasons import Reason
from tapelint.rules.weights import is_supported

if TYPE_CHECKING:
    from tapelint.analyses.facts import ShapesBroadcast


class LossShapesBroadcast(Checker):
    """Visits columns that meet rows on the way to a loss."""

    code = "TAP409"
    name = "loss-shapes-broadcast"
    summary = "a loss of `(n, 1)` and `(n,)`: every prediction meets every target"
    needs = "the shapes of both: a layer with one output, `squeeze`, `unsqueeze`, an index"
    has_moved = True
    on_by_default = False
    triggers = (
        "mse_loss", "MSELoss", "l1_loss", "L1Loss", "huber_loss", "HuberLoss", "backward",
    )  # fmt: skip
    serious = (
        "*mse_loss(", "*l1_loss(", "*huber_loss(", "MSELoss(", "*L1Loss(", "HuberLoss(",
        "*backward(",
    )  # fmt: skip

    def visit_shapes_broadcast(self, event: ShapesBroadcast) -> None:
        """Report what makes a square of both, and say how the column becomes a row."""
        doubts = list(event.doubts)
        if not all(map(is_supported, doubts)) and not self.assumes(
            event, Reason.UNCERTAIN, *doubts
        ):
            return
        column, row = self.text(event.column), self.text(event.row)
        by = f"`{event.operation}`" if event.operation else f"`{self.text(event.at)}`"
        self.report(
            event.at,
            f"{by} compares every number with every other: `{column}` is `(n, 1)`, `{row}` is "
            "`(n,)`; squeeze the column's last dimension",
            Consequence.WRONG_VALUE,
            doubts,
            because=[(event.column, "this is a column"), (event.row, "this is a row")],
        )
