"""TAP503: a graph that is kept, and that no other backward needs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tapelint.editing.changes import DropArgument, unsafe
from tapelint.findings import Consequence
from tapelint.rules.checker import Checker
from tapelint.rules.reasons import Reason
from tapelint.tape.domain.assumptions import Assumed, Assumption, Sign

if TYPE_CHECKING:
    from tapelint.source import tree
    from tapelint.tape.events import GraphRetained


class GraphKeptByReflex(Checker):
    """Visits backwards that are told to keep their graph."""

    code = "TAP503"
    name = "graph-kept-by-reflex"
    summary = "`retain_graph=True` where no other backward needs the graph"
    needs = "`retain_graph=True`, and a graph that is known from the loss on"
    on_by_default = False
    triggers = ("retain_graph",)
    serious = ("*backward(", "grad(")
    unsafe_fix = "`retain_graph=True` is dropped"

    def visit_retained(self, event: GraphRetained) -> None:
        """Report a graph that nothing passes again."""
        if event.is_needed:
            self.dismiss(event, Reason.ALLOWED)
            return
        self.report(
            event.at,
            f"`{self.text(event.at)}` keeps a graph that no other backward needs; "
            "remove `retain_graph=True` to free its memory",
            Consequence.MEMORY,
            () if event.unseen is None else (_keeps_nothing(event.unseen),),
            fix=lambda: [unsafe("free the graph", DropArgument(event.node, "retain_graph"))],
        )


def _keeps_nothing(unseen: tree.Node) -> Assumption:
    """What code has made that is not seen is assumed not to be kept there for another backward."""
    what = "a function of what it is given alone"
    return Assumption(Assumed.MEANING, Sign.USE, unseen, unseen, what)
