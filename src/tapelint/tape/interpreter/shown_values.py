"""Statements whose value is shown: at the end of a notebook's cell, or as one types at a prompt."""

from __future__ import annotations

from tapelint.source import tree
from tapelint.source.parsed import Parsed
from tapelint.tape.machine.machine import Machine
from tapelint.torch_api.conversions import CONVERSIONS
from tapelint.torch_api.families import families

_VALUES = (tree.Name, tree.Attribute, tree.Subscript, tree.BinaryOperation, tree.Comparison)


class ShownValues:
    """Tells which statements at the top level of a file show what they give."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._typed: dict[Parsed, list[tree.Node]] = {}

    def is_shown(self, node: tree.Node) -> bool:
        """Whether an expression ends a cell of a notebook, or stands in a script that shows values.

        A script shows values if another of its statements does nothing but give one.
        """
        source = node.source
        if source is None or self._machine.frame.unit is not None:
            return False
        if source.is_last_of_cell(node):
            return True
        typed = self._typed.get(source)
        if typed is None:
            typed = self._typed[source] = _typed_in(source)
        return any(each is not node for each in typed)


def _typed_in(source: Parsed) -> list[tree.Node]:
    """The expressions of a file that only give a value, which nothing shows."""
    return [
        each.value
        for line in source.module.body
        if isinstance(line, tree.SimpleStatementLine)
        for each in line.body
        if isinstance(each, tree.Expr)
        and _only_gives(each.value)
        and not source.is_last_of_cell(each.value)
    ]


def _only_gives(value: tree.BaseExpression) -> bool:
    """Whether an expression does nothing but give a value, as one types it at a prompt."""
    if isinstance(value, tree.Call) and isinstance(value.func, tree.Attribute):
        known = families()
        shown = known.queries | known.fresh | known.reshaping | known.partial_views
        return value.func.attr.value in shown - CONVERSIONS
    return isinstance(value, _VALUES)
