"""What is written where shapes meet."""

from __future__ import annotations

import ast
from typing import Final

from tapelint.torch_api.shape_table import may_make_column

_MODULES: Final = frozenset({"torch", "th", "F", "functional", "np"})
"""How people call modules whose functions are given a tensor first."""


def makes_column(node: ast.AST) -> bool:
    """Whether an expression makes a column of something: ``x[:, None]``, ``x.unsqueeze(1)``."""
    if isinstance(node, ast.Subscript):
        index = node.slice
        parts = index.elts if isinstance(index, ast.Tuple) else [index]
        return any(isinstance(each, ast.Constant) and each.value is None for each in parts)
    function = node.func if isinstance(node, ast.Call) else None
    name = function.attr if isinstance(function, ast.Attribute) else ""
    return may_make_column(name)


def operands_of(node: ast.AST) -> tuple[ast.expr, ast.expr] | None:
    """The expressions of the two operands of an operator, a method or a loss."""
    if isinstance(node, ast.BinOp):
        return node.left, node.right
    if not isinstance(node, ast.Call):
        return None
    words = {each.arg: each.value for each in node.keywords}
    several = [each for each in node.args if not isinstance(each, ast.Starred)]
    if len(several) != len(node.args):
        return None
    if len(several) == 1 and not words.keys() & {"input", "target"}:
        owner = node.func.value if isinstance(node.func, ast.Attribute) else None
        return None if owner is None else (owner, several[0])
    more = [words[each] for each in ("input", "target") if each in words]
    several = [*several, *more][:2] if "input" not in words else [*more, *several][:2]
    return (several[0], several[1]) if len(several) == 2 else None


def shown_of(node: ast.expr) -> ast.expr:
    """What an expression shows the shape of: what is indexed, or what an operation is given."""
    if isinstance(node, ast.Subscript):
        return node.value
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
        return node
    owner = node.func.value
    is_function = isinstance(owner, ast.Name) and owner.id in _MODULES and node.args
    return node.args[0] if is_function else owner
