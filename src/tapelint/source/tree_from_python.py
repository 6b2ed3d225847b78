"""Making our tree from Python's own."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from tapelint.source import tree

if TYPE_CHECKING:
    from tapelint.source.parsed import Parsed

MOST_CONSTANTS = 1_000
"""How many elements a display of constants may have of which all become nodes."""
MOST_NESTED = 120
"""How deep expressions may be nested; the tape looks at half of that."""
MOST_KEPT = 100
"""How many elements of a longer one do, and as many more of kinds that those are not of."""

_BINARY: dict[type[ast.operator], tuple[tree.Operator, tree.Operator]] = {
    ast.Add: (tree.Add(), tree.AddAssign()),
    ast.Sub: (tree.Subtract(), tree.SubtractAssign()),
    ast.Mult: (tree.Multiply(), tree.MultiplyAssign()),
    ast.Div: (tree.Divide(), tree.DivideAssign()),
    ast.MatMult: (tree.MatrixMultiply(), tree.MatrixMultiplyAssign()),
    ast.Pow: (tree.Power(), tree.PowerAssign()),
    ast.FloorDiv: (tree.FloorDivide(), tree.FloorDivideAssign()),
    ast.Mod: (tree.Modulo(), tree.ModuloAssign()),
    ast.BitAnd: (tree.BitAnd(), tree.BitAndAssign()),
    ast.BitOr: (tree.BitOr(), tree.BitOrAssign()),
    ast.BitXor: (tree.BitXor(), tree.BitXorAssign()),
    ast.LShift: (tree.LeftShift(), tree.LeftShiftAssign()),
    ast.RShift: (tree.RightShift(), tree.RightShiftAssign()),
}
"""Each operator between two operands, and with an assignment."""
_UNARY: dict[type[ast.unaryop], tree.Operator] = {
    ast.Not: tree.Not(),
    ast.UAdd: tree.Plus(),
    ast.USub: tree.Minus(),
    ast.Invert: tree.BitInvert(),
}
_BOOLEAN: dict[type[ast.boolop], tree.Operator] = {ast.And: tree.And(), ast.Or: tree.Or()}
_COMPARING: dict[type[ast.cmpop], tree.Operator] = {
    ast.Is: tree.Is(),
    ast.IsNot: tree.IsNot(),
    ast.Eq: tree.Equal(),
    ast.NotEq: tree.NotEqual(),
    ast.Lt: tree.LessThan(),
    ast.LtE: tree.LessThanEqual(),
    ast.Gt: tree.GreaterThan(),
    ast.GtE: tree.GreaterThanEqual(),
    ast.In: tree.In(),
    ast.NotIn: tree.NotIn(),
}
_N = TypeVar("_N", bound=tree.Node)
_Kind = type[_N]


class TreeMaker:
    """Makes the nodes of one text."""

    def __init__(self, source: Parsed | None) -> None:
        """Make nodes of a text, as they know it; ``None`` for one that stands in no file."""
        self._source = source
        self._depth = 0

    def module(self, node: ast.Module) -> tree.Module:
        """The tree of a text."""
        made = self._at(tree.Module, node)
        made.body = self._statements(node.body)
        return made

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
        operation.left, operation.operator = before, _BINARY[type(link.op)][0]
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
        operator = _BOOLEAN[type(node.op)]
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
            target.operator = _COMPARING[type(operator)]
            target.comparator = self.expression(comparator)
            made.comparisons.append(target)
        return made

    def _unary(self, node: ast.UnaryOp) -> tree.UnaryOperation:
        made = self._at(tree.UnaryOperation, node)
        made.operator = _UNARY[type(node.op)]
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

    def _expression_statement(self, node: ast.Expr) -> tree.Expr:
        made = self._at(tree.Expr, node)
        made.value = self.expression(node.value)
        return made

    def _assign(self, node: ast.Assign) -> tree.Assign:
        made = self._at(tree.Assign, node)
        made.targets = []
        for each in node.targets:
            target = self._at(tree.AssignTarget, each)
            target.target = self._target(each)
            made.targets.append(target)
        made.value = self.expression(node.value)
        return made

    def _annotated(self, node: ast.AnnAssign) -> tree.AnnAssign:
        made = self._at(tree.AnnAssign, node)
        made.target = self._target(node.target)
        annotation = self._annotation(node.annotation)
        assert annotation is not None
        made.annotation, made.value = annotation, self._maybe(node.value)
        return made

    def _augmented(self, node: ast.AugAssign) -> tree.AugAssign:
        made = self._at(tree.AugAssign, node)
        made.target, made.operator = self._target(node.target), _BINARY[type(node.op)][1]
        made.value = self.expression(node.value)
        return made

    def _return(self, node: ast.Return) -> tree.Return:
        made = self._at(tree.Return, node)
        made.value = self._maybe(node.value)
        return made

    def _raise(self, node: ast.Raise) -> tree.Raise:
        made = self._at(tree.Raise, node)
        made.exc = self._maybe(node.exc)
        made.cause = None if node.cause is None else self._from(node.cause)
        return made

    def _assert(self, node: ast.Assert) -> tree.Assert:
        made = self._at(tree.Assert, node)
        made.test, made.msg = self.expression(node.test), self._maybe(node.msg)
        return made

    def _delete(self, node: ast.Delete) -> tree.Del:
        made = self._at(tree.Del, node)
        if len(node.targets) == 1:
            made.target = self.expression(node.targets[0])
        else:
            together = self._at(tree.Tuple, node)
            together.elements = self._elements(node.targets)
            made.target = together
        return made

    def _declared(self, node: Any, kind: type[tree.Global] | type[tree.Nonlocal]) -> Any:
        made = self._at(kind, node)
        made.names = []
        for name in node.names:
            item = self._at(tree.NameItem, node)
            item.name = self._word(name, node)
            made.names.append(item)
        return made

    def _import(self, node: ast.Import) -> tree.Import:
        made = self._at(tree.Import, node)
        made.names = [self._alias(each) for each in node.names]
        return made

    def _import_from(self, node: ast.ImportFrom) -> tree.ImportFrom:
        made = self._at(tree.ImportFrom, node)
        made.module = self._dotted(node.module, node) if node.module else None
        made.relative = node.level
        if node.names[0].name == "*":
            made.names = self._at(tree.ImportStar, node)
        else:
            made.names = [self._alias(each) for each in node.names]
        return made

    def _alias(self, node: ast.alias) -> tree.ImportAlias:
        made = self._at(tree.ImportAlias, node)
        made.name = self._dotted(node.name, node)
        made.asname = self._as_name(node.asname, node)
        return made

    def _dotted(self, name: str, origin: ast.AST) -> tree.Name | tree.Attribute:
        first, *others = name.split(".")
        made: tree.Name | tree.Attribute = self._word(first, origin)
        for each in others:
            attribute = self._at(tree.Attribute, origin)
            attribute.value, attribute.attr = made, self._word(each, origin)
            made = attribute
        return made

    def _as_name(self, name: str | None, origin: ast.AST) -> tree.AsName | None:
        if name is None:
            return None
        made = self._at(tree.AsName, origin)
        made.name = self._word(name, origin)
        return made

    def _type_alias(self, node: Any) -> tree.TypeAlias:
        made = self._at(tree.TypeAlias, node)
        made.name, made.value = self._word(node.name.id, node.name), self.expression(node.value)
        return made

    # --- blocks and compound statements ---

    def _statements(self, block: Sequence[ast.stmt]) -> list[tree.BaseStatement]:
        """The statements of a block: those that share a line are one."""
        found: list[tree.BaseStatement] = []
        line: list[tree.BaseSmallStatement] = []
        last = 0
        for each in block:
            make = _SMALL.get(type(each))
            if make is None:
                found.append(_COMPOUND[type(each)](self, each))
                last = 0
            elif each.lineno == last:
                line.append(make(self, each))
                last = each.end_lineno or 0
            else:
                made = self._at(tree.SimpleStatementLine, each)
                line = [make(self, each)]
                made.body = line
                found.append(made)
                last = each.end_lineno or 0
        return found

    def _suite(self, block: Sequence[ast.stmt]) -> tree.BaseSuite:
        """What stands behind a colon."""
        first = block[0]
        if type(first) in _SMALL and self._shares_its_line(first):
            suite = self._at(tree.SimpleStatementSuite, first)
            suite.body = [_SMALL[type(each)](self, each) for each in block]
            return suite
        made = self._at(tree.IndentedBlock, first)
        made.body = self._statements(block)
        return made

    def _shares_its_line(self, node: ast.stmt) -> bool:
        """Whether something stands before a statement on its line."""
        lines = self._source.lines if self._source is not None else ()
        if node.lineno > len(lines):
            return False
        return not lines[node.lineno - 1][: node.col_offset].isspace()

    def _if(self, node: ast.If) -> tree.If:
        """``if``, with all its ``elif``: those may be hundreds."""
        first = made = self._at(tree.If, node)
        while True:
            made.test, made.body = self.expression(node.test), self._suite(node.body)
            following = node.orelse[0] if len(node.orelse) == 1 else None
            if type(following) is not ast.If or following.col_offset != node.col_offset:
                made.orelse = self._else(node.orelse)
                return first
            node = following
            made.orelse = inner = self._at(tree.If, node)
            made = inner

    def _else(self, block: Sequence[ast.stmt]) -> tree.Else | None:
        if not block:
            return None
        made = self._at(tree.Else, block[0])
        made.body = self._suite(block)
        return made

    def _for(self, node: ast.For | ast.AsyncFor) -> tree.For:
        made = self._at(tree.For, node)
        made.target, made.iter = self._target(node.target), self.expression(node.iter)
        made.body, made.orelse = self._suite(node.body), self._else(node.orelse)
        return made

    def _while(self, node: ast.While) -> tree.While:
        made = self._at(tree.While, node)
        made.test, made.body = self.expression(node.test), self._suite(node.body)
        made.orelse = self._else(node.orelse)
        return made

    def _with(self, node: ast.With | ast.AsyncWith) -> tree.With:
        made = self._at(tree.With, node)
        made.items = []
        for each in node.items:
            item = self._at(tree.WithItem, each.context_expr)
            item.item, item.asname = self.expression(each.context_expr), None
            if each.optional_vars is not None:
                name = self._at(tree.AsName, each.optional_vars)
                name.name = self._target(each.optional_vars)
                item.asname = name
            made.items.append(item)
        made.body = self._suite(node.body)
        return made

    def _try(
        self,
        node: Any,
        kind: type[tree.Try] | type[tree.TryStar],
        handling: type[tree.ExceptHandler] | type[tree.ExceptStarHandler],
    ) -> Any:
        made = self._at(kind, node)
        made.body = self._suite(node.body)
        handlers: list[Any] = []
        for each in node.handlers:
            handler = self._at(handling, each)
            handler.type, handler.name = self._maybe(each.type), self._as_name(each.name, each)
            handler.body = self._suite(each.body)
            handlers.append(handler)
        made.handlers = handlers
        made.orelse, made.finalbody = self._else(node.orelse), None
        if node.finalbody:
            made.finalbody = self._at(tree.Finally, node.finalbody[0])
            made.finalbody.body = self._suite(node.finalbody)
        return made

    def _function(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> tree.FunctionDef:
        made = self._at(tree.FunctionDef, node)
        made.name, made.params = self._word(node.name, node), self._parameters(node.args)
        later = self._source.body_maker(node) if self._source is not None else None
        made.make_body = later or partial(self._suite, node.body)
        made.decorators = self._decorators(node.decorator_list)
        made.returns = self._annotation(node.returns)
        return made

    def _class(self, node: ast.ClassDef) -> tree.ClassDef:
        made = self._at(tree.ClassDef, node)
        made.name, made.body = self._word(node.name, node), self._suite(node.body)
        arguments = self._arguments(node.bases, node.keywords)
        first = next(
            (at for at, each in enumerate(arguments) if each.keyword or each.star == "**"),
            len(arguments),
        )
        made.bases, made.keywords = arguments[:first], arguments[first:]
        made.decorators = self._decorators(node.decorator_list)
        return made

    def _decorators(self, nodes: Sequence[ast.expr]) -> list[tree.Decorator]:
        found = []
        for each in nodes:
            made = self._at(tree.Decorator, each)
            made.decorator = self.expression(each)
            found.append(made)
        return found

    # --- match ---

    def _match(self, node: ast.Match) -> tree.Match:
        made = self._at(tree.Match, node)
        made.subject = self.expression(node.subject)
        made.cases = []
        for each in node.cases:
            case = self._at(tree.MatchCase, each.pattern)
            case.pattern, case.guard = self._pattern(each.pattern), self._maybe(each.guard)
            case.body = self._suite(each.body)
            made.cases.append(case)
        return made

    def _pattern(self, node: ast.pattern) -> tree.MatchPattern:
        if isinstance(node, ast.MatchAs):
            named = self._at(tree.MatchAs, node)
            named.pattern = None if node.pattern is None else self._pattern(node.pattern)
            named.name = None if node.name is None else self._word(node.name, node)
            return named
        if isinstance(node, ast.MatchOr):
            either = self._at(tree.MatchOr, node)
            either.patterns = []
            for each in node.patterns:
                one = self._at(tree.MatchOrElement, each)
                one.pattern = self._pattern(each)
                either.patterns.append(one)
            return either
        if isinstance(node, ast.MatchSequence):
            sequence = self._at(tree.MatchList, node)
            sequence.patterns = [self._pattern_element(each) for each in node.patterns]
            return sequence
        if isinstance(node, ast.MatchMapping):
            return self._mapping_pattern(node)
        if isinstance(node, ast.MatchClass):
            return self._class_pattern(node)
        if isinstance(node, ast.MatchValue):
            value = self._at(tree.MatchValue, node)
            value.value = self.expression(node.value)
            return value
        assert isinstance(node, ast.MatchSingleton)
        single = self._at(tree.MatchSingleton, node)
        single.value = self._word(str(node.value), node)
        return single

    def _pattern_element(self, node: ast.pattern) -> tree.MatchSequenceElement | tree.MatchStar:
        if isinstance(node, ast.MatchStar):
            star = self._at(tree.MatchStar, node)
            star.name = None if node.name is None else self._word(node.name, node)
            return star
        made = self._at(tree.MatchSequenceElement, node)
        made.value = self._pattern(node)
        return made

    def _mapping_pattern(self, node: ast.MatchMapping) -> tree.MatchMapping:
        made = self._at(tree.MatchMapping, node)
        made.elements = []
        for key, pattern in zip(node.keys, node.patterns, strict=True):
            element = self._at(tree.MatchMappingElement, pattern)
            element.key, element.pattern = self.expression(key), self._pattern(pattern)
            made.elements.append(element)
        made.rest = None if node.rest is None else self._word(node.rest, node)
        return made

    def _class_pattern(self, node: ast.MatchClass) -> tree.MatchClass:
        made = self._at(tree.MatchClass, node)
        made.cls = self.expression(node.cls)
        made.patterns = []
        for each in node.patterns:
            element = self._at(tree.MatchSequenceElement, each)
            element.value = self._pattern(each)
            made.patterns.append(element)
        made.kwds = []
        for word, pattern in zip(node.kwd_attrs, node.kwd_patterns, strict=True):
            keyword = self._at(tree.MatchKeywordElement, pattern)
            keyword.key, keyword.pattern = self._word(word, pattern), self._pattern(pattern)
            made.kwds.append(keyword)
        return made


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
_EXPRESSIONS: dict[type[ast.AST], Callable[[TreeMaker, Any], tree.BaseExpression]] = {
    ast.Name: TreeMaker._name,
    ast.Constant: TreeMaker._constant,
    ast.Tuple: partial(TreeMaker._display, kind=tree.Tuple),
    ast.List: partial(TreeMaker._display, kind=tree.List),
    ast.Set: partial(TreeMaker._display, kind=tree.Set),
    ast.Dict: TreeMaker._dict,
    ast.ListComp: partial(TreeMaker._comprehension, kind=tree.ListComp),
    ast.SetComp: partial(TreeMaker._comprehension, kind=tree.SetComp),
    ast.GeneratorExp: partial(TreeMaker._comprehension, kind=tree.GeneratorExp),
    ast.DictComp: TreeMaker._dict_comprehension,
    ast.Lambda: TreeMaker._lambda,
    ast.IfExp: TreeMaker._conditional,
    ast.BoolOp: TreeMaker._boolean,
    ast.Compare: TreeMaker._comparison,
    ast.UnaryOp: TreeMaker._unary,
    ast.NamedExpr: TreeMaker._named,
    ast.Await: TreeMaker._await,
    ast.Yield: TreeMaker._yield,
    ast.YieldFrom: TreeMaker._yield_from,
    ast.JoinedStr: partial(TreeMaker._formatted, kind=tree.FormattedString),
    ast.Starred: TreeMaker._starred,
}
_SMALL: dict[type[ast.AST], Callable[[TreeMaker, Any], tree.BaseSmallStatement]] = {
    ast.Expr: TreeMaker._expression_statement,
    ast.Assign: TreeMaker._assign,
    ast.AnnAssign: TreeMaker._annotated,
    ast.AugAssign: TreeMaker._augmented,
    ast.Return: TreeMaker._return,
    ast.Raise: TreeMaker._raise,
    ast.Assert: TreeMaker._assert,
    ast.Delete: TreeMaker._delete,
    ast.Global: partial(TreeMaker._declared, kind=tree.Global),
    ast.Nonlocal: partial(TreeMaker._declared, kind=tree.Nonlocal),
    ast.Import: TreeMaker._import,
    ast.ImportFrom: TreeMaker._import_from,
    ast.Pass: lambda maker, node: maker._at(tree.Pass, node),
    ast.Break: lambda maker, node: maker._at(tree.Break, node),
    ast.Continue: lambda maker, node: maker._at(tree.Continue, node),
}
_COMPOUND: dict[type[ast.AST], Callable[[TreeMaker, Any], tree.BaseStatement]] = {
    ast.If: TreeMaker._if,
    ast.For: TreeMaker._for,
    ast.AsyncFor: TreeMaker._for,
    ast.While: TreeMaker._while,
    ast.With: TreeMaker._with,
    ast.AsyncWith: TreeMaker._with,
    ast.Try: partial(TreeMaker._try, kind=tree.Try, handling=tree.ExceptHandler),
    ast.Match: TreeMaker._match,
    ast.FunctionDef: TreeMaker._function,
    ast.AsyncFunctionDef: TreeMaker._function,
    ast.ClassDef: TreeMaker._class,
}
if hasattr(ast, "TemplateStr"):
    _EXPRESSIONS[ast.TemplateStr] = partial(TreeMaker._formatted, kind=tree.TemplatedString)
if hasattr(ast, "TryStar"):
    _COMPOUND[ast.TryStar] = partial(
        TreeMaker._try, kind=tree.TryStar, handling=tree.ExceptStarHandler
    )
if hasattr(ast, "TypeAlias"):
    _SMALL[ast.TypeAlias] = TreeMaker._type_alias


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
