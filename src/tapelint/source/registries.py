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


class Registering(NamedTuple):
    """How the objects of a class keep what decorators give them.

    Attributes:
        table: The attribute that is the table; "" where the object is one itself.
        methods: The methods that put something into it.
    """

    table: str
    methods: frozenset[str]


def registering_methods(owner: ast.ClassDef) -> Registering | None:
    """How the objects of a class register; ``None`` where they do not, or in several tables."""
    methods = {each.name: each for each in owner.body if isinstance(each, _FUNCTIONS)}
    tables: set[str] = set()
    found: set[str] = set()
    for name, method in methods.items():
        given = _given(method)
        for node in ast.walk(method):
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Name):
                if node.value.id in given:
                    stored = [_table_of(each) for each in node.targets]
                    tables |= {each for each in stored if each is not None}
                    found |= {name for each in stored if each is not None}
    if len(tables) != 1:
        return None
    for _ in methods:  # a method that gives what it is given to one of these
        found |= {
            name for name, each in methods.items() if _hands_on(each, found) and name not in found
        }
    return Registering(tables.pop(), frozenset(found - {"__setitem__"}))


def _given(method: ast.FunctionDef | ast.AsyncFunctionDef) -> frozenset[str]:
    """What a method and the functions in it are given, the object aside."""
    inner = [each for each in ast.walk(method) if isinstance(each, _FUNCTIONS)]
    return frozenset(given.arg for each in inner for given in each.args.args) - {"self"}


def _table_of(target: ast.expr) -> str | None:
    """The attribute of ``self.table[key]``; "" for ``self[key]``."""
    if not isinstance(target, ast.Subscript):
        return None
    if _is_name(target.value, "self"):
        return ""
    is_own = isinstance(target.value, ast.Attribute) and _is_name(target.value.value, "self")
    return target.value.attr if is_own else None  # type: ignore[attr-defined]


def _hands_on(method: ast.FunctionDef | ast.AsyncFunctionDef, to: Container[str]) -> bool:
    given = _given(method)
    return any(
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and _is_name(node.func.value, "self")
        and node.func.attr in to
        and any(
            isinstance(each, ast.Name) and each.id in given
            for each in (*node.args, *(keyword.value for keyword in node.keywords))
        )
        for node in ast.walk(method)
    )


def registered_with(
    module: ast.Module, objects: Container[str], methods: Container[str]
) -> Iterator[Registered]:
    """What a file's top level registers with methods of some objects, decorated or by a call."""
    for statement in module.body:
        calls: list[tuple[ast.expr, str]] = []
        if isinstance(statement, _DEFINITIONS):
            calls = [(each, statement.name) for each in statement.decorator_list]
        elif isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
            given = [each.value for each in statement.value.keywords]
            names = [
                each.id for each in (*statement.value.args, *given) if isinstance(each, ast.Name)
            ]
            calls = [(statement.value, names[0])] if len(names) == 1 else []
        for expression, name in calls:
            call = expression if isinstance(expression, ast.Call) else None
            function = call.func if call is not None else expression
            if isinstance(function, ast.Attribute) and function.attr in methods:
                if _last(function.value) in objects:
                    yield Registered(_key(call, name), name)


def _last(name: ast.expr) -> str:
    """The last part of a dotted name."""
    return name.attr if isinstance(name, ast.Attribute) else getattr(name, "id", "")


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
            if _last(name) in decorators:
                yield Registered(_key(call, statement.name), statement.name)


def _key(call: ast.Call | None, name: str) -> str | None:
    """The key that a definition is put under: a text that is given, or else its own name."""
    given = [*call.args, *(each.value for each in call.keywords)] if call is not None else []
    others = [each for each in given if not _is_name(each, name)]
    if all(isinstance(each, ast.Constant) for each in others):
        texts = [each.value for each in others if isinstance(each, ast.Constant)]
        return next((each for each in texts if isinstance(each, str)), name)
    first = call.args[0] if call is not None and call.args else None
    is_text = isinstance(first, ast.Constant) and isinstance(first.value, str)
    return first.value if is_text else None  # type: ignore[union-attr]
