"""The roles in sight of a line: of parameters, of what unknown calls give, of unbound names."""

from __future__ import annotations

import ast
import os
from collections.abc import Mapping, Sequence

from tapelint.project.roles.classes import Meant, ProjectClasses, known_by
from tapelint.project.roles.facts import Definition
from tapelint.project.roles.inference import FunctionRoles, parameters_of
from tapelint.project.roles.passed import Parameter, called_as
from tapelint.project.roles.role import Role
from tapelint.project.roles.scopes import (
    imported_in,
    roles_of_results,
    roles_of_unbound,
    unbound_in,
)


def roles_at(
    module: ast.Module, line: int, classes: ProjectClasses | None = None, text: str = ""
) -> Mapping[str, str]:
    """The known roles of what comes from outside, around a line, the inner ones first.

    It is the parameters of functions, and what their class does not put on its objects itself.
    Names that the file does not bind come last, and only those that stand in the function, or for
    a line outside of all functions, in the file.

    Args:
        module: The file.
        line: The line, from 1.
        classes: Those of the project's other files.
        text: Its text, for comments that say roles.

    Returns:
        For each parameter, attribute and name, what it is and why, in words.
    """
    found: dict[str, str] = {}
    roles = FunctionRoles()
    around = _around(module, line)
    for function, owner in reversed(around):
        known = {**roles.of(function, owner, text), **roles_of_results(function)}
        if owner is not None:
            of_class = roles.of_attributes([owner], _in_body(owner))
            known.update((f"self.{name}", role) for name, role in of_class.items())
        names = tuple(each.arg for each, _ in parameters_of(function, is_method=owner is not None))
        called = called_as(function.name, owner.name if owner is not None else "")
        for name, role in known.items():
            parameter = Parameter(called, names, name) if called and name in names else None
            meant = classes.meant(role, parameter) if classes is not None else ()
            said = _said(name, role, meant)
            if said:
                found.setdefault(name, said)
    scope: ast.AST = around[0][0] if around else module
    read = {each.id for each in ast.walk(scope) if isinstance(each, ast.Name)}
    imported = {each: node.lineno for each, node in imported_in(module).items()}
    unbound = roles_of_unbound(module, {**imported, **unbound_in(module)})
    outside = {**roles_of_results(module), **unbound}
    for name, role in outside.items():
        said = _said(name, role, ())
        if name in read and said:
            found.setdefault(name, said)
    return found


def _in_body(owner: ast.ClassDef) -> frozenset[str]:
    """The names that the body of a class gives values."""
    names: set[str] = set()
    for each in owner.body:
        if isinstance(each, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            names.add(each.name)
        elif isinstance(each, (ast.Assign, ast.AnnAssign)):
            names.update(node.id for node in ast.walk(each) if isinstance(node, ast.Name))
    return frozenset(names)


def _said(name: str, role: Role, meant: Sequence[Meant]) -> str:
    if not meant:
        return role.said(name) if role.is_known else ""
    names = " or ".join(f"`{each.name}`" for each in meant)
    places = ", ".join(f"{os.path.basename(each.file.path)}:{each.line}" for each in meant)
    if meant[0].passed:
        passes = " and ".join(f"{each.passed} passes it" for each in meant)
        return f"`{name}` is the project's {names}: {passes} ({places})"
    *some, last = (f"`{each}`" for each in sorted(known_by(role)))
    has = f"{', '.join(some)} and {last}" if some else last
    alone = "they alone have" if len(meant) > 1 else "it alone has"
    return f"`{name}` is the project's {names}: {alone} {has} ({places})"


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
