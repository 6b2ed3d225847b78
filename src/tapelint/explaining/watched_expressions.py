"""Expressions of which a part may not be run."""

from __future__ import annotations

from tapelint.explaining.ledger import Ledger
from tapelint.source import tree
from tapelint.source.tree import walk
from tapelint.tape.domain.terms import Truth
from tapelint.tape.domain.values import ContainerKind, LibraryObject, Number, Tensor, Value
from tapelint.tape.interpreter.expressions import Expressions
from tapelint.tape.machine.frames import Arguments
from tapelint.tape.models import builtin_calls, layers, modules


class WatchedExpressions(Expressions):
    """Evaluates what may not be run as what may not have happened."""

    @property
    def ledger(self) -> Ledger:
        """The machine, with what is sure."""
        assert isinstance(self.machine, Ledger)
        return self.machine

    def binary(self, node: tree.BinaryOperation, left: Value, right: Value) -> Value:
        """``left <operator> right``: of what may be numbers, it may be one."""
        ledger = self.ledger
        result = super().binary(node, left, right)
        may_be_number = all(
            isinstance(each, Number) or ledger.may_be_number(each) for each in (left, right)
        )
        if isinstance(result, Tensor) and may_be_number and not ledger.may_be_number(result):
            return ledger.or_number(result)
        return result

    def _unary_once(self, node: tree.UnaryOperation, value: Value) -> Value:
        result = super()._unary_once(node, value)
        ledger = self.ledger
        if isinstance(result, Tensor) and ledger.may_be_number(value):
            return result if ledger.may_be_number(result) else ledger.or_number(result)
        return result

    def _conditional(self, node: tree.IfExp) -> Value:
        """``a if test else b``: either, also in the last round of a loop."""
        test = builtin_calls.truth_of(self.evaluate(node.test))
        if test is not Truth.UNKNOWN:
            return self.evaluate(node.body if test is Truth.YES else node.orelse)
        return self.machine.join(*self._sides(node))

    def _may_change(self, node: tree.BaseExpression) -> bool:
        """Whether an expression may leave anything behind: any call may."""
        return any(isinstance(each, (tree.Call, tree.NamedExpr)) for each in walk(node))

    def _subscript(self, value: Value, node: tree.Subscript) -> Value:
        """Of layers of which one stands for all, an item is one of many."""
        machine = self.ledger
        held_here = machine.container_record(value)
        if held_here is not None and held_here.rest:
            item = machine.as_one_of(super()._subscript(value, node), held_here.rest)
            if isinstance(item, Tensor):
                machine.on_item[node] = item
            return item
        if not isinstance(value, LibraryObject) or layers.dict_of(machine, value) is not None:
            return super()._subscript(value, node)
        held = layers.children(machine, value)
        if not layers.in_order(machine, value):
            machine.any_of(held)
        _, is_slice = self.index_of(node)
        if not is_slice or not held:
            return super()._subscript(value, node)
        bounds = self.bounds(node) if layers.in_order(machine, value) else None
        kind = ContainerKind.LIST
        made = (
            machine.new_container(kind, held[bounds])
            if bounds is not None and bounds.step != 0
            else machine.new_container(kind, rest=held)
        )
        return modules.make(machine, value.kind, Arguments(((made, node),)))
