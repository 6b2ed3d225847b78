"""TAP601: layers or parameters in a plain container of a module."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tapelint.editing.changes import FromTorch, NodeFix, Replace, unsafe
from tapelint.findings import Consequence
from tapelint.rules.checker import Checker
from tapelint.rules.reasons import Reason
from tapelint.source import tree
from tapelint.torch_api.families import families

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
        parts = "layers" if event.are_modules else "parameters"
        self.report(
            event.at,
            f"`{self.text(event.at)}` is a plain {event.container}: `parameters()`, `to()` and "
            f"`state_dict()` miss its {parts}; {_advice(event, parts)}",
            Consequence.NO_GRADIENT,
            fix=lambda: _fixes(event),
        )


def _holder_of(event: PartsUnregistered) -> str:
    """The class that registers what it holds."""
    kind = "Dict" if event.container == "dict" else "List"
    return f"{'Module' if event.are_modules else 'Parameter'}{kind}"


def _advice(event: PartsUnregistered, parts: str) -> str:
    """What to write instead; torch takes nothing but modules, and strings that it likes as keys."""
    holder, within = f"`nn.{_holder_of(event)}`", ", and within it" if event.is_nested else ""
    if _has_others(event):
        return f"keep the {parts} alone in {holder}{within}"
    keys = [str(each) for each in event.keys]
    refused = dict.fromkeys(each for each in keys if not _is_taken(each) or keys.count(each) > 1)
    if refused:
        others = ", ".join(f"`{each!r}`" for each in refused)
        return f"use {holder} with other strings as keys than {others}{within}"
    if not all(isinstance(each, str) for each in event.keys):
        return f"use {holder} with `str(key)` for each key{within}"
    return f"use {holder}{' with strings as keys' if event.has_other_keys else ''}{within}"


def _has_others(event: PartsUnregistered) -> bool:
    return event.are_modules and event.has_others


def _is_taken(key: str) -> bool:
    """Whether a dict of modules or of parameters can hold something under a key."""
    return bool(key) and "." not in key and key not in families().refused_as_keys


def _fixes(event: PartsUnregistered) -> list[NodeFix]:
    if event.value is None or event.is_nested or isinstance(event.value, tree.Name):
        return []  # what a name holds may be filled later; lists within it are no modules
    if event.has_other_keys or _has_others(event):
        return []
    if not all(isinstance(each, str) and _is_taken(each) for each in event.keys):
        return []  # what reads them has to write the other keys, too
    value, holder = event.value.lossless, _holder_of(event)
    held = Replace(value, (FromTorch(f"nn.{holder}"), "(", value, ")"))
    return [unsafe(f"put them into `{holder}`", held)]
