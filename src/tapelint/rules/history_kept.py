"""How a history that a constructor would cut off is kept: for TAP101 and TAP102."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from tapelint.editing.changes import (
    CallFromTorch,
    InsteadOfCall,
    NodeFix,
    NodeFixes,
    Operand,
    unsafe,
)
from tapelint.source import tree
from tapelint.tape.domain.terms import Elements

if TYPE_CHECKING:
    from tapelint.tape.leaf_events import TensorConstructor


_OF_MODULES = frozenset({"Parameter", "Buffer"})
"""What makes the tensors that a module keeps."""


_DISPLAYS = (tree.List, tree.Tuple, tree.ListComp)


class Constructors:
    """The constructor calls of a file, over all the times that each is executed."""

    def __init__(self) -> None:
        self._elements: dict[tree.Node, Elements] = {}
        self._last: dict[tree.Node, TensorConstructor] = {}

    def note(self, event: TensorConstructor) -> NodeFixes:
        """Remember a call; what it is given is known as well as it is each time.

        Returns:
            What gives the call's fixes once all its executions were noted.
        """
        known = self._elements.get(event.at, event.elements)
        self._elements[event.at] = min(known, event.elements)
        self._last[event.at] = event
        return functools.partial(self.fixes, event)

    def last(self, node: tree.Node) -> TensorConstructor | None:
        """The call at a node, as it was executed last."""
        return self._last.get(node)

    def fixes(self, event: TensorConstructor) -> list[NodeFix]:
        """What to write instead of a call; nothing where it is not known to be right."""
        if event.constructor in _OF_MODULES:
            return []  # a new leaf is what was asked for
        if not event.over_container:
            itself = InsteadOfCall(event.node, event.data.lossless, (Operand(event.data.lossless),))
            return [unsafe("use the tensor itself", itself)]
        elements = self._elements[event.at]
        if elements is Elements.UNKNOWN:
            return []
        stacked = CallFromTorch(event.node, event.data.lossless, "stack", _flat(elements))
        return [unsafe("stack the tensors", stacked)]


def _flat(elements: Elements) -> str:
    """What makes a vector of stacked tensors, as the call did: one number of each, of any shape."""
    return "" if elements is Elements.NUMBERS else ".flatten()"


def _by_hand(data: tree.BaseExpression) -> str:
    """How a list is stacked that may hold numbers or rows, neither of which ``stack`` takes."""
    held: list[tree.BaseExpression] = []
    if isinstance(data, (tree.List, tree.Tuple)):
        held = [each.value for each in data.elements if isinstance(each, tree.Element)]
    elif isinstance(data, tree.ListComp):
        held = [data.elt]
    if any(isinstance(each, _DISPLAYS) for each in held):
        return "; `torch.stack` rows first, numbers as tensors"
    return "; use `torch.stack`, with numbers as tensors" if isinstance(data, _DISPLAYS[:2]) else ""


def remedied(event: TensorConstructor, data: str) -> str:
    """What a constructor does to the history of ``data``, and what to write instead."""
    what = f"`{event.called}({data})` "
    if event.is_wrapper:
        # A module takes nothing but a `Parameter` where it had one: assigning `data` would raise.
        what += "makes a new leaf over the same memory: the history is lost; compute with "
        is_kept = event.constructor in _OF_MODULES
        return what + f"`{data}`" + (", e.g. by `torch.func.functional_call`" if is_kept else "")
    if event.over_container:
        what += "copies the numbers: the history of these tensors is lost"
        instead = f"; use `torch.stack({data}){_flat(event.elements)}`"
        if event.elements is Elements.UNKNOWN:
            instead = _by_hand(event.data) or instead
    else:
        what += "copies the numbers: the history is lost"
        instead = f"; use `{data}` itself"
    if event.requires_grad:
        what += ", and `requires_grad=True` does not bring it back"
    return what + instead
