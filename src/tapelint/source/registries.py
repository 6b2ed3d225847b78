"""Tables that a file keeps at its top level: who fills them, and what is registered by decorators.

It is read from Python's tree; nothing is executed.
"""

from __future__ import annotations

import ast
from collections.abc import Container, Iterator
from typing import NamedTuple

from tapelint.source.index import FILLING

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


class Registered(NamedTuple):
    """What a decorator has put into a table.

    Attributes:
        key: The key; ``None`` where it is not known.
        name: The name of what is defined.
    """

    key: str | None
    name: str


def filled(module: ast.Module) -> frozenset[str]:
    """The names of the tables that a file changes, wherever it does."""
    found: set[str] = set()
    for node in ast.walk(module):
        owner: ast.expr | None = None
        if isinstance(node, ast.Subscript) and not isinstance(node.ctx, ast.Load):
            owner = node.value
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            owner = node.func.value if node.func.attr in FILLING else None
        elif isinstance(node, ast.AugAssign):
            owner = node.target
        if isinstance(owner, ast.Name):
            found.add(owner.id)
    return frozenset(found)


def registering(module: ast.Module, table: str) -> frozenset[str]:
    """The functions of a file that, as decorators, put what they decorate into a table.

    Empty, if anything else fills it.
    """
    found: set[str] = set()
    for statement in module.body:
        if not _fills(statement, table):
            continue
        if not isinstance(statement, _FUNCTIONS) or not _registers(statement, table):
            return frozenset()
        found.add(statement.name)
    return frozenset(found)


def _fills(statement: ast.stmt, table: str) -> bool:
    return table in filled(ast.Module([statement], []))


def _registers(function: ast.FunctionDef | ast.AsyncFunctionDef, table: str) -> bool:
    """Whether it, or the one function in it, does ``TABLE[...] = argument``, and nothing else."""
    stored = [
        (inner, node)
        for inner in ast.walk(function)
        if isinstance(inner, _FUNCTIONS)
        for node in ast.walk(inner)
        if isinstance(node, ast.Assign)
        and any(isinstance(t, ast.Subscript) and _is_name(t.value, table) for t in node.targets)
    ]
    return bool(stored) and all(
        isinstance(node.value, ast.Name)
        and any(node.value.id == given.arg for given in each.args.args)
        for each, node in stored[-1:]
    )


def _is_name(node: ast.expr, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def registered(module: ast.Module, decorators: Container[str]) -> Iterator[Registered]:
    """What a file's top level defines under one of some decorators.

    The key is the decorator's first argument, or else the name of what is defined.
    """
    for statement in module.body:
        if not isinstance(statement, _DEFINITIONS):
            continue
        for decorator in statement.decorator_list:
            call = decorator if isinstance(decorator, ast.Call) else None
            name = call.func if call is not None else decorator
            last = name.attr if isinstance(name, ast.Attribute) else getattr(name, "id", "")
            if last in decorators:
                yield Registered(_key(call, statement.name), statement.name)


def _key(call: ast.Call | None, name: str) -> str | None:
    """The key that a decorator puts a definition under."""
    if call is None or not (call.args or call.keywords):
        return name
    given = call.args[0] if call.args else None
    is_text = isinstance(given, ast.Constant) and isinstance(given.value, str)
    return given.value if is_text else None  # type: ignore[union-attr]
