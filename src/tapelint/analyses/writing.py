"""How a change in place is written, and what an operation is given, by Python's tree."""

from __future__ import annotations

import ast
from collections.abc import Container
from typing import Final, NamedTuple

from tapelint.core.autograd.graph import Change
from tapelint.core.code.operators import BINARY
from tapelint.source.python_forms import last_name
from tapelint.tape.domain.terms import WriteForm
from tapelint.torch_api.knowledge import knowledge
from tapelint.torch_api.operators import OPERATORS, by_operation

FORMS: Final = {
    "method": WriteForm.METHOD,
    "operator": WriteForm.AUGMENTED,
    "index": WriteForm.SUBSCRIPT,
    "out": WriteForm.OUT,
    "function": WriteForm.FUNCTION,
    "module": WriteForm.MODULE,
    "init": WriteForm.INIT,
    "step": WriteForm.STEP,
    "max_norm": WriteForm.RENORMALISATION,
    "data": WriteForm.ASSIGNMENT,
}


class Written(NamedTuple):
    """How a change is written.

    Attributes:
        target: The expression that is changed.
        operation: What changes it.
        form: The form of that.
        is_item: Whether the target's item is computed first, and put back.
    """

    target: ast.expr | None
    operation: str
    form: WriteForm
    is_item: bool = False


def spelled(change: Change, imports: Container[str]) -> Written:
    """How a change is written.

    Args:
        change: The change.
        imports: The names that imports bind in the file.
    """
    node, name, form = change.node, change.name, FORMS[change.form]
    if isinstance(node, ast.AugAssign):
        is_item = isinstance(node.target, ast.Subscript)
        target = node.target.value if isinstance(node.target, ast.Subscript) else node.target
        word = BINARY[type(node.op)]
        symbol = next(each.symbol for each in OPERATORS if each.function == word)
        return Written(target, f"{symbol}=", WriteForm.AUGMENTED, is_item)
    if form is WriteForm.ASSIGNMENT:
        return Written(node if isinstance(node, ast.expr) else None, ".data =", form)
    if isinstance(node, ast.Subscript):
        return Written(node.value, name, form)
    if not isinstance(node, ast.Call):
        return Written(None, name, form)
    function = node.func
    word = "max_norm" if form is WriteForm.RENORMALISATION else last_name(function)
    word = name if name in knowledge().init_functions else word
    first = node.args[0] if node.args else next((each.value for each in node.keywords), None)
    if form is WriteForm.OUT:
        out = [each.value for each in node.keywords if each.arg == "out"]
        return Written(out[0] if out else None, "out=", form)
    if form is WriteForm.AUGMENTED:
        return Written(
            function.value if isinstance(function, ast.Attribute) else first,
            f"{by_operation()[name.removesuffix('_')].symbol}=",
            form,
        )
    if form in (WriteForm.METHOD, WriteForm.INIT) and isinstance(function, ast.Attribute):
        if not _is_of_module(function, imports):
            return Written(function.value, word, form)
        is_of_class = isinstance(function.value, ast.Attribute)  # ``torch.Tensor.add_(x, 1)``
        is_plain = is_of_class or form is WriteForm.INIT
        return Written(first, word, form if is_plain else WriteForm.FUNCTION)
    return Written(first, name if form is WriteForm.MODULE else word, form)


def operands(node: ast.AST | None, imports: Container[str]) -> list[ast.expr]:
    """The expressions that an operation is given, in their order, with the object first."""
    if isinstance(node, ast.BinOp):
        return [node.left, node.right]
    if isinstance(node, ast.UnaryOp):
        return [node.operand]
    if isinstance(node, ast.AugAssign):
        return [node.target, node.value]
    if not isinstance(node, ast.Call):
        return []
    function = node.func
    if isinstance(function, ast.Attribute) and not _is_of_module(function, imports):
        return [function.value, *node.args]
    return node.args


def _is_of_module(function: ast.expr, imports: Container[str]) -> bool:
    """Whether a function is reached through a name that an import binds."""
    while isinstance(function, ast.Attribute):
        function = function.value
    return isinstance(function, ast.Name) and function.id in imports
