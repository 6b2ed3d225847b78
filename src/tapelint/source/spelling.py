"""Expressions as text, and texts as expressions that stand in no file."""

from __future__ import annotations

import ast

from tapelint.source import tree
from tapelint.source.python_tree import python_tree
from tapelint.source.tree_from_python import TreeMaker


def only_name(node: tree.Node | None) -> str:
    """``c`` for ``c``; "" for anything else."""
    return node.value if isinstance(node, tree.Name) else ""


def last_name(node: tree.Node | None) -> str:
    """``c`` for ``c`` and for ``a.b.c``; "" for anything else."""
    return only_name(node.attr if isinstance(node, tree.Attribute) else node)


def code_of(node: tree.Node) -> str:
    """What a node says, as text: the same for two that say the same.

    Raises:
        RecursionError: It is nested too deep to be written.
    """
    if isinstance(node, tree.Name):
        return node.value
    origin = node.origin
    if origin is None:
        return ""
    if isinstance(origin, ast.AST):
        return _dotted(origin) or ast.unparse(origin)
    import libcst as cst

    return cst.Module(()).code_for_node(origin)


def _dotted(node: ast.AST) -> str:
    """``a.b.c``, which most expressions are that are asked for; else ""."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    if not isinstance(node, ast.Name):
        return ""
    parts.append(node.id)
    return ".".join(reversed(parts))


def parse_expression(text: str) -> tree.BaseExpression | None:
    """The tree of an expression that stands in no file; ``None`` for a text that is none."""
    made = python_tree(f"({text}\n)")
    statement = made.body[0] if made is not None and len(made.body) == 1 else None
    if not isinstance(statement, ast.Expr):
        return None
    return TreeMaker(None).expression(statement.value)
