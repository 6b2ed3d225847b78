"""Expressions of which a part may not be run."""

from __future__ import annotations

from collections.abc import Callable

import libcst as cst

from tapelint.explaining.ledger import Ledger
from tapelint.tape import builtin_calls
from tapelint.tape.expressions import Expressions
from tapelint.tape.terms import Truth
from tapelint.tape.values import Number, Tensor, Value


class WatchedExpressions(Expressions):
    """Evaluates what may not be run as what may not have happened."""

    @property
    def ledger(self) -> Ledger:
        """The machine, with what is sure."""
        assert isinstance(self.machine, Ledger)
        return self.machine

    def binary(self, node: cst.BinaryOperation, left: Value, right: Value) -> Value:
        """``left <operator> right``: of what may be numbers, it may be one."""
        ledger = self.ledger
        result = super().binary(node, left, right)
        may_be_number = all(
            isinstance(each, Number) or ledger.may_be_number(each) for each in (left, right)
        )
        if isinstance(result, Tensor) and may_be_number and not ledger.may_be_number(result):
            return ledger.or_number(result)
        return result

    def _unary_once(self, node: cst.UnaryOperation, value: Value) -> Value:
        result = super()._unary_once(node, value)
        ledger = self.ledger
        if isinstance(result, Tensor) and ledger.may_be_number(value):
            return result if ledger.may_be_number(result) else ledger.or_number(result)
        return result

    def _conditional(self, node: cst.IfExp) -> Value:
        test = builtin_calls.truth_of(self.evaluate(node.test))
        if test is not Truth.UNKNOWN:
            return self.evaluate(node.body if test is Truth.YES else node.orelse)
        body, orelse = self._either(
            lambda: self.evaluate(node.body), lambda: self.evaluate(node.orelse)
        )
        return self.machine.join(body, orelse)

    def _boolean(self, node: cst.BooleanOperation) -> Value:
        operands: list[cst.BaseExpression] = []
        left: cst.BaseExpression = node
        while isinstance(left, cst.BooleanOperation):
            operands.append(left.right)
            left = left.left
        value = self.evaluate(left)
        for operand in reversed(operands):
            before = value
            value, _ = self._either(
                lambda operand=operand: self.evaluate(operand),  # type: ignore[misc]
                lambda before=before: before,  # type: ignore[misc]
            )
            value = self.machine.join(before, value)
        return value

    def _either(self, one: Callable[[], Value], other: Callable[[], Value]) -> list[Value]:
        """Run one thing or the other, which is not known."""
        machine = self.machine
        base = machine.state
        values, ends = [], []
        for run in (one, other):
            machine.state = base.fork()
            values.append(run())
            ends.append(machine.state)
        machine.state = base
        base.absorb(ends, machine.join_cells)
        return values
