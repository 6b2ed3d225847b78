"""Where a node stands: what is around it."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Iterator
from itertools import pairwise

import libcst as cst

_LAYOUT = (
    cst.BaseParenthesizableWhitespace,
    cst.TrailingWhitespace,
    cst.EmptyLine,
    cst.Comment,
    cst.Newline,
)


@functools.cache
def _fields(kind: type[cst.CSTNode]) -> tuple[str, ...]:
    return tuple(field.name for field in dataclasses.fields(kind))


@functools.cache
def _is_part(kind: type[cst.CSTNode]) -> bool:
    """Whether what is of a kind is a node with a meaning: told once for each kind."""
    return issubclass(kind, cst.CSTNode) and not issubclass(kind, _LAYOUT)


def parts(node: cst.CSTNode) -> Iterator[cst.CSTNode]:
    """The nodes right below a node, white space and comments left out."""
    for name in _fields(type(node)):
        value = getattr(node, name)
        for each in value if isinstance(value, (tuple, list)) else (value,):
            kind: type[cst.CSTNode] = type(each)
            if _is_part(kind):
                yield each


class Tree:
    """A module's nodes in the order of the text, and their parents."""

    def __init__(self, module: cst.Module) -> None:
        self.module = module
        self.parents: dict[cst.CSTNode, cst.CSTNode] = {}
        self.nodes: list[cst.CSTNode] = []
        pending: list[cst.CSTNode] = [module]
        while pending:
            node = pending.pop()
            self.nodes.append(node)
            below = list(parts(node))
            for each in below:
                self.parents[each] = node
            pending.extend(reversed(below))

    def above(self, node: cst.CSTNode) -> Iterator[cst.CSTNode]:
        """What a node lies in, innermost first."""
        parent = self.parents.get(node)
        while parent is not None:
            yield parent
            parent = self.parents.get(parent)

    def is_within(self, node: cst.CSTNode, outer: cst.CSTNode) -> bool:
        """Whether a node is another node or lies in it."""
        return node is outer or any(each is outer for each in self.above(node))

    def below(self, root: cst.CSTNode) -> Iterator[cst.CSTNode]:
        """A node and everything in it."""
        pending = [root]
        while pending:
            node = pending.pop()
            yield node
            pending.extend(parts(node))

    def line(self, node: cst.CSTNode) -> cst.SimpleStatementLine | None:
        """The line of simple statements that a node lies in; ``None`` for ``if x: node``."""
        for each in (node, *self.above(node)):
            if isinstance(each, cst.SimpleStatementLine):
                return each
            if isinstance(each, (cst.BaseSuite, cst.BaseCompoundStatement, cst.Lambda)):
                return None
        return None

    def statement_above(self, line: cst.CSTNode) -> cst.CSTNode | None:
        """The statement right above one, in the same block."""
        return self._above.get(line)

    @functools.cached_property
    def _above(self) -> dict[cst.CSTNode, cst.CSTNode]:
        bodies = [
            each.body for each in self.nodes if isinstance(each, (cst.Module, cst.IndentedBlock))
        ]
        return {below: above for body in bodies for above, below in pairwise(body)}

    def functions(self, node: cst.CSTNode) -> Iterator[cst.FunctionDef]:
        """The functions that a node lies in the body of, innermost first."""
        inside = node
        for each in self.above(node):
            if isinstance(each, cst.FunctionDef) and inside is each.body:
                yield each
            inside = each
