"""TAP102: a leaf made inline gets a gradient that nobody can read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tapelint.editing.changes import NodeFix
from tapelint.findings import Consequence
from tapelint.rules.checker import Checker
from tapelint.rules.history_kept import Constructors
from tapelint.rules.reasons import Reason
from tapelint.source.tree import walk
from tapelint.tape.domain.terms import History, Truth

if TYPE_CHECKING:
    from tapelint.rules.report import SourceText
    from tapelint.source import tree
    from tapelint.tape.leaf_events import InlineLeaf, OnlyRead, TensorConstructor


class GradientToNowhere(Checker):
    """Visits leaves that are made where they are used."""

    code = "TAP102"
    name = "gradient-to-nowhere"
    summary = "a leaf made inline with `requires_grad`: its gradient lands where nobody can read it"
    needs = "a leaf made inside an expression that computes with it"
    triggers = ("requires_grad",)
    serious = ("requires_grad=",)
    unsafe_fix = "the tensor itself"

    def __init__(self, text: SourceText) -> None:
        super().__init__(text)
        self._calls = Constructors()
        self._uses: dict[tree.Node, list[tree.Node]] = {}

    def visit_tensor_constructor(self, event: TensorConstructor) -> None:
        """Over tensors that carry history the report is TAP101."""
        self._calls.note(event)
        if event.loses_history:
            self.leave(event.at, Reason.OTHER_RULE, "TAP101")

    def visit_inline_leaf(self, event: InlineLeaf) -> None:
        """Report a leaf that nobody holds.

        ``torch.rand(3, requires_grad=True) * 2`` is TAP106's: as points that a function is
        differentiated at it is right. A sum may start with a leaf.
        """
        if event.grad_mode is not Truth.YES:
            if not self.assumes(event, Reason.of_mode(event), *event.recording):
                return
        if event.other_is_plain and not event.is_data:
            self.dismiss(event, Reason.NEW_LEAF)
            return
        if event.is_start and event.use_name == "+":
            self.dismiss(event, Reason.MEANT)
            return
        self._uses.setdefault(event.use, []).append(event.at)
        leaf = self.text(event.at)
        self.report(
            event.at,
            f"`{leaf}` makes a new leaf that nothing refers to: its gradient is lost, and nothing "
            "before it is trained; use the value with the history",
            Consequence.NO_GRADIENT,
            because=[
                (event.at, "the leaf is made here"),
                (event.use, "and used here, in the same expression"),
            ],
            fix=lambda: self._fixes(event),
        )

    def visit_only_read(self, event: OnlyRead) -> None:
        """Nobody wants a gradient of what only a fact is asked of: `(leaf * 2).grad_fn`."""
        for node in walk(event.at) if self._uses else ():
            for leaf in self._uses.get(node, ()):
                self.leave(leaf, Reason.NOT_WANTED)

    def _fixes(self, event: InlineLeaf) -> list[NodeFix]:
        """A tensor that may carry history takes the place of the leaf made over it."""
        made = self._calls.last(event.at)
        if made is None or made.over_container or made.history is not History.TENSORS:
            return []
        return self._calls.fixes(made)
