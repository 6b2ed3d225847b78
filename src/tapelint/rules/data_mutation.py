"""TAP302: a tensor changed through ``.data``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tapelint.editing.changes import (
    CopyInto,
    Detach,
    NodeFix,
    UnderNoGrad,
    WriteDirectly,
    safe,
    unsafe,
)
from tapelint.findings import Consequence
from tapelint.rules.checker import Checker
from tapelint.rules.reasons import Reason
from tapelint.tape.domain.terms import Truth, WriteForm
from tapelint.torch_api.knowledge import knowledge

if TYPE_CHECKING:
    from tapelint.analyses.facts import DataWrite, StaleSaved, UnseenChange
    from tapelint.rules.report import SourceText
    from tapelint.source import tree


class DataMutation(Checker):
    """Visits changes that go through ``.data``."""

    code = "TAP302"
    name = "data-mutation"
    summary = "a tensor changed through `.data`, where autograd cannot see it"
    needs = "a change of a tensor through .data"
    has_moved = True
    triggers = (".data",)
    serious = (".data",)
    safe_fix = "the statement under `with torch.no_grad():` without `.data`, or `.detach()`"
    why_safe = "the values stay the same; where a gradient was silently wrong, torch now raises"
    unsafe_fix = "`w.copy_(value)` under `no_grad` for `w.data = value`"

    def __init__(self, text: SourceText) -> None:
        super().__init__(text)
        self._recorded: set[tree.Node] = set()
        self._reads: dict[tree.Node, dict[tree.Node, None]] = {}
        self._refused: set[tree.Node] = set()

    def visit_stale_saved(self, event: StaleSaved) -> None:
        """Where the graph needs the memory, the report is TAP301."""
        if event.through_data:
            self.visit_unseen_change(event)

    def visit_unseen_change(self, event: StaleSaved | UnseenChange) -> None:
        """Where the graph has made the numbers, too."""
        if event.keeps_gradient:
            self.leave(event.at, Reason.ALLOWED)  # what this rule advises may raise
        elif event.is_told:
            self.leave(event.at, Reason.OTHER_RULE, "TAP301")

    def visit_data_write(self, event: DataWrite) -> None:
        """Report a change; a tensor that is only converted, or fresh, has no better way."""
        if event.is_conversion or event.is_fresh:
            self.dismiss(event, Reason.CONVERSION)
            return
        if event.grad_mode is not Truth.NO:
            self._recorded.add(event.at)
        self._reads.setdefault(event.at, {})[event.read] = None
        owner = self.text(event.owner)
        what = f"`{event.operation}` changes `{owner}` through `.data`"
        if event.loses_gradient:
            message = f"{what}: the history of a gradient ends; use `torch.func.functional_call`"
        elif event.form is WriteForm.INIT:
            message = f"{what}, but runs under `no_grad` anyway; pass `{owner}`"
        elif event.form is WriteForm.ASSIGNMENT:
            instead = self._instead(event, owner)
            message = f"`{owner}.data = ...` swaps its memory, unseen by autograd; {instead}"
        elif event.grad_mode is Truth.NO:
            instead = "drop `.data`: nothing is recorded here"
            message = f"{what}, unseen by the version counter; {instead}"
        else:
            instead = f"change `{owner}` under `with torch.no_grad():`"
            message = f"{what}, unseen by autograd; {instead}"
        self.report(
            event.at,
            message,
            Consequence.LEGACY,
            event.assumed,
            [] if event.is_direct else [(event.read, "the memory is reached through here")],
            fix=lambda: self._fixes(event),
        )

    def _instead(self, event: DataWrite, owner: str) -> str:
        """What to write for ``owner.data = value``."""
        is_plain = _is_plain(event, self.spelled(event.owner))
        # Assigning to a bare name would not reach those who hold the tensor, such as a caller.
        if "." in owner and is_plain:
            return f"assign the detached value to `{owner}` itself: it is not a parameter"
        reason = self._refusal(event)
        if reason:
            self._refused.add(event.at)
            new = "a new `nn.Parameter`" if event.is_parameter else "the new tensor"
            return f"assign {new} to `{owner}`: {reason}"
        if event.is_leaf is Truth.NO:
            return f"assign `{owner} + (... - {owner}).detach()` to `{owner}`"
        under = "with torch.no_grad(): " if event.grad_mode is not Truth.NO else ""
        copy = f"use `{under}{owner}.copy_(...)`"
        return copy if "." not in owner else f"{copy}, or assign a new `nn.Parameter`"

    def _refusal(self, event: DataWrite) -> str:
        """Why what is assigned cannot be copied into the memory; "" where nothing is against it."""
        if event.is_view:
            return "a copy would change what it is a view of"
        return "its shape changes" if event.has_other_shape else ""

    def _fixes(self, event: DataWrite) -> list[NodeFix]:
        if event.loses_gradient:
            return []  # under `no_grad` it would end as well, and nobody would be told
        is_recorded = event.at in self._recorded
        no_grad = [UnderNoGrad(event.node)] if is_recorded else []
        if event.form is WriteForm.ASSIGNMENT:
            can_copy = event.is_leaf is Truth.YES  # a result may be saved: the copy would raise
            can_copy = can_copy and not _is_plain(event, self.spelled(event.owner))
            can_copy = can_copy and event.at not in self._refused
            copied = unsafe("copy the values under `no_grad`", CopyInto(event.node), *no_grad)
            return [copied] if can_copy else []
        directly = WriteDirectly(event.node, event.read.lossless)
        reads = [Detach(read.lossless) for read in self._reads[event.at]]
        detached = safe("use `.detach()`, which shares the version counter", *reads)
        if event.operation in knowledge().inplace_metadata_methods:
            return [detached]  # the shape of the alias alone is changed
        if event.form is WriteForm.INIT or not is_recorded:
            return [safe("drop `.data`", directly), detached]
        return [
            safe("put the change under `no_grad` and drop `.data`", directly, *no_grad),
            detached,
        ]


def _is_plain(event: DataWrite, owner: str) -> bool:
    """Whether it is known to be no parameter."""
    buffers = {name for facts in knowledge().modules.values() for name in facts.buffers}
    return event.is_plain or owner.rsplit(".", 1)[-1] in buffers
