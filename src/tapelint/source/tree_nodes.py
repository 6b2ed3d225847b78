"""What all nodes of the tree have in common, and the kinds that they are of."""

from __future__ import annotations

import ast
from collections.abc import Sequence
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
