"""What the ``forward`` of a network hands out as its loss, where that can train nothing.

Whoever calls it runs the backward, somewhere else. It raises where the loss is a number, or was
detached before.
"""

from __future__ import annotations

from collections.abc import Iterator

from tapelint.source import tree
from tapelint.source.spelling import code_of
from tapelint.source.tree import walk
from tapelint.tape import events
from tapelint.tape.autograd.origins import origin_of
from tapelint.tape.domain.path_conditions import TRAINING
from tapelint.tape.domain.program import FunctionUnit
from tapelint.tape.domain.terms import Truth
from tapelint.tape.domain.values import Container, Number, TensorRecord, Value
from tapelint.tape.machine.machine import Machine
from tapelint.torch_api.families import families
from tapelint.torch_api.knowledge import knowledge
from tapelint.torch_api.names import (
    BACKWARD_CALLS,
    ends_as_loss,
    is_metric,
    is_metric_function,
    words,
)

_RUN_HERE = "a backward"
"""Stands for all variables; no name has a space."""
_FORWARD = frozenset({"forward", "training_step"})
_CUTS = families().ending_history & knowledge().tensor_methods
_NOT_TRAINING = frozenset({"eval", "val", "valid", "validation", "test", "inference"})


class ReturnedLosses:
    """Looks at what functions return."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._keeps: dict[FunctionUnit, frozenset[str]] = {}

    def note(self, node: tree.Return, value: Value) -> None:
        """``return logits, loss`` and ``return loss.item()``."""
        machine, unit = self._machine, self._machine.frame.unit
        if unit is None or node.value is None or machine.grad_mode is not Truth.YES:
            return
        if not _computes_loss(unit) or not self._may_train():
            return
        losses = [
            (expression, each, name)
            for expression, each in self._parts(node.value, value)
            if (name := _spelled(expression)) and ends_as_loss(name) and not is_metric(name)
        ]
        if len(losses) != 1:
            return  # one may be there to be trained on, and the others to be shown
        (expression, each, name) = losses[0]
        cut = None if self._was_trained(each) else self._cut(expression, each)
        if cut is None or _RUN_HERE in self._kept_in(unit) or name in self._kept_in(unit):
            return
        operation, at = cut
        machine.emit(events.LossCut, at, root=expression, operation=operation, returned=node)

    def _may_train(self) -> bool:
        """Whether no branch says that this is not for training."""
        return not any(
            (text.endswith(TRAINING) and not holds)
            or (holds and not _NOT_TRAINING.isdisjoint(words(text.partition(": ")[2])))
            for text, holds in self._machine.conditions
        )

    def _parts(
        self, node: tree.BaseExpression, value: Value
    ) -> Iterator[tuple[tree.BaseExpression, Value]]:
        """The parts of a tuple, each with its value; or all of it."""
        record = self._machine.container_record(value)
        if not isinstance(node, tree.Tuple):
            if not isinstance(value, Container):
                yield node, value
            return
        if record is not None and len(record.items) == len(node.elements) and not record.rest:
            parts = [each.value for each in node.elements]
            yield from zip(parts, record.items, strict=True)

    def _was_trained(self, value: Value) -> bool:
        """Whether a backward has run before the history was ended: layers that train themselves."""
        origin = origin_of(self._machine, value)
        return origin is not None and any(each in self._machine.trained for each in origin.sources)

    def _cut(self, node: tree.BaseExpression, value: Value) -> tuple[str, tree.Node] | None:
        """What has ended the history of a loss, and where."""
        machine = self._machine
        record = machine.tensor_record(value)
        origin = record.origin if record is not None else None
        if origin is not None and record is not None and record.requires_grad is Truth.NO:
            return (origin.operation, origin.node) if origin.operation in _CUTS else None
        if isinstance(value, Number) and value.origin is not None:
            found = value.origin
            return (found.operation, found.node) if found.operation in _CUTS else None
        if isinstance(node, tree.Call) and isinstance(node.func, tree.Attribute) and not node.args:
            name = node.func.attr.value
            if name in _CUTS and _is_of_unknown(value, record):
                return name, node
        return None

    def _kept_in(self, unit: FunctionUnit) -> frozenset[str]:
        """The variables that a function keeps, gives to others, or runs a backward of.

        Where it runs a backward itself, what it returns is there to be shown.
        """
        known = self._keeps.get(unit)
        if known is None:
            known = self._keeps[unit] = frozenset(_handed_on(unit.node))
        return known


def _is_of_unknown(value: Value, record: TensorRecord | None) -> bool:
    """Whether a number or a detached tensor was taken from something that is not known."""
    if isinstance(value, Number):
        return value.taken_at is None
    return record is not None and record.memory_of is None and record.requires_grad is Truth.NO


def _computes_loss(unit: FunctionUnit) -> bool:
    """Whether it is what a network does with a batch, and no metric."""
    owner = unit.unit_class
    if owner is None or not owner.is_module or unit.last_name not in _FORWARD:
        return False
    return not is_metric_function(owner.name) and not is_metric(owner.name)


def _spelled(node: tree.BaseExpression) -> str:
    """``loss`` of ``loss``, ``loss.mean().item()``, ``self.loss``."""
    while isinstance(node, tree.Call) and isinstance(node.func, tree.Attribute):
        node = node.func.value
    return code_of(node) if isinstance(node, (tree.Name, tree.Attribute)) else ""


def _handed_on(function: tree.FunctionDef | tree.Lambda) -> Iterator[str]:
    for node in walk(function.body):
        if type(node) is tree.Call:
            yield from (code_of(each.value) for each in node.args if _is_name(each.value))
            if isinstance(node.func, tree.Attribute) and node.func.attr.value in BACKWARD_CALLS:
                yield _RUN_HERE
        elif type(node) is tree.Assign and _is_name(node.value):
            if any(not isinstance(each.target, tree.Name) for each in node.targets):
                yield code_of(node.value)


def _is_name(node: tree.BaseExpression) -> bool:
    return isinstance(node, (tree.Name, tree.Attribute))
