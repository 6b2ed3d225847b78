"""Evaluating expressions."""

from __future__ import annotations

import builtins
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from tapelint.source import tree
from tapelint.source.spelling import code_of
from tapelint.source.tree import walk
from tapelint.tape.autograd import graph, views
from tapelint.tape.domain import counts
from tapelint.tape.domain.counts import Count
from tapelint.tape.domain.frozen import replace
from tapelint.tape.domain.path_conditions import Condition
from tapelint.tape.domain.paths import Side
from tapelint.tape.domain.program import FunctionUnit
from tapelint.tape.domain.terms import Evidence, Truth, Use
from tapelint.tape.domain.values import (
    NONE,
    UNKNOWN,
    Array,
    Container,
    ContainerKind,
    DataOfUnknown,
    Either,
    Function,
    Instance,
    LibraryObject,
    NoneValue,
    Number,
    Symbol,
    Tensor,
    Text,
    Unknown,
    Value,
    count_of,
)
from tapelint.tape.interpreter import attributes, lengths
from tapelint.tape.interpreter.comprehensions import Comprehensions
from tapelint.tape.interpreter.kinds import has_attribute, is_promised
from tapelint.tape.interpreter.shown_values import ShownValues
from tapelint.tape.machine.frames import Arguments
from tapelint.tape.machine.machine import Machine
from tapelint.tape.models import (
    builtin_calls,
    container_conversions,
    containers,
    inline_leaf,
    iteration,
    layers,
    objects,
    operators,
    spread,
)
from tapelint.tape.models.naming import assigned_power, named_power, with_power
from tapelint.tape.syntax import (
    CONSTANTS,
    SWITCHES,
    changes_in_place,
    holds_in_last_round,
    mentions,
    small_integer,
    variables_in,
)
from tapelint.torch_api.names import BACKWARD_CALLS, ends_as_loss

if TYPE_CHECKING:
    from tapelint.tape.interpreter.calls import Calls
    from tapelint.tape.interpreter.other_files import OtherFiles

_Found = TypeVar("_Found")
MOST_NESTED = 60
_TRAILERS = frozenset({tree.Attribute, tree.Call, tree.Subscript})
"""How deep expressions are followed; deeper ones are unknown."""

COMPARISONS = {
    tree.Equal: "==",
    tree.NotEqual: "!=",
    tree.LessThan: "<",
    tree.LessThanEqual: "<=",
    tree.GreaterThan: ">",
    tree.GreaterThanEqual: ">=",
    tree.In: "in",
    tree.NotIn: "not in",
}
_BINARY = {
    tree.Add: ("add", "+"),
    tree.Subtract: ("sub", "-"),
    tree.Multiply: ("mul", "*"),
    tree.Divide: ("div", "/"),
    tree.MatrixMultiply: ("matmul", "@"),
    tree.Power: ("pow", "**"),
    tree.FloorDivide: ("floor_divide", "//"),
    tree.Modulo: ("remainder", "%"),
    tree.BitAnd: ("bitwise_and", "&"),
    tree.BitOr: ("bitwise_or", "|"),
    tree.BitXor: ("bitwise_xor", "^"),
    tree.LeftShift: ("bitwise_left_shift", "<<"),
    tree.RightShift: ("bitwise_right_shift", ">>"),
}


_LENGTH = Symbol("builtins.len")
_CONSTANTS: dict[str, Value] = {"True": Number(True), "False": Number(False), "None": NONE}

_MOST_SAID = 200
"""How long a string may be whose text is of interest."""


class Expressions:
    """Evaluates expressions on a machine."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.calls: Calls
        self.module_scope = machine.new_identity()
        self.star_imports: dict[int, list[str]] = {}
        self.other_files: OtherFiles
        self.truth: Callable[[tree.BaseExpression], Truth]
        """Whether a test holds; set by the evaluator of conditions."""
        self.told: Callable[[tree.BaseExpression, bool], frozenset[Condition]]
        """What a test says where it holds, and where not; set by the same."""
        self.settings: Callable[[], frozenset[str]] = frozenset
        """The constants of the file that is linted."""
        self.shown = ShownValues(machine)
        self.module: tree.Module | None = None
        """The file that is linted."""
        self.bound: Callable[[], frozenset[str]] = frozenset
        """The names that the file binds anywhere."""
        self.rebound: Callable[[], frozenset[str]] = frozenset
        """The names that a function of the file binds outside of itself."""
        self._changes: dict[tree.Node, bool] = {}
        self._lengths: dict[tree.Call, bool] = {}
        self._depth = 0
        comprehensions = Comprehensions(machine, self)
        self._by_type: dict[type[tree.Node], Callable[[Any], Value]] = {
            tree.Name: self._name,
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
            tree.Comparison: self._comparison,
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
            return self._name(node)  # type: ignore[arg-type]
        run = self._by_type.get(kind)
        if run is None or self._depth > MOST_NESTED:
            return UNKNOWN
        self._depth += 1
        try:
            return run(node)
        finally:
            self._depth -= 1

    def _await(self, node: tree.Await) -> Value:
        """What a coroutine of this file returns; its call was followed."""
        value = self.evaluate(node.expression)
        return UNKNOWN if isinstance(value, Unknown) else value

    # --- names and literals ---

    def look_up(self, name: str) -> Value | None:
        """The value that a name is bound to, or ``None``."""
        state, frame = self.machine.state, self.machine.frames[-1]
        value: Value | None
        if name in frame.global_names:
            value = state.get((frame.module_scope, name))
        else:
            value = state.get_above(frame.below, (frame.scope, name))
            for scope in frame.enclosing:
                if value is not None:
                    return value
                value = state.get((scope, name))
        if value is None and self.other_files.is_other(frame.module_scope):
            return self.other_files.defined(frame.module_scope, name)
        return value

    def bind(self, name: str, value: Value) -> None:
        """Bind a name in the scope it belongs to.

        A name that promises a power of sigma gives it to a value of which nothing is known.
        """
        machine = self.machine
        frame = machine.frame
        value = assigned_power(value, name)
        self.note_bound(value)
        if name in frame.global_names:
            machine.state.set((frame.module_scope, name), value)
        elif name in frame.outer_names:
            machine.state.set((frame.outer_names[name], name), value)
        else:
            machine.state.set((frame.scope, name), value)

    def note_bound(self, value: Value) -> None:
        """A variable gets a value; see :mod:`tapelint.tape.machine.held`."""
        record = self.machine.tensor_record(value) if type(value) is Tensor else None
        if record is not None and isinstance(value, Tensor):
            self.machine.held.bound(value, record, self.machine.era)

    def _name(self, node: tree.Name) -> Value:
        name = node.value
        constant = _CONSTANTS.get(name)
        if constant is not None:
            return constant
        value = self.look_up(name)
        if value is not None:
            if type(value) is Tensor:
                self._note_read(name, value)
            return self._as_it_is_now(value)
        if hasattr(builtins, name):
            return Symbol(f"builtins.{name}")
        return self._from_star(name) or self._unbound(name)

    def _note_read(self, name: str, value: Tensor) -> None:
        """A variable of the function at hand is read, which no other function can assign."""
        machine, frame = self.machine, self.machine.frame
        era = machine.era
        if not era or name in self.rebound() or name in frame.global_names:
            return
        if machine.state.get_above(frame.below, (frame.scope, name)) is value:
            record = machine.tensor_record(value)
            if record is not None:
                machine.held.read(value, record, era)

    def _as_it_is_now(self, value: Value) -> Value:
        """A value that was kept: what is imported is looked up, a tensor has its latest power."""
        kind = type(value)
        if kind is Tensor:
            return spread.current(self.machine, value)
        if kind is Symbol or kind is Either:
            return self.other_files.value_of(value)
        return value

    def _unbound(self, name: str) -> Value:
        """A name that the text does not bind, as in a snippet or in a later cell of a notebook.

        ``torch``, ``nn``, ``F`` and ``np`` are what everybody means by them.
        """
        meant = self.machine.project.meant_by(name)
        if meant is not None and name not in self.bound():
            return Symbol(meant)
        return named_power(UNKNOWN, name)

    def _from_star(self, name: str) -> Value | None:
        """What a name is that only ``from ... import *`` can have bound."""
        for module in reversed(self.star_imports.get(self.machine.frame.module_scope, ())):
            exported = self.machine.project.exported_by_star(module, name)
            if exported is not None:
                return Symbol(exported)
            found = self.other_files.from_star(module, name)
            if found is not None:
                return found
        return None

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
        unit = FunctionUnit("<lambda>", node, (frame.scope, *frame.enclosing))
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
            if graph.requires_grad(self.machine, last) is not Truth.NO:
                return last  # what comes behind the loop has come out of its last round
        one, other = (Side(conditions=self.told(node.test, holds)) for holds in (True, False))
        return self.machine.join_of_paths(body, orelse, (one, other))

    def _boolean(self, node: tree.BooleanOperation) -> Value:
        operands: list[tree.BaseExpression] = []
        left: tree.BaseExpression = node
        while isinstance(left, tree.BooleanOperation):
            operands.append(left.right)
            left = left.left
        value = self.evaluate(left)
        for operand in reversed(operands):
            value = self.machine.join(value, self.perhaps(operand, self.evaluate))
        return value

    def _sides(self, node: tree.IfExp) -> tuple[Value, Value]:
        """Both values of ``a if test else b``.

        What they leave behind is joined where they may leave anything.
        """
        one, other = node.body, node.orelse
        if not self._may_change(one) and not self._may_change(other):
            return self.evaluate(one), self.evaluate(other)
        machine = self.machine
        base, conditions, values, ends = machine.state, machine.conditions, [], []
        for each, holds in ((one, True), (other, False)):
            machine.state = base.fork()
            machine.conditions = conditions | self.told(node.test, holds)
            machine.state.conditions = machine.conditions
            values.append(self.evaluate(each))
            ends.append(machine.state)
        machine.state, machine.conditions = base, conditions
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

    def _comparison(self, node: tree.Comparison) -> Value:
        values = [self.evaluate(node.left)]
        if isinstance(values[0], NoneValue) and isinstance(node.left, tree.Name):
            known = is_none(node)
            if known is not None:
                return Number(value=known)
        if isinstance(values[0], Tensor) and isinstance(node.left, tree.Name):
            given = self.machine.frame.given_tensors.get(node.left.value)
            if given == values[0].identity and (known := is_none(node)) is not None:
                return Number(value=not known)
        values.extend(self.evaluate(each.comparator) for each in node.comparisons)
        if any(isinstance(value, Tensor) for value in values):
            operator = node.comparisons[0].operator
            if not isinstance(operator, (tree.Is, tree.IsNot, tree.In, tree.NotIn)):
                for value in values:
                    self.machine.use(value, Use.LOGGED, node)
                return self.machine.new_tensor(node, Truth.NO, Truth.YES)
        if any(isinstance(value, Array) for value in values):
            return Array()
        if len(node.comparisons) == 1:
            holds = self._compared(node, values[0], values[1])
            if holds is not Truth.UNKNOWN:
                return Number(value=holds is Truth.YES)
        return Number() if all(isinstance(each, Number) for each in values) else UNKNOWN

    def _compared(self, node: tree.Comparison, left: Value, right: Value) -> Truth:
        """Whether a comparison of numbers or texts holds.

        What stands on an object, or is a constant of the file, is a setting: whoever runs the file
        or makes the object may have set something else.
        """
        (target,) = node.comparisons
        symbol = COMPARISONS.get(type(target.operator), "")
        sides = node.left, target.comparator
        constant = CONSTANTS.get(getattr(target.comparator, "value", ""))
        if isinstance(constant, bool) and isinstance(target.comparator, tree.Name):
            return _says(left, target.operator, constant)
        if isinstance(left, Text) and left.value is not None and not self._is_set(*sides):
            return _is_one_of(self.machine, left, right, symbol)
        one, other = count_of(left), count_of(right)
        if not symbol or (one is None and other is None):
            return Truth.UNKNOWN
        one, other = self.linear(sides[0], left), self.linear(sides[1], right)
        if self._is_set(*sides):
            one, other = counts.less(one, counts.ZERO), counts.less(other, counts.ZERO)
        return counts.compared(symbol, one, other)

    def _is_set(self, *sides: tree.BaseExpression) -> bool:
        """Whether a comparison asks for a setting, and for nothing that the execution decides."""
        if any(type(each) in _TRAILERS for side in sides for each in walk(side)):
            return True
        names = {name for side in sides for name in variables_in(side)}
        return bool(names) and all(map(self._is_setting, names))

    def _is_setting(self, name: str) -> bool:
        frame = self.machine.frame
        if self.machine.state.get((frame.scope, name)) is not None and frame.unit is not None:
            return False
        value = self.look_up(name)
        return name in self.settings() or value is None or isinstance(value, Symbol)

    def linear(self, node: tree.BaseExpression, value: Value) -> Count:
        """Where a number lies, seen from zero and from what stands in its expression.

        ``n - 1`` lies 1 below ``n``, whatever that is. Texts are compared: that a variable is
        assigned in between is not noticed.
        """
        known = count_of(value) or counts.NOWHERE
        offset = 0
        while isinstance(node, tree.BinaryOperation):
            number = small_integer(node.right)
            if number is None or not isinstance(node.operator, (tree.Add, tree.Subtract)):
                break
            offset += number if isinstance(node.operator, tree.Add) else -number
            node = node.left
        if offset and type(node) is tree.Name:
            own = count_of(self.look_up(node.value) or UNKNOWN)
            known = counts.both(known, counts.moved(own, offset)) if own is not None else known
        if type(node) is tree.Name or type(node) in _TRAILERS:
            quantity = self.quantity(code_of(node))
            known = counts.both(known, counts.at(offset, quantity=quantity))
        return known

    def quantity(self, text: str) -> str:
        """The name of what a piece of code stands for in the function at hand."""
        return f"{self.machine.frame.scope}: {text}"

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
            truth = builtin_calls.truth_of(value)
            return Number(None if truth is Truth.UNKNOWN else truth is Truth.NO)
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
            return with_power(UNKNOWN if isinstance(value, Unknown) else value, negative)
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
        self, operands: tuple[graph.Operand, ...], node: tree.Node, use_name: str
    ) -> None:
        """Note which operands are leaves that are made in their place."""
        for position, (value, expression) in enumerate(operands):
            if type(expression) is not tree.Call:
                continue
            others = [other for at, (other, _) in enumerate(operands) if at != position]
            flows = graph.any_of([graph.requires_grad(self.machine, other) for other in others])
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
                value = self._as_it_is_now(found)
            elif type(trailer) is tree.Call:
                called, value = value, self.calls.call(value, self.arguments(trailer), trailer)
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
        return replace(value, count=self.linear(call, value)) if known else value

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
        index, is_slice = self.index_of(node)
        machine = self.machine
        if isinstance(value, Tensor):
            if is_slice or isinstance(index, Number) or index is None:
                return views.view(machine, value, node)
            if isinstance(index, Text):  # no tensor takes one: what a call gave is a dict
                is_loss = ends_as_loss(index.value or "")
                return views.part_of_guess(machine, value, node, is_loss=is_loss)
            index_record = machine.tensor_record(index) if index is not None else None
            if index_record is not None and index_record.is_scalar:
                return views.view(machine, value, node)  # torch reads the number and selects
            if isinstance(index, (Tensor, Array)) or machine.container_record(index):
                operands = [(value, node.value), (index, node.value)]
                return graph.result(machine, "getitem_index", operands, node, value.power)
            tensor = views.view(machine, value, node)
            machine.update_tensor(tensor, base=None, storage=tensor.identity, may_be_copy=True)
            return tensor
        if machine.container_record(value) is not None:
            if is_slice:
                return containers.get_slice(machine, value, self.bounds(node))
            return containers.get_item(machine, value, index, node)
        if is_slice and layers.is_list(value):
            return layers.part(machine, value, self.bounds(node))
        if isinstance(value, Instance):
            return objects.item(machine, value, index, node)
        if isinstance(value, LibraryObject):
            return UNKNOWN if is_slice else layers.child(machine, value, index)
        if isinstance(value, Array):
            return value
        if isinstance(value, Symbol):
            return self.calls.named.item(value, index) or UNKNOWN
        if isinstance(value, Text):
            return Text()
        if isinstance(value, DataOfUnknown) and not isinstance(index, Text):
            return replace(value, is_guess=True)
        if isinstance(value, Unknown) and isinstance(index, Text) and index.value == "params":
            owner = node.value
            if isinstance(owner, tree.Name) and "group" in owner.value:
                return attributes.unknown_parameters(machine, node, named=False)
        if isinstance(value, Unknown) and isinstance(index, Text) and index.value:
            return named_power(UNKNOWN, index.value, Evidence.OUTPUT)
        return Unknown(power=value.power) if value.power is not None else UNKNOWN

    def bounds(self, node: tree.Subscript) -> slice | None:
        """The bounds of ``container[start:stop:step]``, where all of them are known."""
        part = node.slice[0].slice
        if len(node.slice) != 1 or not isinstance(part, tree.Slice):
            return None
        known: list[int | None] = []
        for bound in (part.lower, part.upper, part.step):
            value = self.evaluate(bound) if bound is not None else NONE
            number = value.value if isinstance(value, Number) else None
            if bound is not None and not isinstance(number, int):
                return None
            known.append(number if isinstance(number, int) else None)
        return slice(*known)

    def index_of(self, node: tree.Subscript) -> tuple[Value, bool]:
        """The index of a subscript and whether it is a slice or a tuple with a slice."""
        if len(node.slice) != 1:
            values = [self._index(each) for each in node.slice]
            is_basic = all(value is None or isinstance(value, Number) for value in values)
            return (UNKNOWN, True) if is_basic else (self._first_obscure(values), False)
        value = self._index(node.slice[0])
        return (UNKNOWN, True) if value is None else (value, False)

    def _first_obscure(self, values: list[Value | None]) -> Value:
        for value in values:
            if isinstance(value, (Tensor, Array, Container)):
                return value
        return UNKNOWN

    def _index(self, element: tree.SubscriptElement) -> Value | None:
        part = element.slice
        if isinstance(part, tree.Slice):
            for bound in (part.lower, part.upper, part.step):
                if bound is not None:
                    self.evaluate(bound)
            return None
        index = part.value if isinstance(part, tree.Index) else None
        if index is None or isinstance(index, tree.Ellipsis):
            return None
        if isinstance(index, tree.Name) and index.value == "None":
            return None
        return self.evaluate(index)

    # --- assignment ---

    def assign(
        self, target: tree.BaseExpression, value: Value, expression: tree.BaseExpression | None
    ) -> None:
        """Bind a target of an assignment, a loop or a ``with`` to a value."""
        if type(target) is tree.Name:
            self.bind(target.value, value)
        elif isinstance(target, (tree.Tuple, tree.List)):
            self._unpack(target, value, expression)
        elif isinstance(target, tree.StarredElement):
            self.assign(target.value, value, expression)
        elif isinstance(target, tree.Attribute):
            owner = self.evaluate(target.value)
            attributes.assign(self, owner, target, value, expression)
        elif isinstance(target, tree.Subscript):
            attributes.assign_item(self, target, value, expression)

    def _is_contradicted(self, element: tree.BaseElement, part: Value) -> bool:
        """Whether a variable that a value is unpacked to is used as what the value is not."""
        unit, target = self.machine.frame.unit, element.value
        if unit is None or not is_promised(part) or not isinstance(target, tree.Name):
            return False
        used = unit.attributes_read.get(target.value, ())
        return any(not has_attribute(part, each) for each in used)

    def _part(self, value: Tensor, target: tree.BaseExpression) -> Value:
        """What one of the targets gets to which a tensor, or what is taken for one, is unpacked."""
        if not self.machine.is_guess(value):
            return views.view(self.machine, value, target)
        is_loss = ends_as_loss(code_of(target))
        return views.part_of_guess(self.machine, value, target, is_loss=is_loss)

    def _another_view(self, each: Value, node: tree.BaseExpression) -> Value:
        """One of several views that a tensor stands for, as ``chunk`` gives them."""
        record = self.machine.tensor_record(each)
        if isinstance(each, Tensor) and record is not None and record.base is not None:
            return views.view(self.machine, each, node) if record.is_part else each
        return each

    def _unpack(
        self,
        target: tree.Tuple | tree.List,
        value: Value,
        expression: tree.BaseExpression | None,
    ) -> None:
        machine = self.machine
        count = len(target.elements)
        record = machine.container_record(value)
        is_star = [isinstance(each, tree.StarredElement) for each in target.elements]
        has_star, star_at = any(is_star), is_star.index(True) if any(is_star) else 0
        if record is not None and not has_star and len(record.items) == count:
            parts = list(record.items)
        elif record is not None and has_star and record.kind is not ContainerKind.DICT:
            parts = containers.spread_over(machine, value, star_at, count)
        elif record is not None and not record.is_open and record.rest:
            each = containers.element(machine, value)
            parts = [self._another_view(each, target) for _ in range(count)]
        elif isinstance(value, Tensor):
            parts = [self._part(value, each.value) for each in target.elements]
        elif isinstance(value, Array):
            parts = [Array() for _ in range(count)]
        else:
            parts = [UNKNOWN] * count
        if any(self._is_contradicted(*each) for each in zip(target.elements, parts, strict=True)):
            parts = [UNKNOWN if is_promised(each) else each for each in parts]
        for element, part in zip(target.elements, parts, strict=True):
            if isinstance(element, tree.StarredElement) and not isinstance(part, Container):
                part = machine.new_container(ContainerKind.LIST, is_open=True)
            self.assign(element.value, part, expression)


def _says(value: Value, operator: tree.Node, wanted: bool) -> Truth:
    """Whether ``flag is True`` or ``flag == False`` holds: it asks for no more than ``if flag``."""
    if not isinstance(value, Number) or not isinstance(value.value, bool):
        return Truth.UNKNOWN
    if isinstance(operator, (tree.Is, tree.Equal)):
        return Truth.of(value.value is wanted)
    if isinstance(operator, (tree.IsNot, tree.NotEqual)):
        return Truth.of(value.value is not wanted)
    return Truth.UNKNOWN


def _is_one_of(machine: Machine, left: Text, right: Value, symbol: str) -> Truth:
    """Whether a text is another one, or stands in a list of texts."""
    record = machine.container_record(right)
    if symbol in {"==", "!="}:
        others: tuple[Value, ...] = (right,)
    elif symbol in {"in", "not in"} and record is not None and not record.rest:
        if record.is_open or record.kind is ContainerKind.DICT:
            return Truth.UNKNOWN
        others = record.items
    else:
        return Truth.UNKNOWN
    if not all(isinstance(each, Text) and each.value is not None for each in others):
        return Truth.UNKNOWN
    return Truth.of(any(each == left for each in others) == (symbol in {"==", "in"}))


def is_none(node: tree.Comparison) -> bool | None:
    """What ``x is None`` says where ``x`` is ``None``; ``None`` for a test of anything else."""
    (target, *others) = node.comparisons
    compared = target.comparator
    if others or not isinstance(compared, tree.Name) or compared.value != "None":
        return None
    if isinstance(target.operator, (tree.Is, tree.Equal)):
        return True
    return False if isinstance(target.operator, (tree.IsNot, tree.NotEqual)) else None
