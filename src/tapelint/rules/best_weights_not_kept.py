"""TAP605: the best weights kept without a copy, and trained on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tapelint.editing.changes import FromLibrary, NodeFix, Replace, unsafe
from tapelint.findings import Consequence
from tapelint.rules.checker import Checker
from tapelint.tape.domain.assumptions import Assumed, Assumption, Sign

if TYPE_CHECKING:
    from tapelint.tape.write_events import WeightsOverwritten


class BestWeightsNotKept(Checker):
    """Visits weights that are used after their network was trained on."""

    code = "TAP605"
    name = "best-weights-not-kept"
    summary = "weights are kept without a copy: training goes on, and changes them"
    needs = "a network's own weights, kept as `best` or given back to it, and a later backward"
    triggers = ("best", "optimal", "init", "orig", "backup", "snapshot", "load_state_dict")
    serious = ("keeps weights;",)
    unsafe_fix = "`copy.deepcopy(...)` around `state_dict()` or the network, with its import"

    def visit_weights_overwritten(self, event: WeightsOverwritten) -> None:
        """Report where the weights are taken."""
        taken, trained = event.taken, event.taken.trained_at
        what = f"`{self.text(taken.node)}`"
        shares = (
            "is the network itself" if taken.is_network else f"shares memory with `{taken.owner}`"
        )
        # That it is kept as the best, or as the first, is told by what keeps it, or by its use.
        sign = Sign.NAME if taken.is_named else Sign.USE
        meant = "meant as a copy of the weights"
        assumed = [Assumption(Assumed.MEANING, sign, taken.node, taken.node, meant)]
        if not taken.is_sure:
            is_of = "of a network that is trained"
            assumed.append(Assumption(Assumed.TYPE, Sign.USE, None, taken.node, is_of))
        self.report(
            event.at,
            f"{what} {shares}: the next step changes what was kept; use `copy.deepcopy`",
            Consequence.WRONG_VALUE,
            assumed,
            because=[
                (taken.node, "the weights are kept here, without a copy"),
                *([(trained, "the network is trained on here")] if trained else []),
                (event.used_at, "they are used here, as they are by then"),
            ],
            fix=lambda: _fixes(event),
        )


def _fixes(event: WeightsOverwritten) -> list[NodeFix]:
    node = event.taken.node.lossless
    change = Replace(node, (FromLibrary("copy", "deepcopy"), "(", node, ")"))
    what = "network" if event.taken.is_network else "weights"
    return [unsafe(f"copy the {what}", change)]
