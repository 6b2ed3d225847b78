"""Which variables of a function carry a history: what layers compute does, a mask does not."""

from __future__ import annotations

import ast
from collections.abc import Iterator

_ENDS = frozenset(
    {
        "argmax", "argmin", "argsort", "bool", "detach", "detach_", "floor", "int", "item", "long",
        "multinomial", "no_grad", "numpy", "one_hot", "round", "sample", "sign", "tolist",
    }
)  # fmt: skip
"""Operations whose result has no history, whatever they are given."""
_FREEZES = "requires_grad"


def layers_of(owner: ast.ClassDef) -> frozenset[str]:
    """The attributes of ``self`` that a class makes by a call, and that are no methods of it."""
    made = {
        target.attr
        for node in ast.walk(owner)
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call)
        for target in node.targets
        if isinstance(target, ast.Attribute)
        and isinstance(target.value, ast.Name)
        and target.value.id == "self"
    }
    return frozenset(made) - {each.name for each in owner.body if isinstance(each, ast.FunctionDef)}


def has_history(expression: ast.expr, function: ast.AST, layers: frozenset[str]) -> bool:
    """Whether a layer computes an expression, or one of the variables that it is made of.

    Args:
        expression: The expression.
        function: The function that it stands in.
        layers: The attributes of ``self`` that are layers.
    """
    given: dict[str, list[ast.expr]] = {}
    for node in ast.walk(function):
        if isinstance(node, ast.Assign):
            for target in node.targets:
                for each in _names(target):
                    given.setdefault(each, []).append(node.value)
    pending, seen = [expression], set[str]()
    while pending:
        each = pending.pop()
        words = {_word(node) for node in ast.walk(each)}
        if not words.isdisjoint(_ENDS):
            continue
        if any(_calls_layer(node, layers) for node in ast.walk(each)):
            return True
        new = {node.id for node in ast.walk(each) if isinstance(node, ast.Name)} - seen
        seen |= new
        pending += [value for name in new for value in given.get(name, ())]
    return False


def is_one_tensor(name: str, function: ast.AST) -> bool:
    """Whether a variable is used as one tensor: no part of it is taken by a number or a name."""
    for node in ast.walk(function):
        if isinstance(node, ast.Subscript) and _is_name(node.value, name):
            if isinstance(node.slice, ast.Constant):
                return False
        if isinstance(node, ast.For | ast.comprehension) and _is_name(node.iter, name):
            return False
        if isinstance(node, ast.Assign) and _is_name(node.value, name):
            if any(isinstance(target, ast.Tuple | ast.List) for target in node.targets):
                return False
        if isinstance(node, ast.Starred) and _is_name(node.value, name):
            return False
    return True


def may_be_frozen(network: str, module: ast.Module) -> bool:
    """Whether some code switches ``requires_grad`` of a network's parameters."""
    for node in ast.walk(module):
        if isinstance(node, ast.For) and network in ast.unparse(node.iter):
            if any(_FREEZES in _word(each) for each in ast.walk(node)):
                return True
        if isinstance(node, ast.Call) and _FREEZES in _word(node.func):
            if network in ast.unparse(node):
                return True
    return False


def _calls_layer(node: ast.AST, layers: frozenset[str]) -> bool:
    function = node.func if isinstance(node, ast.Call) else None
    while isinstance(function, ast.Subscript):
        function = function.value
    return (
        isinstance(function, ast.Attribute)
        and _is_name(function.value, "self")
        and function.attr in layers
    )


def _word(node: ast.AST) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def _names(target: ast.AST) -> Iterator[str]:
    return (each.id for each in ast.walk(target) if isinstance(each, ast.Name))


def _is_name(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name
