"""The statements of the tree, and their parts."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tapelint.source.tree_expressions import Annotation, Arg, Attribute, From, Name, Parameters
from tapelint.source.tree_nodes import (
    BaseAssignTargetExpression,
    BaseCompoundStatement,
    BaseExpression,
    BaseSmallStatement,
    BaseStatement,
    BaseSuite,
    MatchPattern,
    Node,
    Operator,
)


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
