"""TAP601: layers or parameters in a plain container of a module."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tapelint.editing.changes import FromTorch, NodeFix, Replace, unsafe
from tapelint.findings import Consequence
from tapelint.rules.checker import Checker
from tapelint.rules.reasons import Reason
from tapelint.source import tree

if TYPE_CHECKING:
    from tapelint.tape.module_events import PartsUnregistered


class UnregisteredParameters(Checker):
    """Visits plain containers that hold what a module is to train."""

    code = "TAP601"
    name = "unregistered-parameters"
    summary = "layers or parameters in a plain list, tuple or dict of a module"
    needs = "a list, tuple or dict of layers with parameters on a module that registers none"
    triggers = ("nn",)
    serious = ()
    unsafe_fix = (
        "`nn.ModuleList(...)`, `nn.ModuleDict(...)`, `nn.ParameterList(...)` around what "
        "is assigned"
    )

    def visit_unregistered(self, event: PartsUnregistered) -> None:
        """Report parts that no optimiser is given."""
        if event.is_single or event.is_collected:
            self.dismiss(event, Reason.MEANT)
            return
        holder, parts = _holder_of(event), "layers" if event.are_modules else "parameters"
        level = ", and within it" if event.is_nested else ""
        self.report(
            event.at,
            f"`{self.text(event.at)}` is a plain {event.container}: `parameters()`, `to()` and "
            f"`state_dict()` miss its {parts}; use `nn.{holder}`{level}",
            Consequence.NO_GRADIENT,
            fix=lambda: _fixes(event),
        )


def _holder_of(event: PartsUnregistered) -> str:
    """The class that registers what it holds."""
    kind = "Dict" if event.container == "dict" else "List"
    return f"{'Module' if event.are_modules else 'Parameter'}{kind}"


def _fixes(event: PartsUnregistered) -> list[NodeFix]:
    if event.value is None or event.is_nested or isinstance(event.value, tree.Name):
        return []  # what a name holds may be filled later; lists within it are no modules
    value, holder = event.value.lossless, _holder_of(event)
    held = Replace(value, (FromTorch(f"nn.{holder}"), "(", value, ")"))
    return [unsafe(f"put them into `{holder}`", held)]
