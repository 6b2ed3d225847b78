"""The roles in sight of a line: those of the parameters of the functions around it."""

from __future__ import annotations

import ast
from collections.abc import Mapping

from tapelint.project.roles.facts import Definition
from tapelint.project.roles.inference import FunctionRoles
from tapelint.project.roles.role import Role


def roles_at(module: ast.Module, line: int, text: str = "") -> Mapping[str, Role]:
    """The known roles of the parameters of the functions around a line, the inner ones first.

    Args:
        module: The file.
        line: The line, from 1.
        text: Its text, for comments that say roles.
    """
    found: dict[str, Role] = {}
    roles = FunctionRoles()
    for function, owner in reversed(_around(module, line)):
        for name, role in roles.of(function, owner, text).items():
            if role.is_known:
                found.setdefault(name, role)
    return found


def _around(
    node: ast.AST, line: int, owner: ast.ClassDef | None = None
) -> list[tuple[Definition, ast.ClassDef | None]]:
    """The functions around a line, the outermost first, each with its class."""
    for child in ast.iter_child_nodes(node):
        first, last = getattr(child, "lineno", 0), getattr(child, "end_lineno", 0)
        if not first <= line <= (last or first):
            continue
        if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef)):
            return [(child, owner), *_around(child, line)]
        return _around(child, line, child if isinstance(child, ast.ClassDef) else None)
    return []
