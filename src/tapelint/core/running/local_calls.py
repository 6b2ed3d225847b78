"""Local functions that nobody outside can call: those that the code around them only calls."""

from __future__ import annotations

import ast
from typing import Final

_PASSING: Final = (ast.IfExp, ast.BoolOp, ast.Dict, ast.List, ast.Tuple, ast.Subscript)
"""What only chooses the function that is called then."""


def is_only_called(name: str, around: ast.AST) -> bool:
    """Whether a local function is called, and given to nobody, by the function around it."""
    parents = {child: node for node in ast.walk(around) for child in ast.iter_child_nodes(node)}
    names, pending = {name}, [name]
    while pending:
        word = pending.pop()
        for node in parents:
            if isinstance(node, (ast.Global, ast.Nonlocal)) and word in node.names:
                return False
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                if node.name == word and node.decorator_list:
                    return False
            if isinstance(node, ast.Name) and node.id == word and isinstance(node.ctx, ast.Load):
                others = _bound_to(node, parents)
                if others is None:
                    return False
                pending += others - names
                names |= others
    return True


def _bound_to(node: ast.AST, parents: dict[ast.AST, ast.AST]) -> set[str] | None:
    """The names that a function is bound to where it stands, if it is not called there.

    Returns:
        ``None`` if it is neither called nor bound to names alone.
    """
    above = parents[node]
    while isinstance(above, _PASSING):
        if isinstance(above, ast.Subscript) and above.value is not node:
            return None
        node, above = above, parents[above]
    if isinstance(above, ast.Call) and above.func is node:
        return set()
    if isinstance(above, ast.Assign) and all(isinstance(each, ast.Name) for each in above.targets):
        return {each.id for each in above.targets if isinstance(each, ast.Name)}
    return None
