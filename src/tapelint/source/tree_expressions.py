"""The expressions of the tree, their parts, and the parameters of functions."""

from __future__ import annotations

from collections.abc import Sequence

from tapelint.source.tree_nodes import (
    BaseAssignTargetExpression,
    BaseDictElement,
    BaseElement,
    BaseExpression,
    BaseNumber,
    BaseSlice,
    BaseString,
    Node,
    Operator,
)


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


class BaseComp(BaseExpression):
    """A comprehension."""

    __slots__ = ()
    for_in: CompFor


class BaseSimpleComp(BaseComp):
    """A comprehension of values."""

    __slots__ = ()
    elt: BaseExpression


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


class Annotation(Node):
    """``: annotation``, or ``-> annotation``."""

    __slots__ = ("annotation",)
    fields = ("annotation",)
    annotation: BaseExpression


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
