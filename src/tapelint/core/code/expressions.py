"""Lowering of expressions."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import Any, Final

from tapelint.core.code import instructions as linear
from tapelint.core.code.builder import Builder
from tapelint.core.code.code_object import Code
from tapelint.core.code.instruction import NONE, Block, Instruction
from tapelint.core.code.operators import BINARY, COMPARISON, CONVERSION, UNARY
from tapelint.core.code.scopes import FIRST, own_names

MOST_CONSTANTS: Final = 64
"""Of a display of constants no more are lowered: a table of data may hold a million."""


class Expressions(Builder):
    """Lowers expressions into the block at hand, each to the slot that holds its value."""

    def expression(self, node: ast.expr) -> int:
        """The slot that holds the value of an expression."""
        if isinstance(node, ast.Name):
            return self.load(node, node.id)
        if isinstance(node, ast.Constant):
            return self.constant(node.value)
        lower = _EXPRESSIONS.get(type(node))
        if lower is None:  # an expression of a later Python
            return self._parts(node)
        return lower(self, node)

    def expressions(self, nodes: Sequence[ast.expr]) -> tuple[int, ...]:
        """The slots of several, evaluated in their order."""
        return tuple(self.expression(each) for each in nodes)

    def _result(self, make: Callable[[int], Instruction]) -> int:
        dst = self.temporary()
        self.emit(make(dst))
        return dst

    def _parts(self, node: ast.AST) -> int:
        """The values of all parts; of the whole nothing is known."""
        parts = [each for each in ast.iter_child_nodes(node) if isinstance(each, ast.expr)]
        items = self.expressions(parts)
        return self._result(lambda dst: linear.Build(node, dst, "unknown", items))

    # Operators.

    def binary(self, node: ast.BinOp) -> int:
        """``a + b + c``, without a call for each: a sum may have thousands of terms."""
        chain = [node]
        while isinstance(chain[-1].left, ast.BinOp):
            chain.append(chain[-1].left)
        left = self.expression(chain[-1].left)
        for each in reversed(chain):
            operands = left, self.expression(each.right)
            left = self.temporary()
            self.emit(linear.Operate(each, left, BINARY[type(each.op)], *operands))
        return left

    def unary(self, node: ast.UnaryOp) -> int:
        """``-a``, ``not a``."""
        src = self.expression(node.operand)
        if isinstance(node.op, ast.Not):
            return self._result(lambda dst: linear.Not(node, dst, src))
        return self._result(lambda dst: linear.Operate(node, dst, UNARY[type(node.op)], src, NONE))

    def logic(self, node: ast.BoolOp) -> int:
        """``a and b or c``."""
        left = self.expression(node.values[0])
        for value in node.values[1:]:
            with self.block([]) as block:
                right = self.expression(value)
            dst = self.temporary()
            is_and = isinstance(node.op, ast.And)
            self.emit(linear.Logic(value, dst, is_and, left, block, right))
            left = dst
        return left

    def comparison(self, node: ast.Compare) -> int:
        """``a < b < c``: the last comparisons may not be reached."""
        return self._compared(node, self.expression(node.left), 0)

    def _compared(self, node: ast.Compare, left: int, at: int) -> int:
        right = self.expression(node.comparators[at])
        name = COMPARISON[type(node.ops[at])]
        result = self._result(lambda dst: linear.Compare(node, dst, name, left, right))
        if at + 1 == len(node.ops):
            return result
        with self.block([]) as block:
            further = self._compared(node, right, at + 1)
        return self._result(lambda dst: linear.Logic(node, dst, True, result, block, further))

    def conditional(self, node: ast.IfExp) -> int:
        """``a if test else b``."""
        test, dst = self.expression(node.test), self.temporary()
        ways: list[Block] = []
        for value in (node.body, node.orelse):
            with self.block([]) as block:
                self.emit(linear.Bind(value, dst, self.expression(value)))
            ways.append(block)
        self.emit(linear.Branch(node, test, ways[0], ways[1]))
        return dst

    def walrus(self, node: ast.NamedExpr) -> int:
        """``name := value``."""
        src = self.expression(node.value)
        self.store_in_function(node, node.target.id, src)
        return src

    # Parts of objects.

    def attribute(self, node: ast.Attribute) -> int:
        """``a.b``."""
        obj = self.expression(node.value)
        return self._result(lambda dst: linear.Attribute(node, dst, obj, node.attr))

    def subscript(self, node: ast.Subscript) -> int:
        """``a[b]``."""
        obj, key = self.expression(node.value), self.expression(node.slice)
        return self._result(lambda dst: linear.Subscript(node, dst, obj, key))

    def slice(self, node: ast.Slice) -> int:
        """``a:b:c``."""
        parts = tuple(
            self.constant(None) if each is None else self.expression(each)
            for each in (node.lower, node.upper, node.step)
        )
        return self._result(lambda dst: linear.Build(node, dst, "slice", parts))

    def call(self, node: ast.Call) -> int:
        """``f(...)``; the method of an object is not taken from it first."""
        method, function = "", NONE
        if isinstance(node.func, ast.Attribute):
            method, function = node.func.attr, self.expression(node.func.value)
        else:
            function = self.expression(node.func)
        arguments = tuple(map(self._starred, node.args))
        stars = _stars(node.args)
        keywords = tuple((each.arg or "", self.expression(each.value)) for each in node.keywords)
        return self._result(
            lambda dst: linear.Call(node, dst, function, method, arguments, stars, keywords)
        )

    def _starred(self, node: ast.expr) -> int:
        return self.expression(node.value if isinstance(node, ast.Starred) else node)

    def starred(self, node: ast.Starred) -> int:
        """``*a`` in a subscript."""
        src = self._starred(node)
        return self._result(lambda dst: linear.Build(node, dst, "tuple", (src,), frozenset([0])))

    # Displays.

    def display(self, node: ast.List | ast.Tuple | ast.Set) -> int:
        """``[a, *b]``."""
        kind = type(node).__name__.lower()
        elements = list(node.elts)
        if len(elements) > MOST_CONSTANTS:
            elements = [
                each
                for at, each in enumerate(elements)
                if at < MOST_CONSTANTS or not isinstance(each, ast.Constant)
            ]
        items, stars = tuple(map(self._starred, elements)), _stars(elements)
        is_open = len(elements) < len(node.elts)
        return self._result(lambda dst: linear.Build(node, dst, kind, items, stars, is_open))

    def dictionary(self, node: ast.Dict) -> int:
        """``{a: b, **c}``."""
        keys, items = [], []
        for at, (key, value) in enumerate(zip(node.keys, node.values, strict=True)):
            if at >= MOST_CONSTANTS and isinstance(key, ast.Constant):
                if isinstance(value, ast.Constant):
                    continue
            keys.append(NONE if key is None else self.expression(key))
            items.append(self.expression(value))
        return self._result(lambda dst: linear.BuildDict(node, dst, tuple(keys), tuple(items)))

    def text(self, node: ast.JoinedStr) -> int:
        """An f-string."""
        parts = self.expressions(node.values)
        return self._result(lambda dst: linear.Build(node, dst, "text", parts))

    def formatted(self, node: ast.FormattedValue) -> int:
        """What stands in the braces of an f-string."""
        value = self.expression(node.value)
        spec = self.constant("") if node.format_spec is None else self.expression(node.format_spec)
        convert = CONVERSION.get(node.conversion)
        if convert is not None:
            src, function = value, self.load(node, convert)
            value = self._result(lambda dst: linear.Call(node, dst, function, "", (src,)))
        format_ = self.load(node, "format")
        return self._result(lambda dst: linear.Call(node, dst, format_, "", (value, spec)))

    # Comprehensions.

    def comprehension(self, node: Any) -> int:
        """``[a for b in c if d]``: loops that fill a new collection."""
        dst = self.temporary()
        generators: list[ast.comprehension] = node.generators
        first = self.expression(generators[0].iter)  # in the scope around it
        if isinstance(node, ast.DictComp):
            self.emit(linear.BuildDict(node, dst, (), ()))
        else:
            self.emit(linear.Build(node, dst, _KINDS[type(node)], ()))
        with self.own(own_names(node)):
            self._loops(node, generators, first, dst)
        return dst

    def generator(self, node: ast.GeneratorExp) -> int:
        """``(a for b in c)``: a function that is called with what its first loop is over.

        One that binds names of the function around it by ``:=`` is evaluated where it stands.
        """
        if any(isinstance(each, ast.NamedExpr) for each in ast.walk(node)):
            return self.comprehension(node)
        first = self.expression(node.generators[0].iter)
        code = self.inner(node, "<genexpr>")
        function = self._result(lambda dst: linear.MakeFunction(node, dst, code, (), ()))
        return self._result(lambda dst: linear.Call(node, dst, function, "", (first,)))

    def yields(self, node: ast.GeneratorExp) -> None:
        """The body of that function."""
        self._loops(node, node.generators, self.slot_of(FIRST), NONE)

    def _loops(
        self, node: Any, generators: Sequence[ast.comprehension], iterable: int, dst: int
    ) -> None:
        item = self.temporary()
        with self.block([]) as body:
            self.assign(generators[0].target, item)
            self._filtered(node, generators, list(generators[0].ifs), dst)
        self.emit(linear.For(node, iterable, item, body, []))

    def _filtered(
        self, node: Any, generators: Sequence[ast.comprehension], tests: list[ast.expr], dst: int
    ) -> None:
        if tests:
            test = self.expression(tests[0])
            with self.block([]) as then:
                self._filtered(node, generators, tests[1:], dst)
            self.emit(linear.Branch(tests[0], test, then, []))
        elif len(generators) > 1:
            self._loops(node, generators[1:], self.expression(generators[1].iter), dst)
        elif dst == NONE:
            item = self.expression(node.elt)
            self._result(lambda dst: linear.Yield(node.elt, dst, item))
        elif isinstance(node, ast.DictComp):
            key = self.expression(node.key)
            self.emit(linear.Add(node, dst, key, self.expression(node.value)))
        else:
            self.emit(linear.Add(node, dst, NONE, self.expression(node.elt)))

    # Functions.

    def lambda_(self, node: ast.Lambda) -> int:
        """``lambda a: b``."""
        return self.function(node, "<lambda>")

    def function(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda, name: str) -> int:
        """A function, with its defaults."""
        defaults = self.expressions(node.args.defaults)
        keyword_defaults = tuple(
            (each.arg, self.expression(default))
            for each, default in zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True)
            if default is not None
        )
        code = self.inner(node, name)
        return self._result(
            lambda dst: linear.MakeFunction(node, dst, code, defaults, keyword_defaults)
        )

    def inner(self, node: Any, name: str) -> Code:
        """The code of a scope within this one; it is lowered when it is called."""
        code = self.code
        full = f"{code.name}.{name}" if code.name else name
        is_class, aliases = isinstance(node, ast.ClassDef), self.aliases()
        return Code(full, node, code.file, is_class, code.shared, aliases, code.watched)

    def yield_(self, node: ast.Yield) -> int:
        """``yield a``."""
        src = self.constant(None) if node.value is None else self.expression(node.value)
        return self._result(lambda dst: linear.Yield(node, dst, src))

    def yield_from(self, node: ast.YieldFrom) -> int:
        """``yield from a``: a loop that yields each item; what it is sent is not known."""
        iterable, item = self.expression(node.value), self.temporary()
        with self.block([]) as body:
            self._result(lambda dst: linear.Yield(node, dst, item))
        self.emit(linear.For(node, iterable, item, body, []))
        return self._result(lambda dst: linear.Build(node, dst, "unknown", ()))

    def awaited(self, node: ast.Await) -> int:
        """``await a``: a coroutine is run where it is called, so it is its result."""
        return self.expression(node.value)

    # Targets.

    def assign(self, target: ast.expr, src: int) -> None:
        """Bind a target of any kind to the value in a slot."""
        if isinstance(target, ast.Name):
            self.store(target, target.id, src)
        elif isinstance(target, ast.Attribute):
            self.emit(linear.SetAttribute(target, self.expression(target.value), target.attr, src))
        elif isinstance(target, ast.Subscript):
            obj = self.expression(target.value)
            self.emit(linear.SetSubscript(target, obj, self.expression(target.slice), src))
        elif isinstance(target, ast.Starred):
            self.assign(target.value, src)
        elif isinstance(target, (ast.Tuple, ast.List)):
            slots = tuple(self.temporary() for _ in target.elts)
            star = next(iter(_stars(target.elts)), NONE)
            self.emit(linear.Unpack(target, slots, src, star))
            for each, slot in zip(target.elts, slots, strict=True):
                self.assign(each, slot)


def _stars(nodes: Sequence[ast.expr]) -> frozenset[int]:
    return frozenset(at for at, each in enumerate(nodes) if isinstance(each, ast.Starred))


_KINDS: Final = {ast.ListComp: "list", ast.SetComp: "set", ast.GeneratorExp: "iterator"}
_EXPRESSIONS: Final[dict[type[ast.expr], Callable[[Expressions, Any], int]]] = {
    ast.Attribute: Expressions.attribute,
    ast.Await: Expressions.awaited,
    ast.BinOp: Expressions.binary,
    ast.BoolOp: Expressions.logic,
    ast.Call: Expressions.call,
    ast.Compare: Expressions.comparison,
    ast.Dict: Expressions.dictionary,
    ast.DictComp: Expressions.comprehension,
    ast.FormattedValue: Expressions.formatted,
    ast.GeneratorExp: Expressions.generator,
    ast.IfExp: Expressions.conditional,
    ast.JoinedStr: Expressions.text,
    ast.Lambda: Expressions.lambda_,
    ast.List: Expressions.display,
    ast.ListComp: Expressions.comprehension,
    ast.NamedExpr: Expressions.walrus,
    ast.Set: Expressions.display,
    ast.SetComp: Expressions.comprehension,
    ast.Slice: Expressions.slice,
    ast.Starred: Expressions.starred,
    ast.Subscript: Expressions.subscript,
    ast.Tuple: Expressions.display,
    ast.UnaryOp: Expressions.unary,
    ast.Yield: Expressions.yield_,
    ast.YieldFrom: Expressions.yield_from,
}
