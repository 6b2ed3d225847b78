"""Making our tree from libcst's: of texts that this Python cannot parse, and libcst can."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import libcst as cst

from tapelint.source import tree

if TYPE_CHECKING:
    from tapelint.source.parsed import Parsed

_STRINGS = (cst.SimpleString, cst.ConcatenatedString, cst.FormattedString)


def module_from_libcst(module: cst.Module, source: Parsed | None) -> tree.Module:
    """The tree of a text that libcst has parsed."""
    made = _Maker(source).node(module)
    assert isinstance(made, tree.Module)
    return made


class _Maker:
    """Makes the nodes of one text, from above: a chain of thousands takes no deep stack."""

    def __init__(self, source: Parsed | None) -> None:
        self._source = source
        self._pending: list[tuple[tree.Node, cst.CSTNode]] = []

    def node(self, root: cst.CSTNode) -> tree.Node:
        made = self._empty(root)
        while self._pending:
            self._fill(*self._pending.pop())
        return made

    def _empty(self, theirs: cst.CSTNode) -> tree.Node:
        """The node for one of libcst's; what it holds comes later."""
        if isinstance(theirs, _STRINGS):
            return self._string(theirs)
        kind: type[tree.Node] = getattr(tree, type(theirs).__name__)
        if issubclass(kind, tree.Operator):
            return _operators.setdefault(kind, kind())
        made = kind()
        made.origin, made.source = theirs, self._source
        self._pending.append((made, theirs))
        return made

    def _fill(self, made: tree.Node, theirs: cst.CSTNode) -> None:
        for name in (*made.fields, *made.plain):
            if name == "relative":
                setattr(made, name, len(theirs.relative))  # type: ignore[attr-defined]
            else:
                setattr(made, name, self._converted(name, getattr(theirs, name)))

    def _converted(self, name: str, value: object) -> object:
        if isinstance(value, cst.CSTNode):
            return self._empty(value)
        if isinstance(value, (list, tuple)):
            return [self._empty(each) for each in value]
        if isinstance(value, cst.MaybeSentinel):
            return "" if name == "star" else None
        return value

    def _string(
        self, theirs: cst.SimpleString | cst.ConcatenatedString | cst.FormattedString
    ) -> tree.Node:
        pieces = list(pieces_of(theirs))
        if any(isinstance(each, cst.FormattedString) for each in pieces):
            made = tree.FormattedString()
            made.origin, made.source = theirs, self._source
            made.parts = [
                self._computed(each)
                for piece in pieces
                if isinstance(piece, cst.FormattedString)
                for each in computed_in(piece)
            ]
            return made
        assert not isinstance(theirs, cst.FormattedString)
        simple = tree.SimpleString()
        simple.origin, simple.source = theirs, self._source
        simple.said = _said(theirs)
        return simple

    def _computed(self, theirs: cst.FormattedStringExpression) -> tree.FormattedStringExpression:
        made = tree.FormattedStringExpression()
        made.origin, made.source = theirs, self._source
        expression = self._empty(theirs.expression)
        assert isinstance(expression, tree.BaseExpression)
        made.expression = expression
        made.format_spec = [
            self._computed(each)
            for each in theirs.format_spec or ()
            if isinstance(each, cst.FormattedStringExpression)
        ]
        return made


_operators: dict[type[tree.Node], tree.Node] = {}
"""The one node that stands for all operators of a kind."""


def pieces_of(string: cst.BaseExpression) -> Iterator[cst.BaseExpression]:
    """The pieces of a string that stands in some: ``"a" f"{b}"``."""
    pending = [string]
    while pending:
        each = pending.pop()
        if isinstance(each, cst.ConcatenatedString):
            pending += (each.right, each.left)
        else:
            yield each


def computed_in(string: cst.CSTNode) -> list[cst.FormattedStringExpression]:
    """What one piece of a string computes, formats left out."""
    parts = getattr(string, "parts", ())
    return [each for each in parts if isinstance(each, cst.FormattedStringExpression)]


def _said(string: cst.SimpleString | cst.ConcatenatedString) -> str | bytes:
    """What a string says, as one if it stands in pieces; nothing where Python cannot read it."""
    try:
        said = string.evaluated_value
    except (ValueError, SyntaxError):
        return ""
    return said if isinstance(said, (str, bytes)) else ""
