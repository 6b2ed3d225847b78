"""Places in a text that are known by Python's node alone, without our own tree."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from tapelint.source.tree_nodes import BaseExpression, Node

if TYPE_CHECKING:
    from tapelint.source.parsed import Parsed


class Site(Node):
    """Where a node of Python's tree stands.

    It has a place, a text and, where libcst can read that text, a libcst node, but no parts.
    """

    __slots__ = ()

    def __init__(self, origin: ast.AST, source: Parsed) -> None:
        self.origin, self.source = origin, source


class ExpressionSite(Site, BaseExpression):
    """Where an expression stands."""

    __slots__ = ()


def site(origin: ast.AST, source: Parsed) -> Site:
    """The site of a node of Python's tree.

    Args:
        origin: The node.
        source: The text that it is of.
    """
    kind = ExpressionSite if isinstance(origin, ast.expr) else Site
    return kind(origin, source)
