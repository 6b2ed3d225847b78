"""Functions to which a caller in the file gives what they also know by another name.

``fit(net)`` with ``net.zero_grad()`` in it: `model` and `net` are one network. Roles would make two
of them, so such a function is judged with what its callers give, and not by roles.
"""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterator, Sequence

from tapelint.project.roles.facts import Definition
from tapelint.source.python_tree import python_tree

_Called = tuple[Definition, ast.ClassDef | None]
_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


@functools.lru_cache(maxsize=8)
def known_by_two_names(text: str) -> frozenset[int]:
    """The lines of the functions of a text that are given what they name otherwise."""
    module = python_tree(text)
    if module is None:
        return frozenset()
    by_name: dict[str, list[_Called]] = {}
    nodes = list(ast.walk(module))
    for name, called in _definitions(nodes):
        by_name.setdefault(name, []).append(called)
    calls = [each for each in nodes if isinstance(each, ast.Call)]
    same: dict[str, set[str]] | None = None
    found: set[int] = set()
    for call in calls:
        for function, owner in by_name.get(_last(call.func), ()):
            if function.lineno not in found:
                same = _same_things(nodes) if same is None else same
                if _is_given_two_names(call, function, owner, same):
                    found.add(function.lineno)
    return frozenset(found)


def _definitions(nodes: Sequence[ast.AST]) -> Iterator[tuple[str, _Called]]:
    """All functions by the name that calls them: a constructor by that of its class."""
    methods: set[ast.AST] = set()
    for node in nodes:
        if isinstance(node, ast.ClassDef):
            for each in node.body:
                if isinstance(each, _DEFINITIONS):
                    methods.add(each)
                    yield node.name if each.name == "__init__" else each.name, (each, node)
        elif isinstance(node, _DEFINITIONS) and node not in methods:
            yield node.name, (node, None)


def _same_things(nodes: Sequence[ast.AST]) -> dict[str, set[str]]:
    """All names of what an assignment says to have several: ``same = net``."""
    groups: dict[str, set[str]] = {}
    for each in nodes:
        if isinstance(each, ast.Assign):
            for target in each.targets:
                for one, other in _pairs(target, each.value):
                    whole = groups.get(one, {one}) | groups.get(other, {other})
                    groups.update(dict.fromkeys(whole, whole))
    return groups


def _pairs(target: ast.expr, value: ast.expr) -> Iterator[tuple[str, str]]:
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
        for one, other in zip(target.elts, value.elts, strict=False):
            yield from _pairs(one, other)
    elif _dotted(target) and _dotted(value):
        yield _dotted(target), _dotted(value)


def _is_given_two_names(
    call: ast.Call, function: Definition, owner: ast.ClassDef | None, same: dict[str, set[str]]
) -> bool:
    """Whether a call gives a parameter what the function reads by another name as well."""
    parameters = [each.arg for each in (*function.args.posonlyargs, *function.args.args)]
    if owner is not None and not _is_static(function):
        parameters = parameters[1:]
    given = [*zip(parameters, call.args, strict=False)]
    given += [(each.arg, each.value) for each in call.keywords if each.arg is not None]
    names = [(name, _dotted(value)) for name, value in given]
    wanted = {
        each
        for name, text in names
        if text
        for each in same.get(text, {text}) - _kept_as(function, name)
        if each.partition(".")[0] != name
    }
    if not wanted:
        return False
    bodies = [function]
    if owner is not None and function.name == "__init__":  # what it keeps, other methods use
        bodies = [each for each in owner.body if isinstance(each, _DEFINITIONS)]
    return any(not wanted.isdisjoint(_read_from_outside(each)) for each in bodies)


def _kept_as(function: Definition, name: str) -> set[str]:
    """Where a function itself keeps what a parameter is given: ``self.net = net``."""
    return {target for target, value in _assigned(function) if value == name}


@functools.lru_cache(maxsize=64)
def _assigned(function: Definition) -> list[tuple[str, str]]:
    """What a function assigns to what, where both are names."""
    assigned = [each for each in ast.walk(function) if isinstance(each, ast.Assign)]
    return [pair for each in assigned for at in each.targets for pair in _pairs(at, each.value)]


@functools.lru_cache(maxsize=64)
def _read_from_outside(function: Definition) -> set[str]:
    """What a function reads that it does not bind itself, as it is written."""
    own = {each.arg for each in ast.walk(function.args) if isinstance(each, ast.arg)} - {"self"}
    read: set[str] = set()
    for each in ast.walk(function):
        if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store):
            own.add(each.id)
        elif isinstance(each, (ast.Name, ast.Attribute)) and isinstance(each.ctx, ast.Load):
            read.add(_dotted(each))
    return {each for each in read if each.partition(".")[0] not in own}


def _is_static(function: Definition) -> bool:
    return any(_last(each) == "staticmethod" for each in function.decorator_list)


def _last(node: ast.expr) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def _dotted(node: ast.expr) -> str:
    """A variable, or an attribute of one, as it is written; "" for anything else."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    return ".".join([node.id, *reversed(parts)]) if isinstance(node, ast.Name) else ""
