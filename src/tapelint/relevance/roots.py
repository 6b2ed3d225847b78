"""The names that expressions start at."""

from __future__ import annotations

import ast

from tapelint.relevance.operations import ABOUT_TENSORS, savers

SELF = "self."


def called(call: ast.Call) -> str:
    """The last name of what is called."""
    function = call.func
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def root_of(expression: ast.expr) -> str | None:
    """The name that an expression starts at, ``self.name`` for an attribute of the receiver.

    >>> root_of(ast.parse("x.view(-1)[0]", mode="eval").body)
    'x'
    >>> root_of(ast.parse("self.weight.data", mode="eval").body)
    'self.weight'
    """
    attributes: list[str] = []
    while True:
        if isinstance(expression, ast.Attribute):
            attributes.append(expression.attr)
            expression = expression.value
        elif isinstance(expression, (ast.Subscript, ast.Starred)):
            expression = expression.value
        elif isinstance(expression, ast.Call):
            if not isinstance(expression.func, ast.Attribute):
                return None
            if isinstance(expression.func.value, ast.Name):
                if expression.func.value.id in {"self", "cls", *_LIBRARIES}:
                    return None
            attributes.clear()  # a method's result belongs to what the method is of
            expression = expression.func.value
        else:
            break
    if not isinstance(expression, ast.Name):
        return None
    while attributes and attributes[-1] in _SAME_MEMORY:
        attributes.pop()
    return f"{expression.id}.{attributes[-1]}" if attributes else expression.id


_LIBRARIES = frozenset({"torch", "F", "nn", "np", "numpy", "functional", "math"})
_SAME_MEMORY = frozenset({"data", "T", "mT", "H", "mH", "real", "imag"})


_MAKE_LEAVES = frozenset(
    {"Parameter", "parameters", "named_parameters", "requires_grad_", "Variable", "ParameterList"}
)


def may_be_leaf(expression: ast.expr) -> bool:
    """Whether an expression may give a leaf itself: it makes one, or reads one off an object."""
    pending = [expression]
    while pending:
        each = pending.pop()
        if isinstance(each, (ast.Subscript, ast.Starred, ast.NamedExpr)):
            pending.append(each.value)
        elif isinstance(each, ast.IfExp):
            pending += [each.body, each.orelse]
        elif isinstance(each, (ast.BoolOp, ast.List, ast.Tuple)):
            pending += each.values if isinstance(each, ast.BoolOp) else each.elts
        elif isinstance(each, ast.Attribute):
            if each.attr == "data":
                pending.append(each.value)
            elif each.attr not in ABOUT_TENSORS:
                is_of_receiver = isinstance(each.value, ast.Name) and each.value.id == "self"
                if not is_of_receiver:
                    return True
        elif isinstance(each, ast.Call):
            name = called(each)
            asks = any(keyword.arg == "requires_grad" for keyword in each.keywords)
            if asks or name in _MAKE_LEAVES:
                return True
            if isinstance(each.func, ast.Attribute) and name in savers()[2]:
                pending.append(each.func.value)
                pending += each.args[:1]
            elif name in savers()[2]:
                pending += each.args
    return False
