"""Which loops and functions evaluate, told by their names and by what is written in them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import PurePath
from typing import Final, NamedTuple

from tapelint.torch_api.evaluation_names import (
    evaluates,
    is_at_random,
    leaves_modes,
    names_evaluated,
    needs_graph,
    trains_by,
)
from tapelint.torch_api.families import families
from tapelint.torch_api.names import says_training

_FUNCTIONS: Final = (ast.FunctionDef, ast.AsyncFunctionDef)
_LOOPS: Final = (ast.For, ast.AsyncFor)


class Scope(NamedTuple):
    """A loop or a function that evaluates, or a single call.

    Attributes:
        node: It.
        is_in_mind: Whether somebody has thought of the mode: dropout is wanted, or a ``train()``
            is written.
        inside: All nodes in it.
        around: For a single call, the function or the file that it stands in; else it.
    """

    node: ast.AST
    is_in_mind: bool
    inside: frozenset[ast.AST]
    around: ast.AST

    @property
    def kind(self) -> str:
        """What it is."""
        is_function = isinstance(self.node, _FUNCTIONS)
        return "function" if is_function else "loop" if isinstance(self.node, _LOOPS) else "call"


class Scopes:
    """Finds the scopes that evaluate, for the code that is run."""

    def __init__(self) -> None:
        self._found: Final[dict[ast.AST, dict[ast.AST, Scope]]] = {}

    def of(self, call: ast.AST, code: ast.AST, file: str) -> Scope | None:
        """The scope that a call evaluates in; ``None`` for none.

        Args:
            call: The call.
            code: The function, or the file, in which it stands.
            file: The file's path.
        """
        if code not in self._found:
            self._found[code] = {} if _tests_units(file) else dict(_scopes(code))
        return self._found[code].get(call)


def _tests_units(file: str) -> bool:
    """Whether a file holds tests of code."""
    path = PurePath(file.replace("\\", "/"))
    is_test = path.name.startswith(("test_", "conftest")) or path.stem.endswith("_test")
    return is_test or not {"tests", "unittests", "unit_tests"}.isdisjoint(path.parts[:-1])


def _scopes(code: ast.AST) -> Iterator[tuple[ast.AST, Scope]]:
    """The calls in the scopes of one code, those of functions in it left out."""
    function = code if isinstance(code, _FUNCTIONS) else None
    first = None
    if function is not None and not trains(function):
        given = function.args
        parameters = (*given.posonlyargs, *given.args, *given.kwonlyargs)
        if evaluates(function.name, (each.arg for each in parameters)):
            first = _scope(function, function)
    pending: list[tuple[ast.AST, Scope | None]] = [
        (each, first) for each in ast.iter_child_nodes(code)
    ]
    while pending:
        node, scope = pending.pop()
        if isinstance(node, (*_FUNCTIONS, ast.ClassDef)):
            continue
        if isinstance(node, (ast.With, ast.AsyncWith)) and not _is_known(node):
            continue
        if scope is None and isinstance(node, _LOOPS) and _is_over_evaluated(node):
            scope = None if trains(node) else _scope(node, function)
        if isinstance(node, ast.Call):
            if scope is not None:
                yield node, scope
            elif _is_given_evaluated(node) and not trains(node):
                yield node, _scope(node, function)._replace(around=code)
        pending += ((each, scope) for each in ast.iter_child_nodes(node))


def _scope(node: ast.AST, function: ast.AST | None) -> Scope:
    around = node if function is None or trains(function) else function
    is_in_mind = is_at_random(_names(around)) or _switches_to_training(around)
    return Scope(node, is_in_mind, frozenset(ast.walk(node)), node)


def _is_over_evaluated(loop: ast.For | ast.AsyncFor) -> bool:
    """Whether what a loop goes over is named as what a network is evaluated on."""
    named = [each.lower() for each in _names(loop.iter)]
    if any("train" in each for each in named):
        return False
    return any(names_evaluated(each) for each in named)


def _is_given_evaluated(call: ast.Call) -> bool:
    """Whether what a call is given is named as what a network is evaluated on: ``net(x_val)``."""
    first = call.args[0] if call.args else None
    while isinstance(first, (ast.Subscript, ast.Attribute)):
        first = first.value
    return isinstance(first, ast.Name) and names_evaluated(first.id) and "train" not in first.id


def trains(node: ast.AST) -> bool:
    """Whether what is written in a node trains, or needs a graph for something else."""
    if any(map(needs_graph, _names(node))):
        return True
    called = (each.func for each in ast.walk(node) if isinstance(each, ast.Call))
    return any(trains_by(_last(each), is_method=isinstance(each, ast.Attribute)) for each in called)


def _names(node: ast.AST) -> Iterator[str]:
    """All names, attributes, keywords and short texts in a node."""
    for each in ast.walk(node):
        if isinstance(each, ast.Name):
            yield each.id
        elif isinstance(each, ast.Attribute):
            yield each.attr
        elif isinstance(each, ast.keyword) and not _says_no(each.value):
            yield each.arg or ""
        elif isinstance(each, _FUNCTIONS):
            yield each.name
        elif isinstance(each, ast.Subscript) and isinstance(each.slice, ast.Constant):
            yield str(each.slice.value)


def _says_no(value: ast.expr) -> bool:
    """Whether something is switched off: ``requires_grad=False``."""
    return isinstance(value, ast.Constant) and value.value is False


def _last(function: ast.expr) -> str:
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def _is_known(node: ast.With | ast.AsyncWith) -> bool:
    """Whether it is known of all contexts that they switch no network."""
    contexts = (each.context_expr for each in node.items)
    return all(leaves_modes(_last(getattr(each, "func", each))) for each in contexts)


def _switches_to_training(node: ast.AST) -> bool:
    return any(isinstance(each, ast.Attribute) and each.attr == "train" for each in ast.walk(node))


def detaches(call: ast.AST, around: ast.AST) -> bool:
    """Whether what a call gives is detached around it: at once, or by its name."""
    several = list(ast.walk(around))
    named = {
        name.id
        for each in several
        if isinstance(each, ast.Assign) and any(one is call for one in ast.walk(each.value))
        for target in each.targets
        for name in ast.walk(target)
        if isinstance(name, ast.Name)
    }
    return any(
        isinstance(each, ast.Attribute)
        and each.attr in {"detach", "detach_"}
        and any(
            one is call or (isinstance(one, ast.Name) and one.id in named)
            for one in ast.walk(each.value)
        )
        for each in several
    )


@cache
def drops_while_training(forward: ast.AST) -> bool:
    """Whether a ``forward`` has a dropout of its own: ``F.dropout(x, training=self.training)``."""
    return any(
        isinstance(each, ast.Call)
        and _last(each.func) in families().dropouts
        and any(
            isinstance(one, ast.Attribute) and says_training(ast.unparse(one))
            for one in (*each.args, *(given.value for given in each.keywords))
        )
        for each in ast.walk(forward)
    )
