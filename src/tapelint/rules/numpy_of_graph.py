"""TAP105: numpy over tensors that require grad."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tapelint.editing.changes import CallFromTorch, NodeFix, Operand, Replace, unsafe
from tapelint.findings import Consequence
from tapelint.rules.checker import Checker
from tapelint.rules.reasons import Reason
from tapelint.rules.report import Step
from tapelint.tape.domain.terms import Elements
from tapelint.torch_api.families import families

if TYPE_CHECKING:
    from tapelint.tape.leaf_events import ArrayOfGraph

_STACKED = {
    "numpy.mean": ".mean()",
    "numpy.sum": ".sum()",
    "numpy.prod": ".prod()",
    "numpy.max": ".max()",
    "numpy.min": ".min()",
    "numpy.array": "",
    "numpy.asarray": "",
    "numpy.stack": "",
}
"""What torch's ``stack`` needs behind it to do the same."""


class NumpyOfGraph(Checker):
    """Visits arrays that are asked of what requires grad."""

    code = "TAP105"
    name = "numpy-of-graph"
    summary = "numpy applied to tensors that require grad: it raises"
    needs = "numpy applied to what is known to require grad, while autograd records"
    triggers = ("numpy",)
    serious = ("numpy()", "numpy(")
    unsafe_fix = (
        "`torch.stack` over a list of tensors and torch's own reduction, torch's function "
        "of that name, `.detach()` before `numpy()`"
    )

    def visit_array_of_graph(self, event: ArrayOfGraph) -> None:
        """Report it where autograd records for sure; under ``no_grad`` it works."""
        if not event.is_recorded_surely:
            if not self.assumes(event, Reason.of_sure_mode(event), *event.recording):
                return
        data = self.text(event.data)
        holds = (
            f"`{data}` holds tensors that require" if event.over_container else f"`{data}` requires"
        )
        name = event.called.rsplit(".", 1)[-1]
        self.report(
            event.at,
            f"{holds} grad, and `{name}` asks for an array: torch raises; "
            f"{_instead(event, name, data)}",
            Consequence.RAISES,
            () if event.doubt is None else (event.doubt,),
            because=_trail(event),
            fix=lambda: _fixes(event, name),
        )


def _instead(event: ArrayOfGraph, name: str, data: str) -> str:
    """Numbers to look at need no history, a loss needs torch's own functions."""
    plain = "the elements' `.item()`" if event.over_container else f"`{data}.detach()`"
    if event.called == "Tensor.numpy":
        return f"use {plain} for the numbers"
    if event.over_container:
        own = f"`torch.stack(...){_STACKED.get(event.called, '')}`"
        return f"for a loss use {own}, for numbers {plain}"
    return f"for a loss stay with torch's functions, for numbers {plain}"


def _trail(event: ArrayOfGraph) -> list[Step]:
    steps: list[Step] = []
    if event.history_at is not None:
        steps.append((event.history_at, "a gradient is recorded from here on"))
    if event.element is not None and event.element is not event.history_at:
        steps.append((event.element, "this tensor requires grad"))
    steps.append((event.at, "an array is asked for here"))
    if event.shown_by is not None:
        steps.append((event.shown_by, "this backward needs its history"))
    return steps


def _fixes(event: ArrayOfGraph, name: str) -> list[NodeFix]:
    data = event.data.lossless
    if event.called == "Tensor.numpy":
        detached = Replace(data, (Operand(data), ".detach()"))
        return [unsafe("detach it first", detached)]
    if not event.over_container:
        if name not in families().elementwise_as_in_numpy:
            return []
        return [unsafe(f"use torch's `{name}`", CallFromTorch(event.node, data, name))]
    if event.called not in _STACKED or event.elements is Elements.UNKNOWN:
        return []
    if event.elements is not Elements.NUMBERS and event.called in {"numpy.sum", "numpy.prod"}:
        return []
    stacked = CallFromTorch(event.node, data, "stack", _STACKED[event.called])
    return [unsafe("stack the tensors", stacked)]
