"""The roles in sight of a line: of parameters, of what unknown calls give, of unbound names."""

from __future__ import annotations

import ast
from collections.abc import Mapping

from tapelint.project.roles.facts import Definition
from tapelint.project.roles.inference import FunctionRoles
from tapelint.project.roles.role import Role
from tapelint.project.roles.scopes import roles_of_results, roles_of_unbound, unbound_in


def roles_at(module: ast.Module, line: int) -> Mapping[str, Role]:
    """The known roles around a line, those of the inner function first.

    Names that the file does not bind come last, and only those that stand in the function, or for
    a line outside of all functions, in the file.

    Args:
        module: The file.
        line: The line, from 1.
    """
    found: dict[str, Role] = {}
    roles = FunctionRoles()
    around = _around(module, line)
    for function, owner in reversed(around):
        for name, role in {**roles.of(function, owner), **roles_of_results(function)}.items():
            if role.is_known:
                found.setdefault(name, role)
    scope: ast.AST = around[0][0] if around else module
    read = {each.id for each in ast.walk(scope) if isinstance(each, ast.Name)}
    outside = {**roles_of_results(module), **roles_of_unbound(module, unbound_in(module))}
    for name, role in outside.items():
        if name in read:
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
