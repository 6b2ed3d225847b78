"""The tree that the tape executes: nodes shaped and named as libcst's, made from Python's ``ast``.

Python's own parser takes a tenth of the time that libcst's takes, and these nodes are plain and
small. They hold what a text means: no comments, white space or parentheses. Where a rule is about
to report, the text is parsed by libcst, too, and :attr:`Node.lossless` is the same place there.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING, ClassVar

from tapelint.source.errors import NotLosslessError

if TYPE_CHECKING:
    import libcst as cst

    from tapelint.source.parsed import Parsed


class Node:
    """A node of the tree.

    Attributes:
        fields: The names of the attributes that hold nodes, in libcst's order.
        plain: The names of those that hold anything else.
        origin: What it was made from: a node of Python's tree or of libcst's; of a part of one,
            such as the name in ``import name``, the whole. ``None`` for what stands nowhere.
        source: The text that it is of.
    """

    __slots__ = ("origin", "source")
    fields: ClassVar[tuple[str, ...]] = ()
    plain: ClassVar[tuple[str, ...]] = ()
    origin: ast.AST | cst.CSTNode | None
    source: Parsed | None

    @property
    def lossless(self) -> cst.CSTNode:
        """The libcst node of this place: the text is parsed by libcst when this is first asked.

        Raises:
            NotLosslessError: It stands in no text, or in one that libcst cannot read.
        """
        found = None if self.source is None else self.source.lossless(self)
        if found is None:
            raise NotLosslessError
        return found

    @property
    def line(self) -> int | None:
        """The line of its file that it begins on; ``None`` for what has no place of its own."""
        if self.source is None or self.origin is None:
            return None
        if isinstance(self.origin, ast.AST) and not hasattr(self.origin, "lineno"):
            return None
        return self.source.line(self)

    def may_hold(self, *words: str) -> bool:
        """Whether one of these words may stand in it: told by its text, before it is walked."""
        return self.source is None or self.source.may_hold(self, words)

    def deep_equals(self, other: Node) -> bool:
        """Whether two nodes say the same, wherever they stand."""
        pending: list[tuple[object, object]] = [(self, other)]
        while pending:
            one, two = pending.pop()
            if isinstance(one, Node):
                if type(one) is not type(two):
                    return False
                names = (*one.fields, *one.plain)
                pending += [(getattr(one, name), getattr(two, name)) for name in names]
            elif isinstance(one, (list, tuple)):
                if not isinstance(two, (list, tuple)) or len(one) != len(two):
                    return False
                pending += zip(one, two, strict=True)
            elif one != two:
                return False
        return True


class Operator(Node):
    """``+``, ``and``, ``<``, ``+=``: one node stands for all of its kind."""

    __slots__ = ()

    def __init__(self) -> None:
        self.origin, self.source = None, None


class BaseExpression(Node):
    """An expression."""

    __slots__ = ()

    @property
    def lossless(self) -> cst.BaseExpression:
        """The libcst node of this expression."""
        found: cst.BaseExpression = super().lossless  # type: ignore[assignment]
        return found


class BaseAssignTargetExpression(BaseExpression):
    """An expression that can be assigned to."""

    __slots__ = ()


class BaseNumber(BaseExpression):
    """A number."""

    __slots__ = ()


class BaseString(BaseExpression):
    """A string."""

    __slots__ = ()


class BaseComp(BaseExpression):
    """A comprehension."""

    __slots__ = ()
    for_in: CompFor


class BaseSimpleComp(BaseComp):
    """A comprehension of values."""

    __slots__ = ()
    elt: BaseExpression


class BaseElement(BaseExpression):
    """A part of a tuple, list or set."""

    __slots__ = ()
    value: BaseExpression


class BaseDictElement(Node):
    """A part of a dict."""

    __slots__ = ()
    value: BaseExpression


class BaseSlice(Node):
    """An index, or a range of them."""

    __slots__ = ()


class BaseStatement(Node):
    """A line of simple statements, or a compound one."""

    __slots__ = ()


class BaseCompoundStatement(BaseStatement):
    """A statement that holds others."""

    __slots__ = ()
    body: BaseSuite


class BaseSmallStatement(Node):
    """A simple statement."""

    __slots__ = ()


class BaseSuite(Node):
    """What stands behind the colon of a compound statement."""

    __slots__ = ()
    body: Sequence[BaseStatement] | Sequence[BaseSmallStatement]


class MatchPattern(Node):
    """What stands behind ``case``."""

    __slots__ = ()


class Add(Operator):
    """``+`` with two operands."""

    __slots__ = ()


class Subtract(Operator):
    """``-`` with two operands."""

    __slots__ = ()


class Multiply(Operator):
    """``*``."""

    __slots__ = ()


class Divide(Operator):
    """``/``."""

    __slots__ = ()


class MatrixMultiply(Operator):
    """``@``."""

    __slots__ = ()


class Power(Operator):
    """``**``."""

    __slots__ = ()


class FloorDivide(Operator):
    """``//``."""

    __slots__ = ()


class Modulo(Operator):
    """``%``."""

    __slots__ = ()


class BitAnd(Operator):
    """``&``."""

    __slots__ = ()


class BitOr(Operator):
    """``|``."""

    __slots__ = ()


class BitXor(Operator):
    """``^``."""

    __slots__ = ()


class LeftShift(Operator):
    """``<<``."""

    __slots__ = ()


class RightShift(Operator):
    """``>>``."""

    __slots__ = ()


class AddAssign(Operator):
    """``+=``."""

    __slots__ = ()


class SubtractAssign(Operator):
    """``-=``."""

    __slots__ = ()


class MultiplyAssign(Operator):
    """``*=``."""

    __slots__ = ()


class DivideAssign(Operator):
    """``/=``."""

    __slots__ = ()


class MatrixMultiplyAssign(Operator):
    """``@=``."""

    __slots__ = ()


class PowerAssign(Operator):
    """``**=``."""

    __slots__ = ()


class FloorDivideAssign(Operator):
    """``//=``."""

    __slots__ = ()


class ModuloAssign(Operator):
    """``%=``."""

    __slots__ = ()


class BitAndAssign(Operator):
    """``&=``."""

    __slots__ = ()


class BitOrAssign(Operator):
    """``|=``."""

    __slots__ = ()


class BitXorAssign(Operator):
    """``^=``."""

    __slots__ = ()


class LeftShiftAssign(Operator):
    """``<<=``."""

    __slots__ = ()


class RightShiftAssign(Operator):
    """``>>=``."""

    __slots__ = ()


class Not(Operator):
    """``not``."""

    __slots__ = ()


class Plus(Operator):
    """``+`` with one operand."""

    __slots__ = ()


class Minus(Operator):
    """``-`` with one operand."""

    __slots__ = ()


class BitInvert(Operator):
    """``~``."""

    __slots__ = ()


class And(Operator):
    """``and``."""

    __slots__ = ()


class Or(Operator):
    """``or``."""

    __slots__ = ()


class Is(Operator):
    """``is``."""

    __slots__ = ()


class IsNot(Operator):
    """``is not``."""

    __slots__ = ()


class Equal(Operator):
    """``==``."""

    __slots__ = ()


class NotEqual(Operator):
    """``!=``."""

    __slots__ = ()


class LessThan(Operator):
    """``<``."""

    __slots__ = ()


class LessThanEqual(Operator):
    """``<=``."""

    __slots__ = ()


class GreaterThan(Operator):
    """``>``."""

    __slots__ = ()


class GreaterThanEqual(Operator):
    """``>=``."""

    __slots__ = ()


class In(Operator):
    """``in``."""

    __slots__ = ()


class NotIn(Operator):
    """``not in``."""

    __slots__ = ()


class Name(BaseAssignTargetExpression):
    """A name; also ``None``, ``True`` and ``False``."""

    __slots__ = ("value",)
    plain = ("value",)
    value: str


class Attribute(BaseAssignTargetExpression):
    """``value.attr``."""

    __slots__ = ("attr", "value")
    fields = ("value", "attr")
    value: BaseExpression
    attr: Name


class Integer(BaseNumber):
    """A whole number, as it may be written."""

    __slots__ = ("value",)
    plain = ("value",)
    value: str


class Float(BaseNumber):
    """A number with a point or an exponent."""

    __slots__ = ("value",)
    plain = ("value",)
    value: str


class Imaginary(BaseNumber):
    """A number with ``j``."""

    __slots__ = ("value",)
    plain = ("value",)
    value: str


class Deeper(BaseExpression):
    """An expression nested deeper than is looked at."""

    __slots__ = ()


class SimpleString(BaseString):
    """A string without values in it, joined where it stands in pieces."""

    __slots__ = ("said",)
    plain = ("said",)
    said: str | bytes

    @property
    def value(self) -> str:
        """The string as it may be written, with quotes."""
        return repr(self.said)

    @property
    def raw_value(self) -> str:
        """What the string says; "" for bytes."""
        return self.said if isinstance(self.said, str) else ""


class FormattedString(BaseString):
    """A string with values in it, joined where it stands in pieces."""

    __slots__ = ("parts",)
    fields = ("parts",)
    parts: Sequence[FormattedStringExpression]


class TemplatedString(BaseString):
    """A template: ``t"..."``."""

    __slots__ = ("parts",)
    fields = ("parts",)
    parts: Sequence[FormattedStringExpression]


class FormattedStringExpression(Node):
    """``{expression:format}`` in a string; of the format, what is computed."""

    __slots__ = ("expression", "format_spec")
    fields = ("expression", "format_spec")
    expression: BaseExpression
    format_spec: Sequence[FormattedStringExpression]


class Ellipsis(BaseExpression):
    """``...``."""

    __slots__ = ()


class Tuple(BaseAssignTargetExpression):
    """``a, b``."""

    __slots__ = ("elements",)
    fields = ("elements",)
    elements: Sequence[BaseElement]


class List(BaseAssignTargetExpression):
    """``[a, b]``."""

    __slots__ = ("elements",)
    fields = ("elements",)
    elements: Sequence[BaseElement]


class Set(BaseExpression):
    """``{a, b}``."""

    __slots__ = ("elements",)
    fields = ("elements",)
    elements: Sequence[BaseElement]


class Element(BaseElement):
    """One value of a tuple, list or set."""

    __slots__ = ("value",)
    fields = ("value",)


class StarredElement(BaseElement):
    """``*value``."""

    __slots__ = ("value",)
    fields = ("value",)


class Dict(BaseExpression):
    """``{key: value}``."""

    __slots__ = ("elements",)
    fields = ("elements",)
    elements: Sequence[BaseDictElement]


class DictElement(BaseDictElement):
    """``key: value``."""

    __slots__ = ("key", "value")
    fields = ("key", "value")
    key: BaseExpression


class StarredDictElement(BaseDictElement):
    """``**value``."""

    __slots__ = ("value",)
    fields = ("value",)


class ListComp(BaseSimpleComp):
    """``[elt for ...]``."""

    __slots__ = ("elt", "for_in")
    fields = ("elt", "for_in")


class SetComp(BaseSimpleComp):
    """``{elt for ...}``."""

    __slots__ = ("elt", "for_in")
    fields = ("elt", "for_in")


class GeneratorExp(BaseSimpleComp):
    """``(elt for ...)``."""

    __slots__ = ("elt", "for_in")
    fields = ("elt", "for_in")


class DictComp(BaseComp):
    """``{key: value for ...}``."""

    __slots__ = ("for_in", "key", "value")
    fields = ("key", "value", "for_in")
    key: BaseExpression
    value: BaseExpression


class CompFor(Node):
    """``for target in iter``, its conditions, and the ``for`` within it."""

    __slots__ = ("ifs", "inner_for_in", "iter", "target")
    fields = ("target", "iter", "ifs", "inner_for_in")
    target: BaseAssignTargetExpression
    iter: BaseExpression
    ifs: Sequence[CompIf]
    inner_for_in: CompFor | None


class CompIf(Node):
    """``if test`` of a comprehension."""

    __slots__ = ("test",)
    fields = ("test",)
    test: BaseExpression


class Lambda(BaseExpression):
    """``lambda params: body``."""

    __slots__ = ("body", "params")
    fields = ("params", "body")
    params: Parameters
    body: BaseExpression


class IfExp(BaseExpression):
    """``body if test else orelse``."""

    __slots__ = ("body", "orelse", "test")
    fields = ("test", "body", "orelse")
    test: BaseExpression
    body: BaseExpression
    orelse: BaseExpression


class BooleanOperation(BaseExpression):
    """``left and right``; what has more parts groups to the left."""

    __slots__ = ("left", "operator", "right")
    fields = ("left", "right")
    plain = ("operator",)
    left: BaseExpression
    operator: Operator
    right: BaseExpression


class Comparison(BaseExpression):
    """``left < ...``."""

    __slots__ = ("comparisons", "left")
    fields = ("left", "comparisons")
    left: BaseExpression
    comparisons: Sequence[ComparisonTarget]


class ComparisonTarget(Node):
    """``< comparator``."""

    __slots__ = ("comparator", "operator")
    fields = ("comparator",)
    plain = ("operator",)
    operator: Operator
    comparator: BaseExpression


class UnaryOperation(BaseExpression):
    """``-expression``."""

    __slots__ = ("expression", "operator")
    fields = ("expression",)
    plain = ("operator",)
    operator: Operator
    expression: BaseExpression


class BinaryOperation(BaseExpression):
    """``left + right``."""

    __slots__ = ("left", "operator", "right")
    fields = ("left", "right")
    plain = ("operator",)
    left: BaseExpression
    operator: Operator
    right: BaseExpression


class NamedExpr(BaseExpression):
    """``target := value``."""

    __slots__ = ("target", "value")
    fields = ("target", "value")
    target: BaseExpression
    value: BaseExpression


class Await(BaseExpression):
    """``await expression``."""

    __slots__ = ("expression",)
    fields = ("expression",)
    expression: BaseExpression


class Yield(BaseExpression):
    """``yield value``."""

    __slots__ = ("value",)
    fields = ("value",)
    value: BaseExpression | From | None


class From(Node):
    """``from item``, of ``yield`` and ``raise``."""

    __slots__ = ("item",)
    fields = ("item",)
    item: BaseExpression


class Call(BaseExpression):
    """``func(args)``."""

    __slots__ = ("args", "func")
    fields = ("func", "args")
    func: BaseExpression
    args: Sequence[Arg]


class Arg(Node):
    """An argument; ``star`` is ``*``, ``**`` or nothing."""

    __slots__ = ("keyword", "star", "value")
    fields = ("value", "keyword")
    plain = ("star",)
    value: BaseExpression
    keyword: Name | None
    star: str


class Subscript(BaseAssignTargetExpression):
    """``value[slice]``."""

    __slots__ = ("slice", "value")
    fields = ("value", "slice")
    value: BaseExpression
    slice: Sequence[SubscriptElement]


class SubscriptElement(Node):
    """One of the indices in brackets."""

    __slots__ = ("slice",)
    fields = ("slice",)
    slice: BaseSlice


class Index(BaseSlice):
    """An index that is a value."""

    __slots__ = ("star", "value")
    fields = ("value",)
    plain = ("star",)
    value: BaseExpression
    star: str | None


class Slice(BaseSlice):
    """``lower:upper:step``."""

    __slots__ = ("lower", "step", "upper")
    fields = ("lower", "upper", "step")
    lower: BaseExpression | None
    upper: BaseExpression | None
    step: BaseExpression | None


class Module(Node):
    """A text."""

    __slots__ = ("body",)
    fields = ("body",)
    body: Sequence[BaseStatement]


class SimpleStatementLine(BaseStatement):
    """Simple statements on one line, with semicolons between them."""

    __slots__ = ("body",)
    fields = ("body",)
    body: Sequence[BaseSmallStatement]


class SimpleStatementSuite(BaseSuite):
    """Simple statements behind the colon of a compound one."""

    __slots__ = ("body",)
    fields = ("body",)


class IndentedBlock(BaseSuite):
    """The statements of a block.

    Attributes:
        inside: All nodes below it, once they were walked over; see :func:`walk`.
    """

    __slots__ = ("body", "inside")
    fields = ("body",)
    inside: tuple[Node, ...] | None

    def __init__(self) -> None:
        self.inside = None


class Expr(BaseSmallStatement):
    """An expression as a statement."""

    __slots__ = ("value",)
    fields = ("value",)
    value: BaseExpression


class Assign(BaseSmallStatement):
    """``targets = value``."""

    __slots__ = ("targets", "value")
    fields = ("targets", "value")
    targets: Sequence[AssignTarget]
    value: BaseExpression


class AssignTarget(Node):
    """``target =``."""

    __slots__ = ("target",)
    fields = ("target",)
    target: BaseAssignTargetExpression


class AnnAssign(BaseSmallStatement):
    """``target: annotation = value``."""

    __slots__ = ("annotation", "target", "value")
    fields = ("target", "annotation", "value")
    target: BaseAssignTargetExpression
    annotation: Annotation
    value: BaseExpression | None


class Annotation(Node):
    """``: annotation``, or ``-> annotation``."""

    __slots__ = ("annotation",)
    fields = ("annotation",)
    annotation: BaseExpression


class AugAssign(BaseSmallStatement):
    """``target += value``."""

    __slots__ = ("operator", "target", "value")
    fields = ("target", "value")
    plain = ("operator",)
    target: BaseAssignTargetExpression
    operator: Operator
    value: BaseExpression


class Return(BaseSmallStatement):
    """``return value``."""

    __slots__ = ("value",)
    fields = ("value",)
    value: BaseExpression | None


class Raise(BaseSmallStatement):
    """``raise exc from cause``."""

    __slots__ = ("cause", "exc")
    fields = ("exc", "cause")
    exc: BaseExpression | None
    cause: From | None


class Assert(BaseSmallStatement):
    """``assert test, msg``."""

    __slots__ = ("msg", "test")
    fields = ("test", "msg")
    test: BaseExpression
    msg: BaseExpression | None


class Break(BaseSmallStatement):
    """``break``."""

    __slots__ = ()


class Continue(BaseSmallStatement):
    """``continue``."""

    __slots__ = ()


class Pass(BaseSmallStatement):
    """``pass``."""

    __slots__ = ()


class Del(BaseSmallStatement):
    """``del target``."""

    __slots__ = ("target",)
    fields = ("target",)
    target: BaseExpression


class Global(BaseSmallStatement):
    """``global names``."""

    __slots__ = ("names",)
    fields = ("names",)
    names: Sequence[NameItem]


class Nonlocal(BaseSmallStatement):
    """``nonlocal names``."""

    __slots__ = ("names",)
    fields = ("names",)
    names: Sequence[NameItem]


class NameItem(Node):
    """A name of ``global`` or ``nonlocal``."""

    __slots__ = ("name",)
    fields = ("name",)
    name: Name


class Import(BaseSmallStatement):
    """``import names``."""

    __slots__ = ("names",)
    fields = ("names",)
    names: Sequence[ImportAlias]


class ImportFrom(BaseSmallStatement):
    """``from module import names``; ``relative`` counts the dots before the module."""

    __slots__ = ("module", "names", "relative")
    fields = ("module", "names")
    plain = ("relative",)
    module: Name | Attribute | None
    names: Sequence[ImportAlias] | ImportStar
    relative: int


class ImportAlias(Node):
    """``name as asname``."""

    __slots__ = ("asname", "name")
    fields = ("name", "asname")
    name: Name | Attribute
    asname: AsName | None


class AsName(Node):
    """``as name``."""

    __slots__ = ("name",)
    fields = ("name",)
    name: BaseAssignTargetExpression


class ImportStar(Node):
    """``*`` of an import."""

    __slots__ = ()


class TypeAlias(BaseSmallStatement):
    """``type name = value``."""

    __slots__ = ("name", "value")
    fields = ("name", "value")
    name: Name
    value: BaseExpression


class If(BaseCompoundStatement):
    """``if test: body``; an ``elif`` is an ``If`` in ``orelse``."""

    __slots__ = ("body", "orelse", "test")
    fields = ("test", "body", "orelse")
    test: BaseExpression
    orelse: If | Else | None


class Else(Node):
    """``else: body``."""

    __slots__ = ("body",)
    fields = ("body",)
    body: BaseSuite


class For(BaseCompoundStatement):
    """``for target in iter: body``."""

    __slots__ = ("body", "iter", "orelse", "target")
    fields = ("target", "iter", "body", "orelse")
    target: BaseAssignTargetExpression
    iter: BaseExpression
    orelse: Else | None


class While(BaseCompoundStatement):
    """``while test: body``."""

    __slots__ = ("body", "orelse", "test")
    fields = ("test", "body", "orelse")
    test: BaseExpression
    orelse: Else | None


class With(BaseCompoundStatement):
    """``with items: body``."""

    __slots__ = ("body", "items")
    fields = ("items", "body")
    items: Sequence[WithItem]


class WithItem(Node):
    """``item as asname``."""

    __slots__ = ("asname", "item")
    fields = ("item", "asname")
    item: BaseExpression
    asname: AsName | None


class Try(BaseCompoundStatement):
    """``try: body``."""

    __slots__ = ("body", "finalbody", "handlers", "orelse")
    fields = ("body", "handlers", "orelse", "finalbody")
    handlers: Sequence[ExceptHandler]
    orelse: Else | None
    finalbody: Finally | None


class TryStar(BaseCompoundStatement):
    """``try: body`` with ``except*``."""

    __slots__ = ("body", "finalbody", "handlers", "orelse")
    fields = ("body", "handlers", "orelse", "finalbody")
    handlers: Sequence[ExceptStarHandler]
    orelse: Else | None
    finalbody: Finally | None


class ExceptHandler(Node):
    """``except type as name: body``."""

    __slots__ = ("body", "name", "type")
    fields = ("body", "type", "name")
    body: BaseSuite
    type: BaseExpression | None
    name: AsName | None


class ExceptStarHandler(Node):
    """``except* type as name: body``."""

    __slots__ = ("body", "name", "type")
    fields = ("body", "type", "name")
    body: BaseSuite
    type: BaseExpression | None
    name: AsName | None


class Finally(Node):
    """``finally: body``."""

    __slots__ = ("body",)
    fields = ("body",)
    body: BaseSuite


class Match(BaseCompoundStatement):
    """``match subject: cases``."""

    __slots__ = ("cases", "subject")
    fields = ("subject", "cases")
    subject: BaseExpression
    cases: Sequence[MatchCase]


class MatchCase(Node):
    """``case pattern if guard: body``."""

    __slots__ = ("body", "guard", "pattern")
    fields = ("pattern", "body", "guard")
    pattern: MatchPattern
    body: BaseSuite
    guard: BaseExpression | None


class MatchValue(MatchPattern):
    """A pattern that compares with a value."""

    __slots__ = ("value",)
    fields = ("value",)
    value: BaseExpression


class MatchSingleton(MatchPattern):
    """``None``, ``True`` or ``False`` as a pattern."""

    __slots__ = ("value",)
    fields = ("value",)
    value: Name


class MatchAs(MatchPattern):
    """``pattern as name``, a name alone, or ``_``."""

    __slots__ = ("name", "pattern")
    fields = ("pattern", "name")
    pattern: MatchPattern | None
    name: Name | None


class MatchOr(MatchPattern):
    """``pattern | pattern``."""

    __slots__ = ("patterns",)
    fields = ("patterns",)
    patterns: Sequence[MatchOrElement]


class MatchOrElement(Node):
    """One way of ``pattern | pattern``."""

    __slots__ = ("pattern",)
    fields = ("pattern",)
    pattern: MatchPattern


class MatchList(MatchPattern):
    """``[pattern, ...]``."""

    __slots__ = ("patterns",)
    fields = ("patterns",)
    patterns: Sequence[MatchSequenceElement | MatchStar]


class MatchTuple(MatchPattern):
    """``(pattern, ...)``."""

    __slots__ = ("patterns",)
    fields = ("patterns",)
    patterns: Sequence[MatchSequenceElement | MatchStar]


class MatchSequenceElement(Node):
    """One pattern of several."""

    __slots__ = ("value",)
    fields = ("value",)
    value: MatchPattern


class MatchStar(Node):
    """``*name`` in a pattern."""

    __slots__ = ("name",)
    fields = ("name",)
    name: Name | None


class MatchMapping(MatchPattern):
    """``{key: pattern, **rest}``."""

    __slots__ = ("elements", "rest")
    fields = ("elements", "rest")
    elements: Sequence[MatchMappingElement]
    rest: Name | None


class MatchMappingElement(Node):
    """``key: pattern``."""

    __slots__ = ("key", "pattern")
    fields = ("key", "pattern")
    key: BaseExpression
    pattern: MatchPattern


class MatchClass(MatchPattern):
    """``cls(patterns, kwds)``."""

    __slots__ = ("cls", "kwds", "patterns")
    fields = ("cls", "patterns", "kwds")
    cls: BaseExpression
    patterns: Sequence[MatchSequenceElement]
    kwds: Sequence[MatchKeywordElement]


class MatchKeywordElement(Node):
    """``key=pattern``."""

    __slots__ = ("key", "pattern")
    fields = ("key", "pattern")
    key: Name
    pattern: MatchPattern


class ClassDef(BaseCompoundStatement):
    """``class name(bases, keywords): body``."""

    __slots__ = ("bases", "body", "decorators", "keywords", "name")
    fields = ("name", "body", "bases", "keywords", "decorators")
    name: Name
    bases: Sequence[Arg]
    keywords: Sequence[Arg]
    decorators: Sequence[Decorator]


class Decorator(Node):
    """``@decorator``."""

    __slots__ = ("decorator",)
    fields = ("decorator",)
    decorator: BaseExpression


class Parameters(Node):
    """The parameters of a function."""

    __slots__ = ("kwonly_params", "params", "posonly_params", "star_arg", "star_kwarg")
    fields = ("params", "star_arg", "kwonly_params", "star_kwarg", "posonly_params")
    params: Sequence[Param]
    star_arg: Param | ParamStar | None
    kwonly_params: Sequence[Param]
    star_kwarg: Param | None
    posonly_params: Sequence[Param]


class Param(Node):
    """A parameter; ``star`` is ``*``, ``**`` or nothing."""

    __slots__ = ("annotation", "default", "name", "star")
    fields = ("name", "annotation", "default")
    plain = ("star",)
    name: Name
    annotation: Annotation | None
    default: BaseExpression | None
    star: str


class ParamStar(Node):
    """``*`` alone, before parameters that are given by name."""

    __slots__ = ()


class FunctionDef(BaseCompoundStatement):
    """``def name(params) -> returns: body``.

    The body is made when it is first asked for: most functions of other files never are.
    """

    __slots__ = ("_body", "decorators", "make_body", "name", "params", "returns")
    fields = ("name", "params", "body", "decorators", "returns")
    name: Name
    params: Parameters
    decorators: Sequence[Decorator]
    returns: Annotation | None
    make_body: Callable[[], BaseSuite] | None
    _body: BaseSuite

    @property
    def body(self) -> BaseSuite:
        """The statements of the function."""
        if self.make_body is not None:
            self._body, self.make_body = self.make_body(), None
        return self._body

    @body.setter
    def body(self, made: BaseSuite) -> None:
        self._body, self.make_body = made, None


def name(word: str) -> Name:
    """A name that stands nowhere."""
    made = Name()
    made.value, made.origin, made.source = word, None, None
    return made


def children(node: Node) -> list[Node]:
    """The nodes right below one, in the order of its fields."""
    found: list[Node] = []
    for name in node.fields:
        value = getattr(node, name)
        kind = type(value)
        if kind is list or kind is tuple:
            found.extend(value)
        elif value is not None:
            found.append(value)
    return found


def walk(root: Node) -> Iterator[Node]:
    """A node and all below it, a node before what is below it.

    The nodes of a function's body are kept with it: most bodies are walked over many times.
    """
    if type(root) is IndentedBlock:
        return chain((root,), _inside(root))
    return _walk(root)


def _walk(root: Node) -> Iterator[Node]:
    pending = [root]
    while pending:
        node = pending.pop()
        yield node
        if type(node) is IndentedBlock and node.inside is not None:
            yield from node.inside
            continue
        if type(node) is FunctionDef and type(node.body) is IndentedBlock:
            _inside(node.body)
        pending.extend(children(node))


def _inside(block: IndentedBlock) -> tuple[Node, ...]:
    """The nodes below a block, in the order in which they are walked over."""
    found = block.inside
    if found is None:
        nodes: list[Node] = []
        for each in reversed(block.body):
            nodes.extend(_walk(each))
        found = block.inside = tuple(nodes)
    return found
