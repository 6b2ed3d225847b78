"""The tests of branches: which way they go, what they say, and what holds behind them."""

from __future__ import annotations

from tapelint.source import tree
from tapelint.source.spelling import code_of
from tapelint.source.tree import walk
from tapelint.tape.autograd import graph
from tapelint.tape.domain import counts
from tapelint.tape.domain.frozen import replace
from tapelint.tape.domain.graph_nodes import has_history
from tapelint.tape.domain.path_conditions import GIVEN, Condition, chosen
from tapelint.tape.domain.program import FunctionUnit
from tapelint.tape.domain.terms import Truth
from tapelint.tape.domain.values import (
    NONE,
    Array,
    Container,
    Either,
    Instance,
    LibraryObject,
    NoneValue,
    Number,
    Symbol,
    Tensor,
    Unknown,
    UnknownAttribute,
    Value,
)
from tapelint.tape.interpreter import histories
from tapelint.tape.interpreter.annotations import Annotations
from tapelint.tape.interpreter.comparisons import COMPARISONS, is_none, linear, quantity, truth
from tapelint.tape.interpreter.exclusions import Exclusions
from tapelint.tape.interpreter.interface import Interpreter
from tapelint.tape.interpreter.kept_settings import KeptSettings
from tapelint.tape.interpreter.lasting_tests import LastingTests
from tapelint.tape.machine.frames import Arguments
from tapelint.tape.machine.machine import Machine
from tapelint.tape.models import layers, module_parameters
from tapelint.tape.syntax import (
    given_to,
    last_part,
    variables_in,
    without_not,
)

_TRACING = frozenset(
    {"is_tracing", "is_scripting", "is_in_onnx_export", "is_exporting", "is_compiling"}
)
"""Tests that hold while a model is traced, scripted or exported."""


class Conditions:
    """Evaluates the tests of branches."""

    def __init__(
        self, machine: Machine, interpreter: Interpreter, annotations: Annotations
    ) -> None:
        self.machine = machine
        self.interpreter = interpreter
        self.annotations = annotations
        self._texts: dict[tree.BaseExpression, str] = {}
        self._tested: dict[FunctionUnit, frozenset[str]] = {}
        self._lasting = LastingTests(interpreter)
        self._exclusions = Exclusions()
        self._kept_settings = KeptSettings()
        self._counted: dict[tree.ClassDef, frozenset[str]] = {}

    def truth(self, test: tree.BaseExpression) -> Truth:
        """Whether a branch is taken; a model that is traced or exported is not trained."""
        is_negated, test = without_not(test)
        if isinstance(test, tree.BooleanOperation):
            found = self._truth_of_all(test)
        elif last_part(test) in _TRACING:
            self.interpreter.evaluate(test)
            found = Truth.NO
        else:
            found = truth(test, self.interpreter.evaluate(test))
            if found is Truth.UNKNOWN:
                found = self._truth_of_setting(test)
        return Truth(2 - found) if is_negated else found

    def _truth_of_setting(self, test: tree.BaseExpression) -> Truth:
        """Whether a test of a setting of the object holds, as the branches before have told."""
        inner = test
        while isinstance(inner, (tree.Attribute, tree.Comparison)):
            inner = inner.value if isinstance(inner, tree.Attribute) else inner.left
        if not isinstance(inner, tree.Name):
            return Truth.UNKNOWN
        is_given = test is inner and inner.value in self.machine.frame.given_tests
        if not is_given and (inner.value != "self" or test is inner):
            return Truth.UNKNOWN
        text, holds = self._condition(test, True)
        state = self.machine.state
        if ": self." not in text:
            return Truth.UNKNOWN
        if state.has_come_through((text, holds)):
            return Truth.YES
        return Truth.NO if state.has_come_through((text, not holds)) else Truth.UNKNOWN

    def _truth_of_all(self, test: tree.BooleanOperation) -> Truth:
        """Whether an ``and`` or an ``or`` holds: what decides it ends it."""
        operands: list[tree.BooleanOperation] = []
        left: tree.BaseExpression = test
        while isinstance(left, tree.BooleanOperation):
            operands.append(left)
            left = left.left
        found = self.truth(left)
        for operand in reversed(operands):
            is_and = isinstance(operand.operator, tree.And)
            if found is (Truth.NO if is_and else Truth.YES):
                continue
            self.machine.spend()
            other = self.interpreter.perhaps(operand.right, self.truth)
            found = min(found, other) if is_and else max(found, other)
        return found

    def parts(self, test: tree.BaseExpression, holds: bool) -> frozenset[Condition]:
        """What a branch's test says: its text, and the parts of an ``and`` or ``or``."""
        is_negated, test = without_not(test)
        holds = holds is not is_negated
        found = {self._condition(test, holds)}
        found.update(self._excluded(test, holds))
        decides = tree.And if holds else tree.Or
        while isinstance(test, tree.BooleanOperation) and isinstance(test.operator, decides):
            self.machine.asks[self._condition(test, holds)[0]] = ""
            found |= self.parts(test.right, holds)
            test = test.left
            found.add(self._condition(test, holds))
            found.update(self._excluded(test, holds))
        found.update(self._of_history(test, holds))
        return frozenset(found)

    def _excluded(self, test: tree.BaseExpression, holds: bool) -> list[Condition]:
        """What a test says of other tests of the same: ``stage == 1`` excludes ``stage == 2``.

        Not so of what an object counts: that is another number in the next round.
        """
        is_negated, test = without_not(test)
        text, says = self._condition(test, holds is not is_negated)
        own = self._texts.get(test)
        if own is None or not text.endswith(own) or self._asks_for_counter(test):
            return []
        before = text[: -len(own)]
        subject = self._exclusions.subject(test)
        if subject is not None:
            self.machine.asks[text] = before + subject
        return [(before + other, is_so) for other, is_so in self._exclusions.told(test, own, says)]

    def _asks_for_counter(self, test: tree.BaseExpression) -> bool:
        """Whether a test asks for an attribute that the object's methods add to."""
        unit = self.machine.frame.unit_class
        if unit is None or unit.node is None:
            return False
        counted = self._counted.get(unit.node)
        if counted is None:
            counted = self._counted[unit.node] = frozenset(
                each.target.attr.value
                for each in walk(unit.node)
                if type(each) is tree.AugAssign and isinstance(each.target, tree.Attribute)
            )
        return bool(counted) and any(
            type(each) is tree.Attribute and each.attr.value in counted for each in walk(test)
        )

    def _of_history(self, test: tree.BaseExpression, holds: bool) -> list[Condition]:
        """What a test says of the histories of tensors: ``x.requires_grad``."""
        told = histories.told(self.interpreter, test, holds)
        return [
            has_history(node, has_one)
            for value, has_one in told
            for node in graph.graph_inputs(self.machine, [value])
        ]

    def _condition(self, test: tree.BaseExpression, holds: bool) -> Condition:
        """A test as a condition: its text in this function, less what negates it."""
        is_negated, test = without_not(test)
        holds = holds is not is_negated
        if self.machine.frame.given_tests and isinstance(test, tree.Name):
            told = self.machine.frame.given_tests.get(test.value)
            if told is not None:
                return told[0], told[1] is holds
        text = self._texts.get(test)
        if text is None:
            text = self._texts[test] = code_of(test)
        frame = self.machine.frame
        if type(test) is tree.Name and frame.unit is not None and frame.unit_class is not None:
            kept = self._kept_settings.attribute(frame.unit, frame.unit_class, test.value)
            text = f"self.{kept}" if kept is not None else text
        if text.startswith("self.") and frame.unit_class is not None:
            receiver = frame.receiver  # it holds from call to call, in inherited methods, too
            owner = receiver.identity if isinstance(receiver, Instance) else frame.unit_class.name
            return f"{owner}: {text}", holds
        return f"{GIVEN if self._lasting.lasts(test) else ''}{frame.scope}: {text}", holds

    def given_tests(
        self, unit: FunctionUnit, receiver: Value | None, arguments: Arguments | None
    ) -> dict[str, Condition]:
        """What the parameters that a function tests as they are say where it is called.

        So `if trains:` in `helper(self.training)` is a test of the module's own setting.
        """
        tested = self._tested.get(unit)
        if tested is None:
            tested = self._tested[unit] = _tested_as_given(unit)
        if not tested or arguments is None:
            return {}
        is_bound = receiver is not None and not unit.is_static
        found: dict[str, Condition] = {}
        for at, name in enumerate(unit.parameter_names[1 if is_bound else 0 :]):
            given = arguments.pair(at, name) if name in tested else None
            expression = without_not(given[1])[1] if given is not None else None
            if given is not None and isinstance(expression, tree.Attribute):
                found[name] = self._condition(given[1], True)
        return found

    def narrow(self, test: tree.BaseExpression, holds: bool) -> None:
        """What is known of variables where a test holds, or where it does not."""
        pending = [(test, holds)]
        while pending:
            each, is_so = pending.pop()
            is_negated, each = without_not(each)
            is_so = is_so is not is_negated
            if isinstance(each, tree.BooleanOperation):
                if isinstance(each.operator, tree.And if is_so else tree.Or):
                    pending += [(each.right, is_so), (each.left, is_so)]
            elif isinstance(each, tree.Comparison) and len(each.comparisons) == 1:
                self._narrow_none(each, is_so)
                self._narrow_number(each, is_so)
                self._narrow_length(each, is_so)
                self._narrow_exact_type(each, is_so)
            elif isinstance(each, tree.Call) and is_so:
                self._narrow_type(each)
            elif not is_so:
                self._narrow_empty(each)
            self._narrow_history(each, is_so)

    def assumed(self, test: tree.BaseExpression, holds: bool) -> frozenset[Condition]:
        """What a branch needs beside its test, where the state speaks against that.

        Where this run has left ``None`` on an object that it made itself, ``self.x is not None``
        holds only if somebody else has set it: what is found there is likely.
        """
        is_negated, test = without_not(test)
        if not isinstance(test, tree.Comparison) or not isinstance(test.left, tree.Attribute):
            return frozenset()
        says_none = is_none(test)
        if says_none is None or says_none is (holds is not is_negated):
            return frozenset()
        owner = self.interpreter.evaluate(test.left.value)
        record = self.machine.attributes(owner) if isinstance(owner, Instance) else None
        if record is None or not isinstance(owner, Instance):
            return frozenset()
        is_own = owner.identity > self.machine.entry_began
        is_there = isinstance(record.get(test.left.attr.value), NoneValue)
        made = self.machine.new_identity()
        return chosen(made, 2, frozenset({0})) if is_own and is_there else frozenset()

    def _narrow_none(self, test: tree.Comparison, holds: bool) -> None:
        """``x is None`` tells that it is ``None`` where it holds, ``x is not None`` where not."""
        if is_none(test) is not holds:
            return
        value = self.interpreter.evaluate(test.left)
        if isinstance(value, Tensor):
            self.machine.update_tensor(value, is_held=False)
        if isinstance(test.left, tree.Name):
            self.interpreter.bind(test.left.value, NONE)
        elif isinstance(test.left, tree.Attribute):
            owner = self.interpreter.evaluate(test.left.value)
            if isinstance(owner, Instance):
                self.machine.set_attribute(owner, test.left.attr.value, NONE)

    def _narrow_number(self, test: tree.Comparison, holds: bool) -> None:
        """``step < 3``: where it holds, a whole number is 2 at most."""
        (target,) = test.comparisons
        symbol = COMPARISONS.get(type(target.operator), "")
        if not holds:
            symbol = _OTHERWISE.get(symbol, "")
        self._narrow_side(test.left, symbol, target.comparator)
        self._narrow_side(target.comparator, _MIRRORED.get(symbol, symbol), test.left)

    def _narrow_side(
        self, side: tree.BaseExpression, symbol: str, other: tree.BaseExpression
    ) -> None:
        if not isinstance(side, tree.Name) or symbol not in _ORDERS:
            return
        interpreter = self.interpreter
        value = interpreter.look_up(side.value)
        if not isinstance(value, Number) or value.value is not None or value.count is None:
            return
        beside = linear(interpreter, other, interpreter.evaluate(other))
        for name in variables_in(other):  # it may be bound anew in the next round
            beside = counts.less(beside, quantity(interpreter.machine, name))
        count = counts.narrowed(symbol, value.count, beside)
        low, high = count.from_(counts.ZERO)
        exact = int(low) if low == high else None
        interpreter.bind(side.value, replace(value, value=exact, count=count))

    def _narrow_length(self, test: tree.Comparison, holds: bool) -> None:
        """``len(xs) == 0`` tells that it holds nothing."""
        (target,) = test.comparisons
        symbol = COMPARISONS.get(type(target.operator), "")
        bound = self.interpreter.evaluate(target.comparator)
        says = symbol if holds else _OTHERWISE.get(symbol, "")
        limit = bound.value if isinstance(bound, Number) else None
        if (says, limit) in {("==", 0), ("<=", 0), ("<", 1)}:
            self._narrow_empty(test.left)

    def _narrow_empty(self, test: tree.BaseExpression) -> None:
        """``xs`` or ``len(xs)`` that counts as false tells that it holds nothing."""
        if isinstance(test, tree.Call):
            function = test.func
            if not isinstance(function, tree.Name) or function.value != "len" or not test.args:
                return
            test = test.args[0].value
        if not isinstance(test, (tree.Name, tree.Attribute)):
            return
        value = self.interpreter.evaluate(test)
        record = self.machine.container_record(value) if isinstance(value, Container) else None
        if record is not None and isinstance(value, Container):
            self.machine.state.set(
                value.identity,
                replace(record, items=(), rest=(), keys=(), is_open=False, orders=()),
            )

    def _narrow_history(self, test: tree.BaseExpression, holds: bool) -> None:
        """``not x.requires_grad`` tells that what is computed from it has no history, either."""
        for value, has_one in histories.told(self.interpreter, test, holds):
            record = self.machine.tensor_record(value)
            if record is not None and record.requires_grad is Truth.UNKNOWN and not has_one:
                self.machine.update_tensor(
                    value, requires_grad=Truth.NO, is_leaf=Truth.YES, trained_on_a_path=False
                )

    def _narrow_type(self, test: tree.Call) -> None:
        """``isinstance(m, nn.Linear)`` tells what ``m`` is where it holds."""
        if len(test.args) != 2:
            return
        function = test.func
        if isinstance(function, tree.Name) and function.value == "isinstance":
            self._narrow_to(test.args[0].value, test.args[1].value)

    def _narrow_exact_type(self, test: tree.Comparison, holds: bool) -> None:
        """``type(x) == float`` tells the same, and ``type(x) is not float`` where it fails."""
        asked, (target,) = test.left, test.comparisons
        if not isinstance(asked, tree.Call) or len(asked.args) != 1:
            return
        is_same = isinstance(target.operator, (tree.Equal, tree.Is))
        is_other = isinstance(target.operator, (tree.NotEqual, tree.IsNot))
        if (is_same and holds) or (is_other and not holds):
            if isinstance(asked.func, tree.Name) and asked.func.value == "type":
                self._narrow_to(asked.args[0].value, target.comparator)

    def _narrow_to(self, subject: tree.BaseExpression, kind: tree.BaseExpression) -> None:
        """Something is of a class, or of one of several."""
        if not isinstance(subject, (tree.Name, tree.Attribute)):
            return
        before = self.interpreter.evaluate(subject)
        if isinstance(before, Either) and isinstance(subject, tree.Name):
            self._narrow_alternatives(subject.value, before, kind)
        is_known = isinstance(before, (Tensor, Container))
        if type(before) not in {Unknown, UnknownAttribute} and not is_known:
            return
        kinds = self.interpreter.evaluate(kind)
        value = self.annotations.instance_of(kinds)
        if is_known and not isinstance(value, (Number, Array)):
            return  # a number where it holds is no tensor there, whatever it is elsewhere
        if value is not None and isinstance(subject, tree.Name):
            self.interpreter.bind(subject.value, value)

    def _narrow_alternatives(self, name: str, before: Either, kind: tree.BaseExpression) -> None:
        """Of several objects of torch's classes, those of one class are left."""
        wanted = self.interpreter.evaluate(kind)
        if not isinstance(wanted, Symbol) or not module_parameters.is_module_class(wanted.name):
            return
        if not all(isinstance(each, LibraryObject) for each in before.options):
            return
        left = [each for each in before.options if layers.kind_of(each) == wanted.name]
        if len(left) == 1:
            self.interpreter.bind(name, left[0])


def _tested_as_given(unit: FunctionUnit) -> frozenset[str]:
    """The parameters that are tested as they are: `if flag`, `if not flag and ...`."""
    tested: set[str] = set()
    for node in walk(unit.node.body):
        if type(node) is tree.If or type(node) is tree.IfExp:
            pending = [node.test]
            while pending:
                _, each = without_not(pending.pop())
                if isinstance(each, tree.BooleanOperation):
                    pending += [each.left, each.right]
                elif isinstance(each, tree.Name):
                    tested.add(each.value)
    return frozenset(tested) & given_to(unit.node) if tested else frozenset()


_ORDERS = frozenset({"<", "<=", ">", ">=", "=="})
_OTHERWISE = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "==": "!=", "!=": "=="}
"""What holds where a comparison does not."""
_MIRRORED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}
"""The comparison with its sides swapped."""
