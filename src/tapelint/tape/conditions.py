"""The tests of branches: which way they go, what they say, and what holds behind them."""

from __future__ import annotations

import libcst as cst

from tapelint.tape import builtin_calls
from tapelint.tape.annotations import Annotations
from tapelint.tape.expressions import Expressions
from tapelint.tape.machine import Machine
from tapelint.tape.syntax import dotted_name, mentions
from tapelint.tape.terms import Truth
from tapelint.tape.values import (
    EITHER_BACKWARD,
    NONE,
    Array,
    Condition,
    Container,
    Instance,
    Number,
    Tensor,
    Unknown,
    UnknownAttribute,
)

_TRACING = frozenset(
    {"is_tracing", "is_scripting", "is_in_onnx_export", "is_exporting", "is_compiling"}
)
"""Tests that hold while a model is traced, scripted or exported."""
BACKWARD = frozenset({"backward", "manual_backward"})


class Conditions:
    """Evaluates the tests of branches."""

    def __init__(
        self, machine: Machine, expressions: Expressions, annotations: Annotations
    ) -> None:
        self.machine = machine
        self.expressions = expressions
        self.annotations = annotations
        self._runs_either: dict[cst.CSTNode, bool] = {}
        self._texts: dict[cst.BaseExpression, str] = {}

    def truth(self, test: cst.BaseExpression) -> Truth:
        """Whether a branch is taken; a model that is traced or exported is not trained."""
        value = self.expressions.evaluate(test)
        negated = isinstance(test, cst.UnaryOperation) and isinstance(test.operator, cst.Not)
        inner = test.expression if isinstance(test, cst.UnaryOperation) and negated else test
        if dotted_name(inner).rsplit(".", 1)[-1] in _TRACING:
            return Truth.YES if negated else Truth.NO
        return builtin_calls.truth_of(value)

    def parts(self, test: cst.BaseExpression, holds: bool) -> frozenset[Condition]:
        """What a branch's test says: its text, and the parts of an ``and`` or ``or``."""
        found = {self._condition(test, holds)}
        decides = cst.And if holds else cst.Or
        while isinstance(test, cst.BooleanOperation) and isinstance(test.operator, decides):
            found |= self.parts(test.right, holds)
            test = test.left
            found.add(self._condition(test, holds))
        return frozenset(found)

    def either(self, link: cst.If) -> frozenset[Condition]:
        """A mark for a branch of which both sides run a backward."""
        runs = self._runs_either.get(link)
        if runs is None:
            runs = link.orelse is not None and all(
                mentions(each, BACKWARD) for each in (link.body, link.orelse)
            )
            self._runs_either[link] = runs
        return frozenset({(f"{EITHER_BACKWARD} {id(link)}", True)}) if runs else frozenset()

    def _condition(self, test: cst.BaseExpression, holds: bool) -> Condition:
        """A test as a condition: its text in this function, less what negates it."""
        while isinstance(test, cst.UnaryOperation) and isinstance(test.operator, cst.Not):
            holds, test = not holds, test.expression
        text = self._texts.get(test)
        if text is None:
            text = self._texts[test] = cst.Module(()).code_for_node(test)
        frame = self.machine.frame
        if text.startswith("self.") and frame.unit_class is not None:
            return f"{frame.unit_class.name}: {text}", holds  # it holds from call to call
        return f"{frame.scope}: {text}", holds

    def narrow_none(self, test: cst.BaseExpression, holds: bool) -> None:
        """``x is None`` tells that it is ``None`` where it holds, ``x is not None`` where not."""
        if not isinstance(test, cst.Comparison) or len(test.comparisons) != 1:
            return
        operator, other = test.comparisons[0].operator, test.comparisons[0].comparator
        if not isinstance(other, cst.Name) or other.value != "None":
            return
        says_none = isinstance(operator, (cst.Is, cst.Equal))
        if not says_none and not isinstance(operator, (cst.IsNot, cst.NotEqual)):
            return
        if says_none is not holds:
            return
        value = self.expressions.evaluate(test.left)
        if isinstance(value, Tensor):
            self.machine.update_tensor(value, is_held=False)
        if isinstance(test.left, cst.Name):
            self.expressions.bind(test.left.value, NONE)
        elif isinstance(test.left, cst.Attribute):
            owner = self.expressions.evaluate(test.left.value)
            if isinstance(owner, Instance):
                self.machine.set_attribute(owner, test.left.attr.value, NONE)

    def narrow(self, test: cst.BaseExpression) -> None:
        """``isinstance(m, nn.Linear)`` tells what ``m`` is where it holds."""
        while isinstance(test, cst.BooleanOperation) and isinstance(test.operator, cst.And):
            self._narrow_one(test.right)
            test = test.left
        self._narrow_one(test)

    def _narrow_one(self, test: cst.BaseExpression) -> None:
        if not isinstance(test, cst.Call) or len(test.args) != 2:
            return
        function, subject = test.func, test.args[0].value
        if not isinstance(function, cst.Name) or function.value != "isinstance":
            return
        if not isinstance(subject, (cst.Name, cst.Attribute)):
            return
        before = self.expressions.evaluate(subject)
        is_known = isinstance(before, (Tensor, Container))
        if type(before) not in {Unknown, UnknownAttribute} and not is_known:
            return
        kinds = self.expressions.evaluate(test.args[1].value)
        value = self.annotations.instance_of(kinds)
        if is_known and not isinstance(value, (Number, Array)):
            return  # a number where it holds is no tensor there, whatever it is elsewhere
        if value is not None and isinstance(subject, cst.Name):
            self.expressions.bind(subject.value, value)
