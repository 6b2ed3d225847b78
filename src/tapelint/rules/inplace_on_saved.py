"""TAP202: an in-place change of a tensor that backward still needs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tapelint.editing.changes import CloneArgument, CloneBefore, NodeFix, OutOfPlace, unsafe
from tapelint.findings import Consequence
from tapelint.rules.checker import Checker
from tapelint.rules.reasons import Reason, judge_of
from tapelint.rules.triggers import CHANGES
from tapelint.rules.weights import is_supported
from tapelint.tape.domain.terms import Truth, WriteForm
from tapelint.torch_api.knowledge import knowledge

if TYPE_CHECKING:
    from tapelint.analyses.facts import Changed, InPlace, StaleSaved
    from tapelint.rules.report import SourceText
    from tapelint.source import tree

_HAVE_OTHER_FORM = {WriteForm.AUGMENTED, WriteForm.METHOD, WriteForm.FUNCTION}


class InplaceOnSaved(Checker):
    """Visits changes that the version counter has noticed."""

    code = "TAP202"
    name = "inplace-on-saved"
    summary = "an in-place change of a tensor that an earlier operation has saved for backward"
    has_moved = True
    needs = (
        "a change in place of memory that an operation has saved, and then a backward through it"
    )
    triggers = ("backward", "return", "grad(")
    serious = (*CHANGES, "*backward(", "grad(")
    unsafe_fix = "`x = x + y` for `x += y`, `x = x.mul(y)` for `x.mul_(y)`, a clone elsewhere"

    def __init__(self, text: SourceText) -> None:
        super().__init__(text)
        self._views: set[tree.Node] = set()

    def visit_inplace(self, event: InPlace) -> None:
        """Remember what changes a view: what it is a view of has to change, too."""
        if event.is_view:
            self._views.add(event.at)
        if event.is_refused:
            # Where torch refuses the change itself, TAP201 reports what is known; no more is.
            self.leave(event.at, Reason.OTHER_RULE, "TAP201", if_likely=True)

    def visit_stale_saved(self, event: StaleSaved) -> None:
        """Report a change after which the backward raises."""
        change = event.change
        if judge_of(event) != self.code:
            self.dismiss(event, Reason.OTHER_RULE, judge_of(event))
            return
        if not is_supported(event.doubt):
            if not self.assumes(event, Reason.UNCERTAIN, *event.assumed):
                return
        if event.is_return and change.grad_mode is not Truth.YES:
            self.dismiss(event, Reason.MAY_NOT_TRAIN)
            return
        if event.is_return and event.of_mode is not None:
            if not self.assumes(event, Reason.MAY_NOT_TRAIN, event.of_mode):
                return
        target = self.text(change.target)
        saver = self.text(event.saved_at) if event.saved_at is not None else event.operation
        role = "its result" if event.saved.is_result else f"`{self.text(event.saved.node)}`"
        raises = "a later backward raises" if event.is_return else "backward raises"
        self.report(
            event.at,
            f"{_what(change, target)} after `{saver}` saved it for backward: {raises}; "
            f"{_instead(change, target)}",
            Consequence.RAISES,
            event.assumed,
            because=[
                (event.saved_at, f"{role} is saved for backward here"),
                (event.at, "changed in place here: the version counter goes up"),
                (event.backward, "the saved version is needed from here on"),
            ],
            fix=lambda: [] if event.at in self._views else _fixes(change),
        )


def _fixes(change: Changed) -> list[NodeFix]:
    """A new tensor for the name; a clone where the change has no other form."""
    if change.grad_mode is not Truth.YES or change.form is WriteForm.INIT:
        return []
    if change.form is WriteForm.MODULE:
        return [unsafe("give it a clone", CloneArgument(change.node.lossless))]
    cloned = unsafe("change a clone", CloneBefore(change.node.lossless, change.target.lossless))
    method = change.operation.rstrip("_")
    is_known = change.form is not WriteForm.METHOD or method in knowledge().tensor_methods
    if change.form in _HAVE_OTHER_FORM and is_known:
        return [unsafe("make a new tensor", OutOfPlace(change.node.lossless)), cloned]
    return [cloned]


def _what(change: Changed, target: str) -> str:
    if change.form is WriteForm.SUBSCRIPT:
        return f"`{target}[...] =` changes `{target}` in place"
    return f"`{change.operation}` changes `{target}` in place"


def _instead(change: Changed, target: str) -> str:
    """What to write, by how the change is spelled."""
    method = change.operation.rstrip("_")
    if change.operation == "load_state_dict":
        return "pass the other weights to `torch.func.functional_call`"  # it keeps their history
    if change.grad_mode is not Truth.YES or change.form is WriteForm.INIT:
        return "do it after that backward, or run the forward again"
    if change.form is WriteForm.MODULE or (change.operation == method and not change.is_part):
        if change.form in {WriteForm.MODULE, WriteForm.FUNCTION}:
            return "drop `inplace=True`"
    if change.form is WriteForm.OUT:
        return "write into a tensor of its own"
    if change.is_part:
        return "stack a list of the parts, or change a clone"
    if change.form is WriteForm.AUGMENTED:
        return f"write `{target} = {target} {change.operation.rstrip('=')} ...`"
    if method not in knowledge().tensor_methods:
        return f"give `{target}` a new tensor"
    return f"use the form that makes a new tensor: `{method}`"
