"""Making our expressions from Python's own."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from tapelint.source import tree

if TYPE_CHECKING:
    from tapelint.source.parsed import Parsed
from tapelint.source.python_operators import BINARY, BOOLEAN, COMPARING, UNARY

MOST_CONSTANTS = 1_000
"""How many elements a display of constants may have of which all become nodes."""
MOST_NESTED = 120
"""How deep expressions may be nested; the tape looks at half of that."""
MOST_KEPT = 100
"""How many elements of a longer one do, and as many more of kinds that those are not of."""

_N = TypeVar("_N", bound=tree.Node)


class ExpressionMaker:
    """Makes the expressions of one text."""

    def __init__(self, source: Parsed | None) -> None:
        """Make nodes of a text, as they know it; ``None`` for one that stands in no file."""
        self._source = source
        self._depth = 0

    def expression(self, node: ast.expr) -> tree.BaseExpression:
        """The node of an expression.

        A long chain, ``a.b().c()...``, takes no deep stack; other nesting has an end.
        """
        if self._depth >= MOST_NESTED:
            return self._at(tree.Deeper, node)
        links = _LINKS
        chain: list[ast.expr] = []
        while (below := links.get(type(node))) is not None:
            chain.append(node)
            node = getattr(node, below)
        self._depth += 1
        made = _EXPRESSIONS[type(node)](self, node)
        while chain:
            made = self._linked(made, chain.pop())
        self._depth -= 1
        return made

    def _linked(self, before: tree.BaseExpression, link: Any) -> tree.BaseExpression:
        """The last link of a chain, behind those before it."""
        kind = type(link)
        if kind is ast.Attribute:
            attribute = self._at(tree.Attribute, link)
            attribute.value, attribute.attr = before, self._word(link.attr, link)
            return attribute
        if kind is ast.Call:
            call = self._at(tree.Call, link)
            call.func, call.args = before, self._arguments(link.args, link.keywords)
            return call
        if kind is ast.Subscript:
            subscript = self._at(tree.Subscript, link)
            subscript.value = before
            index = link.slice
            each = index.elts if type(index) is ast.Tuple and index.elts else [index]
            subscript.slice = [self._index(one) for one in each]
            return subscript
        operation = self._at(tree.BinaryOperation, link)
        operation.left, operation.operator = before, BINARY[type(link.op)][0]
        operation.right = self.expression(link.right)
        return operation

    # --- nodes ---

    def _at(self, kind: type[_N], origin: ast.AST) -> _N:
        """A node without anything in it."""
        made = kind()
        made.origin, made.source = origin, self._source
        return made

    def _word(self, word: str, origin: ast.AST) -> tree.Name:
        """A name that has no node of its own in Python's tree."""
        made = self._at(tree.Name, origin)
        made.value = word
        return made

    def _maybe(self, node: ast.expr | None) -> tree.BaseExpression | None:
        return None if node is None else self.expression(node)

    # --- atoms and displays ---

    def _name(self, node: ast.Name) -> tree.Name:
        return self._word(node.id, node)

    def _constant(self, node: ast.Constant) -> tree.BaseExpression:
        value = node.value
        kind = type(value)
        if isinstance(value, (str, bytes)):
            string = self._at(tree.SimpleString, node)
            string.said = value
            return string
        if isinstance(value, int) and kind is not bool:
            return self._literal(tree.Integer, node, _digits(value))
        if kind is float:
            return self._literal(tree.Float, node, repr(value))
        if kind is complex:
            return self._literal(tree.Imaginary, node, repr(value))
        if value is ...:
            return self._at(tree.Ellipsis, node)
        return self._word(str(value), node)

    def _literal(
        self,
        kind: type[tree.Integer] | type[tree.Float] | type[tree.Imaginary],
        node: ast.Constant,
        text: str,
    ) -> tree.BaseExpression:
        made = self._at(kind, node)
        made.value = text
        return made

    def _display(
        self, node: Any, kind: type[tree.Tuple] | type[tree.List] | type[tree.Set]
    ) -> tree.BaseExpression:
        made = self._at(kind, node)
        made.elements = self._elements(_some_of(node.elts))
        return made

    def _elements(self, values: Sequence[ast.expr]) -> list[tree.BaseElement]:
        found: list[tree.BaseElement] = []
        for value in values:
            if type(value) is ast.Starred:
                found.append(self._starred(value))
            else:
                element = self._at(tree.Element, value)
                element.value = self.expression(value)
                found.append(element)
        return found

    def _starred(self, node: ast.Starred) -> tree.StarredElement:
        made = self._at(tree.StarredElement, node)
        made.value = self.expression(node.value)
        return made

    def _dict(self, node: ast.Dict) -> tree.Dict:
        elements: list[tree.BaseDictElement] = []
        for key, value in zip(node.keys, node.values, strict=True):
            if key is None:
                starred = self._at(tree.StarredDictElement, value)
                starred.value = self.expression(value)
                elements.append(starred)
            else:
                element = self._at(tree.DictElement, value)
                element.key, element.value = self.expression(key), self.expression(value)
                elements.append(element)
        made = self._at(tree.Dict, node)
        made.elements = elements
        return made

    def _formatted(
        self, node: Any, kind: type[tree.FormattedString] | type[tree.TemplatedString]
    ) -> tree.BaseExpression:
        made = self._at(kind, node)
        made.parts = list(self._computed(node))
        return made

    def _computed(self, node: Any) -> Iterator[tree.FormattedStringExpression]:
        """What a string computes."""
        for part in node.values:
            value = getattr(part, "value", None)
            if type(part) is ast.Constant or not isinstance(value, ast.expr):
                continue
            made = self._at(tree.FormattedStringExpression, part)
            made.expression = self.expression(value)
            spec = part.format_spec
            made.format_spec = [] if spec is None else list(self._computed(spec))
            yield made

    # --- comprehensions ---

    def _comprehension(
        self, node: Any, kind: type[tree.ListComp] | type[tree.SetComp] | type[tree.GeneratorExp]
    ) -> tree.BaseExpression:
        made = self._at(kind, node)
        made.elt, made.for_in = self.expression(node.elt), self._for_in(node.generators)
        return made

    def _dict_comprehension(self, node: ast.DictComp) -> tree.DictComp:
        made = self._at(tree.DictComp, node)
        made.key, made.value = self.expression(node.key), self.expression(node.value)
        made.for_in = self._for_in(node.generators)
        return made

    def _for_in(self, generators: Sequence[ast.comprehension]) -> tree.CompFor:
        inner: tree.CompFor | None = None
        for each in reversed(generators):
            made = self._at(tree.CompFor, each.target)
            made.target, made.iter = self._target(each.target), self.expression(each.iter)
            made.ifs = []
            for test in each.ifs:
                condition = self._at(tree.CompIf, test)
                condition.test = self.expression(test)
                made.ifs.append(condition)
            made.inner_for_in, inner = inner, made
        assert inner is not None
        return inner

    # --- operations ---

    def _boolean(self, node: ast.BoolOp) -> tree.BaseExpression:
        operator = BOOLEAN[type(node.op)]
        first, *others = node.values
        made = self.expression(first)
        for number, each in enumerate(others, 2):
            origin = node if number == len(node.values) else _first_of(node, number)
            operation = self._at(tree.BooleanOperation, origin)
            operation.left, operation.operator = made, operator
            operation.right = self.expression(each)
            made = operation
        return made

    def _comparison(self, node: ast.Compare) -> tree.Comparison:
        made = self._at(tree.Comparison, node)
        made.left = self.expression(node.left)
        made.comparisons = []
        for operator, comparator in zip(node.ops, node.comparators, strict=True):
            target = self._at(tree.ComparisonTarget, comparator)
            target.operator = COMPARING[type(operator)]
            target.comparator = self.expression(comparator)
            made.comparisons.append(target)
        return made

    def _unary(self, node: ast.UnaryOp) -> tree.UnaryOperation:
        made = self._at(tree.UnaryOperation, node)
        made.operator = UNARY[type(node.op)]
        made.expression = self.expression(node.operand)
        return made

    def _conditional(self, node: ast.IfExp) -> tree.IfExp:
        made = self._at(tree.IfExp, node)
        made.test, made.body = self.expression(node.test), self.expression(node.body)
        made.orelse = self.expression(node.orelse)
        return made

    def _named(self, node: ast.NamedExpr) -> tree.NamedExpr:
        made = self._at(tree.NamedExpr, node)
        made.target, made.value = self.expression(node.target), self.expression(node.value)
        return made

    def _await(self, node: ast.Await) -> tree.Await:
        made = self._at(tree.Await, node)
        made.expression = self.expression(node.value)
        return made

    def _yield(self, node: ast.Yield) -> tree.Yield:
        made = self._at(tree.Yield, node)
        made.value = self._maybe(node.value)
        return made

    def _yield_from(self, node: ast.YieldFrom) -> tree.Yield:
        made = self._at(tree.Yield, node)
        made.value = self._from(node.value)
        return made

    def _from(self, node: ast.expr) -> tree.From:
        made = self._at(tree.From, node)
        made.item = self.expression(node)
        return made

    # --- calls and functions ---

    def _arguments(
        self, positional: Sequence[ast.expr], keywords: Sequence[ast.keyword]
    ) -> list[tree.Arg]:
        """The arguments of a call, in the order of the text."""
        made = [
            self._argument(each.value, each, "*", None)
            if type(each) is ast.Starred
            else self._argument(each, each, "", None)
            for each in positional
        ]
        is_mixed = keywords and positional and _start(positional[-1]) > _start(keywords[0])
        made += [
            self._argument(each.value, each, "" if each.arg else "**", each.arg)
            for each in keywords
        ]
        if is_mixed:
            made.sort(key=lambda each: _start(each.origin))
        return made

    def _argument(
        self, value: ast.expr, origin: ast.AST, star: str, keyword: str | None
    ) -> tree.Arg:
        made = self._at(tree.Arg, origin)
        made.value, made.star = self.expression(value), star
        made.keyword = None if keyword is None else self._word(keyword, origin)
        return made

    def _index(self, node: ast.expr) -> tree.SubscriptElement:
        made = self._at(tree.SubscriptElement, node)
        if type(node) is ast.Slice:
            part = self._at(tree.Slice, node)
            part.lower, part.upper = self._maybe(node.lower), self._maybe(node.upper)
            part.step = self._maybe(node.step)
            made.slice = part
        else:
            index = self._at(tree.Index, node)
            is_starred = type(node) is ast.Starred
            index.star = "*" if is_starred else None
            index.value = self.expression(node.value if type(node) is ast.Starred else node)
            made.slice = index
        return made

    def _lambda(self, node: ast.Lambda) -> tree.Lambda:
        made = self._at(tree.Lambda, node)
        made.params, made.body = self._parameters(node.args), self.expression(node.body)
        return made

    def _parameters(self, node: ast.arguments) -> tree.Parameters:
        made = self._at(tree.Parameters, node)
        named = [*node.posonlyargs, *node.args]
        without = len(named) - len(node.defaults)
        defaults: list[ast.expr | None] = [*([None] * without), *node.defaults]
        own = [self._parameter(each, given) for each, given in zip(named, defaults, strict=True)]
        made.posonly_params = own[: len(node.posonlyargs)]
        made.params = own[len(node.posonlyargs) :]
        made.star_arg = None
        if node.vararg is not None:
            made.star_arg = self._parameter(node.vararg, None, "*")
        elif node.kwonlyargs:
            made.star_arg = self._at(tree.ParamStar, node)
        made.kwonly_params = [
            self._parameter(each, given)
            for each, given in zip(node.kwonlyargs, node.kw_defaults, strict=True)
        ]
        made.star_kwarg = None if node.kwarg is None else self._parameter(node.kwarg, None, "**")
        return made

    def _parameter(self, node: ast.arg, default: ast.expr | None, star: str = "") -> tree.Param:
        made = self._at(tree.Param, node)
        made.name, made.star = self._word(node.arg, node), star
        made.annotation = self._annotation(node.annotation)
        made.default = self._maybe(default)
        return made

    def _annotation(self, node: ast.expr | None) -> tree.Annotation | None:
        if node is None:
            return None
        made = self._at(tree.Annotation, node)
        made.annotation = self.expression(node)
        return made

    # --- simple statements ---

    def _target(self, node: ast.expr) -> tree.BaseAssignTargetExpression:
        made = self.expression(node)
        assert isinstance(made, (tree.BaseAssignTargetExpression, tree.StarredElement))
        return made  # type: ignore[return-value]


def _start(node: Any) -> tuple[int, int]:
    return node.lineno, node.col_offset


def _first_of(node: ast.BoolOp, number: int) -> ast.BoolOp:
    """The first operands of ``a and b and c`` as an operation of their own."""
    part = ast.BoolOp(node.op, node.values[:number])
    last = node.values[number - 1]
    part.lineno, part.col_offset = node.lineno, node.col_offset
    part.end_lineno, part.end_col_offset = last.end_lineno, last.end_col_offset
    return part


_LINKS: dict[type[ast.AST], str] = {
    ast.Attribute: "value",
    ast.Call: "func",
    ast.Subscript: "value",
    ast.BinOp: "left",
}
"""What may be the last link of a long chain, and where the links before it are."""
_EXPRESSIONS: dict[type[ast.AST], Callable[[ExpressionMaker, Any], tree.BaseExpression]] = {
    ast.Name: ExpressionMaker._name,
    ast.Constant: ExpressionMaker._constant,
    ast.Tuple: partial(ExpressionMaker._display, kind=tree.Tuple),
    ast.List: partial(ExpressionMaker._display, kind=tree.List),
    ast.Set: partial(ExpressionMaker._display, kind=tree.Set),
    ast.Dict: ExpressionMaker._dict,
    ast.ListComp: partial(ExpressionMaker._comprehension, kind=tree.ListComp),
    ast.SetComp: partial(ExpressionMaker._comprehension, kind=tree.SetComp),
    ast.GeneratorExp: partial(ExpressionMaker._comprehension, kind=tree.GeneratorExp),
    ast.DictComp: ExpressionMaker._dict_comprehension,
    ast.Lambda: ExpressionMaker._lambda,
    ast.IfExp: ExpressionMaker._conditional,
    ast.BoolOp: ExpressionMaker._boolean,
    ast.Compare: ExpressionMaker._comparison,
    ast.UnaryOp: ExpressionMaker._unary,
    ast.NamedExpr: ExpressionMaker._named,
    ast.Await: ExpressionMaker._await,
    ast.Yield: ExpressionMaker._yield,
    ast.YieldFrom: ExpressionMaker._yield_from,
    ast.JoinedStr: partial(ExpressionMaker._formatted, kind=tree.FormattedString),
    ast.Starred: ExpressionMaker._starred,
}
if hasattr(ast, "TemplateStr"):
    _EXPRESSIONS[ast.TemplateStr] = partial(ExpressionMaker._formatted, kind=tree.TemplatedString)


def _digits(value: int) -> str:
    """A whole number as text: Python refuses to write more digits than it reads."""
    try:
        return repr(value)
    except ValueError:
        return hex(value)


def _some_of(elements: Sequence[ast.expr]) -> Sequence[ast.expr]:
    """The elements of a display: of a long one of constants, some of each kind."""
    if len(elements) <= MOST_CONSTANTS:
        return elements
    if any(type(each) is not ast.Constant for each in elements):
        return elements
    kept = list(elements[:MOST_KEPT])
    kinds = {type(each.value) for each in kept if isinstance(each, ast.Constant)}
    for each in elements[MOST_KEPT:]:
        assert isinstance(each, ast.Constant)
        if type(each.value) not in kinds:
            kinds.add(type(each.value))
            kept.append(each)
    return kept
