"""TAP501: a second backward through what the first one has freed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tapelint.findings import Consequence
from tapelint.rules.checker import Checker

if TYPE_CHECKING:
    from tapelint.tape.events import BackwardTwice as BackwardTwiceEvent


class BackwardTwice(Checker):
    """Visits backwards that meet freed memory."""

    code = "TAP501"
    name = "backward-twice"
    summary = "a second backward through a part of the graph that the first one has freed"
    triggers = ("backward", "grad(")

    def visit_backward_twice(self, event: BackwardTwiceEvent) -> None:
        """Report the second backward and name what both share."""
        if not event.is_certain or event.shared.node is None:
            return
        shared = self.text(event.shared.node)
        if event.first is event.node:
            what = f"`{self.text(event.node)}` runs again through `{shared}`, which it has freed"
        else:
            what = f"`{self.text(event.node)}` runs through `{shared}`, which "
            what += f"`{self.text(event.first)}` has freed"
        self.report(
            event.node,
            f"{what}: torch raises; add the losses and run one backward, compute `{shared}` "
            "again, or detach it where no gradient is wanted",
            Consequence.RAISES,
            because=[
                (event.shared.node, "what is computed here, both pass"),
                (event.first, "the first backward frees what was saved"),
                (event.node, "the second one needs it here"),
            ],
        )
