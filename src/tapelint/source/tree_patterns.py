"""The patterns of ``match`` statements."""

from __future__ import annotations

from collections.abc import Sequence

from tapelint.source.tree_expressions import Name
from tapelint.source.tree_nodes import (
    BaseExpression,
    MatchPattern,
    Node,
)


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
