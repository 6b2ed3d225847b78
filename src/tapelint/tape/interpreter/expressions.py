"""Evaluating expressions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from tapelint.source import tree
from tapelint.tape.autograd import flow, graph
from tapelint.tape.domain import counts
from tapelint.tape.domain.frozen import replace
from tapelint.tape.domain.path_conditions import Condition
from tapelint.tape.domain.paths import Side
from tapelint.tape.domain.program import FunctionUnit
from tapelint.tape.domain.terms import Truth, Use
from tapelint.tape.domain.values import (
    UNKNOWN,
    Array,
    ContainerKind,
    Either,
    Function,
    Number,
    Symbol,
    Tensor,
    Text,
    Unknown,
    Value,
)
from tapelint.tape.interpreter import attribute_writes, attributes, histories, lengths, subscripts
from tapelint.tape.interpreter.annotations import Annotations
from tapelint.tape.interpreter.comparisons import compare, linear, truth
from tapelint.tape.interpreter.comprehensions import Comprehensions
from tapelint.tape.interpreter.conditions import Conditions
from tapelint.tape.interpreter.interface import Subject
from tapelint.tape.interpreter.names import Names
from tapelint.tape.interpreter.unpacking import unpack
from tapelint.tape.machine.frames import Arguments
from tapelint.tape.machine.machine import Machine
from tapelint.tape.models import (
    container_conversions,
    containers,
    inline_leaf,
    iteration,
    operators,
    spread,
)
from tapelint.tape.models.naming import with_power
from tapelint.tape.syntax import (
    SWITCHES,
    changes_in_place,
    holds_in_last_round,
    mentions,
)
from tapelint.torch_api.names import BACKWARD_CALLS
from tapelint.torch_api.operators import OPERATORS

_Found = TypeVar("_Found")
MOST_NESTED = 60
"""How deep expressions are followed; deeper ones are unknown."""
_TRAILERS = frozenset({tree.Attribute, tree.Call, tree.Subscript})

_BINARY = {getattr(tree, each.kind): (each.operation, each.symbol) for each in OPERATORS}
_LENGTH = Symbol("builtins.len")

_MOST_SAID = 200
"""How long a string may be whose text is of interest."""


class Expressions(Names):
    """Evaluates expressions on a machine."""

    def __init__(self, machine: Machine, subject: Subject) -> None:
        super().__init__(machine, subject)
        self.annotations = Annotations(machine, self)
        self.conditions = Conditions(machine, self, self.annotations)
        self.depth = 0
        """How many expressions the one at hand stands in."""
        self._changes: dict[tree.Node, bool] = {}
        self._lengths: dict[tree.Call, bool] = {}
        comprehensions = Comprehensions(machine, self)
        self._evaluators: dict[type[tree.Node], Callable[[Any], Value]] = {
            tree.Name: self.name,
            tree.Integer: self._integer,
            tree.Float: self._float,
            tree.Imaginary: lambda node: Number(),
            tree.SimpleString: self._string,
            tree.FormattedString: self._formatted,
            tree.TemplatedString: self._formatted,
            tree.Ellipsis: lambda node: UNKNOWN,
            tree.Tuple: lambda node: self._sequence(ContainerKind.TUPLE, node),
            tree.List: lambda node: self._sequence(ContainerKind.LIST, node),
            tree.Set: lambda node: self._sequence(ContainerKind.SET, node),
            tree.Dict: self._dict,
            tree.ListComp: lambda node: comprehensions.of_values(ContainerKind.LIST, node),
            tree.SetComp: lambda node: comprehensions.of_values(ContainerKind.SET, node),
            tree.GeneratorExp: lambda node: comprehensions.of_values(ContainerKind.ITERATOR, node),
            tree.DictComp: comprehensions.of_entries,
            tree.Lambda: self._lambda,
            tree.IfExp: self._conditional,
            tree.BooleanOperation: self._boolean,
            tree.Comparison: lambda node: compare(self, node),
            tree.UnaryOperation: self._unary,
            tree.BinaryOperation: self._binary_chain,
            tree.NamedExpr: self._named,
            tree.Await: self._await,
            tree.Yield: self._yield,
            tree.Attribute: self._trailer_chain,
            tree.Call: self._trailer_chain,
            tree.Subscript: self._trailer_chain,
            tree.StarredElement: lambda node: self.evaluate(node.value),
        }

    def evaluate(self, node: tree.Node) -> Value:
        """The value of an expression."""
        self.machine.spend()
        kind = type(node)
        if kind is tree.Name:
            return self.name(node)  # type: ignore[arg-type]
        run = self._evaluators.get(kind)
        if run is None or self.depth > MOST_NESTED:
            return UNKNOWN
        self.depth += 1
        try:
            return run(node)
        finally:
            self.depth -= 1

    def truth(self, test: tree.BaseExpression) -> Truth:
        """Whether a test holds."""
        return self.conditions.truth(test)

    def told(self, test: tree.BaseExpression, holds: bool) -> frozenset[Condition]:
        """What a test says where it holds, and where not."""
        return self.conditions.parts(test, holds)

    def _await(self, node: tree.Await) -> Value:
        """What a coroutine of this file returns; its call was followed."""
        value = self.evaluate(node.expression)
        return UNKNOWN if isinstance(value, Unknown) else value

    # --- names and literals ---

    def _integer(self, node: tree.Integer) -> Value:
        try:
            return Number(value=int(node.value, 0))
        except ValueError:
            return Number()

    def _float(self, node: tree.Float) -> Value:
        try:
            return Number(value=float(node.value))
        except ValueError:
            return Number()

    def _string(self, node: tree.SimpleString) -> Value:
        said = node.said
        return Text(said) if isinstance(said, str) and len(said) < _MOST_SAID else Text()

    def _formatted(self, node: tree.FormattedString) -> Value:
        for part in node.parts:
            expression = getattr(part, "expression", None)
            if expression is not None:
                self.machine.use(self.evaluate(expression), Use.LOGGED, node)
        return Text()

    # --- containers ---

    def _sequence(self, kind: ContainerKind, node: tree.Tuple | tree.List | tree.Set) -> Value:
        machine = self.machine
        if any(isinstance(element, tree.StarredElement) for element in node.elements):
            return self._put_together(kind, node)
        items = [self.evaluate(element.value) for element in node.elements]
        if len(items) > containers.MOST_ITEMS:
            return machine.new_container(kind, rest=tuple(dict.fromkeys(items))[:16])
        return machine.new_container(kind, tuple(items))

    def _put_together(self, kind: ContainerKind, node: tree.Tuple | tree.List | tree.Set) -> Value:
        """``[*layers, last]``: what stands in other containers, in its order."""
        machine = self.machine
        made = machine.new_container(kind)
        for element in node.elements:
            value = self.evaluate(element.value)
            if isinstance(element, tree.StarredElement):
                containers.extend(
                    machine, made, container_conversions.as_kind(machine, kind, value)
                )
            else:
                containers.add(machine, made, value)
        return made

    def _dict(self, node: tree.Dict) -> Value:
        machine = self.machine
        entries: dict[object, Value] = {}
        rest: list[Value] = []
        is_open = False
        for element in node.elements:
            value = self.evaluate(element.value)
            if isinstance(element, tree.StarredDictElement):
                record = machine.container_record(value)
                if record is None:
                    is_open = True
                    continue
                entries.update(zip(record.keys, record.items, strict=False))
                rest.extend(record.rest)
                is_open = is_open or record.is_open
                continue
            key = self.evaluate(element.key) if isinstance(element, tree.DictElement) else UNKNOWN
            constant = key.value if isinstance(key, (Text, Number)) else None
            if constant is None:
                rest.append(value)
            else:
                entries[constant] = value
        return machine.new_container(
            ContainerKind.DICT,
            tuple(entries.values()),
            tuple(rest[:16]),
            tuple(entries),
            is_open,
        )

    # --- small expressions ---

    def _lambda(self, node: tree.Lambda) -> Value:
        frame = self.machine.frame
        unit = FunctionUnit(
            "<lambda>",
            node,
            (frame.scope, *frame.enclosing),
            scope=self.machine.new_identity(),
        )
        return Function(unit)

    def _conditional(self, node: tree.IfExp) -> Value:
        test = self.truth(node.test)
        if test is Truth.YES:
            return self.evaluate(node.body)
        if test is Truth.NO:
            return self.evaluate(node.orelse)
        body, orelse = self._sides(node)
        is_last = holds_in_last_round(node.test) if self.machine.is_in_loop else None
        if is_last is not None:
            last = body if is_last else orelse
            if flow.requires_grad(self.machine, last) is not Truth.NO:
                return last  # what comes behind the loop has come out of its last round
        one, other = (Side(conditions=self.told(node.test, holds)) for holds in (True, False))
        return self.machine.join_of_paths(body, orelse, (one, other))

    def _boolean(self, node: tree.BooleanOperation) -> Value:
        """``a and b``, ``a or b``: a test of the history that decides it ends it."""
        operations: list[tree.BooleanOperation] = []
        left: tree.BaseExpression = node
        while isinstance(left, tree.BooleanOperation):
            operations.append(left)
            left = left.left
        value = self.evaluate(left)
        for each in reversed(operations):
            known = truth(left, value) if histories.asks(left) else Truth.UNKNOWN
            is_and = isinstance(each.operator, tree.And)
            if known is Truth.UNKNOWN:
                value = self.machine.join(value, self.perhaps(each.right, self.evaluate))
            elif known is (Truth.YES if is_and else Truth.NO):
                value = self.evaluate(each.right)
            left = each.right
        return value

    def _sides(self, node: tree.IfExp) -> tuple[Value, Value]:
        """Both values of ``a if test else b``.

        What they leave behind is joined where they may leave anything.
        """
        one, other, machine = node.body, node.orelse, self.machine
        base, conditions, values, ends = machine.state, machine.conditions, [], []
        changes = self._may_change(one) or self._may_change(other)
        for each, holds in ((one, True), (other, False)):
            machine.conditions = conditions | self.told(node.test, holds)
            if changes:
                machine.state = base.fork()
                machine.state.conditions = machine.conditions
            values.append(self.evaluate(each))
            ends.append(machine.state)
        machine.state, machine.conditions = base, conditions
        if changes:
            base.absorb(ends, machine.join_cells)
        return values[0], values[1]

    def perhaps(
        self, node: tree.BaseExpression, evaluate: Callable[[tree.BaseExpression], _Found]
    ) -> _Found:
        """An expression that may not be evaluated: what it leaves behind is joined with before."""
        if not self._may_change(node):
            return evaluate(node)
        machine = self.machine
        base = machine.state
        machine.state = base.fork()
        found = evaluate(node)
        end, machine.state = machine.state, base
        base.absorb([end, base.fork()], machine.join_cells)
        return found

    def _may_change(self, node: tree.BaseExpression) -> bool:
        known = self._changes.get(node)
        if known is None:
            known = changes_in_place(node) or mentions(node, SWITCHES | BACKWARD_CALLS)
            self._changes[node] = known
        return known

    def _unary(self, node: tree.UnaryOperation) -> Value:
        operators: list[tree.UnaryOperation] = []
        inner: tree.BaseExpression = node
        while isinstance(inner, tree.UnaryOperation):
            operators.append(inner)
            inner = inner.expression
        value = self.evaluate(inner)
        for operation in reversed(operators):
            value = self._unary_once(operation, value)
        return value

    def _unary_once(self, node: tree.UnaryOperation, value: Value) -> Value:
        if isinstance(node.operator, tree.Not):
            holds = truth(node.expression, value)
            return Number(None if holds is Truth.UNKNOWN else holds is Truth.NO)
        if isinstance(value, Tensor):
            if isinstance(node.operator, tree.Plus):
                return value  # the tensor itself
            name = "neg" if isinstance(node.operator, tree.Minus) else "bitwise_not"
            power = spread.result_power("neg", [value])
            return graph.result(self.machine, name, [(value, node.expression)], node, power)
        if isinstance(value, Number):
            known, count = value.value, value.count
            if isinstance(node.operator, tree.Minus):
                known = -known if isinstance(known, (int, float)) else None
                count = counts.negative(count) if count is not None else None
            elif not isinstance(node.operator, tree.Plus):
                known = count = None
            return Number(known, origin=value.origin, count=count)
        if isinstance(value, (Array, Unknown)) and isinstance(node.operator, tree.Minus):
            negative = spread.result_power("neg", [value])
            of_unknown = Unknown(is_cut=isinstance(value, Unknown) and value.is_cut)
            return with_power(of_unknown if isinstance(value, Unknown) else value, negative)
        return UNKNOWN

    def _named(self, node: tree.NamedExpr) -> Value:
        value = self.evaluate(node.value)
        if isinstance(node.target, tree.Name):
            self.bind(node.target.value, value)
        return value

    def _yield(self, node: tree.Yield) -> Value:
        inner = node.value
        if isinstance(inner, tree.From):
            value = iteration.iterated(self.machine, self.evaluate(inner.item), inner.item)
            self.machine.frame.yields.append(value)
        elif inner is not None:
            value = self.evaluate(inner)
            self.machine.hand_on(value)
            self.machine.frame.yields.append(value)
        return UNKNOWN

    # --- operators ---

    def _binary_chain(self, node: tree.BinaryOperation) -> Value:
        """Operators group to the left: a sum of thousands of terms is a deep spine, walked here."""
        spine: list[tree.BinaryOperation] = []
        left: tree.BaseExpression = node
        while isinstance(left, tree.BinaryOperation):
            spine.append(left)
            left = left.left
        value = self.evaluate(left)
        for operation in reversed(spine):
            self.machine.spend()
            right = self.evaluate(operation.right)
            value = self.binary(operation, value, right)
        return value

    def binary(self, node: tree.BinaryOperation, left: Value, right: Value) -> Value:
        """``left <operator> right``."""
        name, symbol = _BINARY.get(type(node.operator), ("", ""))
        operands = ((left, node.left), (right, node.right))
        self.note_inline_leaves(operands, node, symbol)
        return operators.operate(self.machine, name, operands, node)

    def note_inline_leaves(
        self, operands: tuple[flow.Operand, ...], node: tree.Node, use_name: str
    ) -> None:
        """Note which operands are leaves that are made in their place."""
        for position, (value, expression) in enumerate(operands):
            if type(expression) is not tree.Call:
                continue
            others = [other for at, (other, _) in enumerate(operands) if at != position]
            flows = flow.any_of([flow.requires_grad(self.machine, other) for other in others])
            is_plain = flows is not Truth.YES and bool(others)
            inline_leaf.note(self.machine, value, expression, node, use_name, is_plain)

    # --- attributes, calls and subscripts ---

    def _trailer_chain(self, node: tree.Attribute | tree.Call | tree.Subscript) -> Value:
        """``a.b(c)[d].e``: a deep spine for chained calls, walked from its root."""
        spine: list[tree.Attribute | tree.Call | tree.Subscript] = []
        inner: tree.BaseExpression = node
        while type(inner) in _TRAILERS:  # `isinstance` is slow where it is false: these are ABCs
            spine.append(inner)  # type: ignore[arg-type]
            inner = inner.func if type(inner) is tree.Call else inner.value  # type: ignore[attr-defined]
        value = self.evaluate(inner)
        for trailer in reversed(spine):
            self.machine.spend()
            if type(trailer) is tree.Attribute:
                found = attributes.get(self.machine, value, trailer.attr.value, trailer)
                value = self.as_it_is_now(found)
            elif type(trailer) is tree.Call:
                called, value = value, self.call(value, self.arguments(trailer), trailer)
                if isinstance(value, Number) and called == _LENGTH:
                    value = self._length(trailer, value)
            else:
                assert isinstance(trailer, tree.Subscript)
                value = spread.current(self.machine, self._subscript(value, trailer))
        return value

    def _length(self, call: tree.Call, value: Number) -> Number:
        """``len(x)``: whatever it is, where ``x`` is not changed later it stays the same."""
        unit = self.machine.frame.unit
        if value.value is not None or unit is None:
            return value
        known = self._lengths.get(call)
        if known is None:
            known = self._lengths[call] = lengths.lasts(call, unit.node.body)
        return replace(value, count=linear(self, call, value)) if known else value

    def arguments(self, node: tree.Call) -> Arguments:
        """The evaluated arguments of a call."""
        positional: list[tuple[Value, tree.BaseExpression]] = []
        keywords: list[tuple[str, Value, tree.BaseExpression]] = []
        spread: list[Value] = []
        for argument in node.args:
            value = self.evaluate(argument.value)
            if argument.star == "*":
                record = self.machine.container_record(value)
                if record is not None and not record.rest and not record.is_open and not spread:
                    positional.extend((each, argument.value) for each in record.items)
                else:
                    spread.append(value)
            elif argument.star == "**":
                named = container_conversions.as_keywords(self.machine, value)
                if named is None:
                    spread.append(value)
                else:
                    keywords.extend((name, each, argument.value) for name, each in named)
            elif argument.keyword is not None:
                keywords.append((argument.keyword.value, value, argument.value))
            elif spread:
                spread.append(value)
            else:
                positional.append((value, argument.value))
        return Arguments(tuple(positional), tuple(keywords), tuple(spread), node)

    def _subscript(self, value: Value, node: tree.Subscript) -> Value:
        if isinstance(value, Either):
            return self.machine.of_each(value, lambda each: self._subscript(each, node))
        return subscripts.item(self, value, node)

    # --- assignment ---

    def assign(
        self, target: tree.BaseExpression, value: Value, expression: tree.BaseExpression | None
    ) -> None:
        """Bind a target of an assignment, a loop or a ``with`` to a value."""
        if type(target) is tree.Name:
            self.bind(target.value, value)
        elif isinstance(target, (tree.Tuple, tree.List)):
            unpack(self, target, value, expression)
        elif isinstance(target, tree.StarredElement):
            self.assign(target.value, value, expression)
        elif isinstance(target, tree.Attribute):
            owner = self.evaluate(target.value)
            attribute_writes.assign(self, owner, target, value, expression)
        elif isinstance(target, tree.Subscript):
            attribute_writes.assign_item(self, target, value, expression)
