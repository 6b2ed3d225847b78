"""Whether the user's own option decides if numbers keep their history, as the code is written.

What a call or a constant says of the option is no matter: who wrote the other branch knows of it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tapelint.source.python_tree import python_tree
from tapelint.torch_api.families import families

_IN_PLACE = "detach_"
_CUTS = families().switches | families().without_history | {_IN_PLACE}
_RETURNED = "return"
"""What a function returns, as a name that it assigns."""
_DEEPEST = 3
_Function = ast.FunctionDef | ast.AsyncFunctionDef


def decides_history(text: str, line: int, used: str, origin: str) -> bool:
    """Whether a branch, an expression or a switch cuts what another way leaves its history.

    Args:
        text: The text of the file.
        line: Where the numbers are used.
        used: The expression that is used there.
        origin: The expression that the history comes from: what it takes has none of it.
    """
    module, expression, made = python_tree(text), python_tree(used), python_tree(origin)
    if module is None or expression is None or made is None:
        return False
    functions = [each for each in ast.walk(module) if isinstance(each, _Function)]
    around = [each for each in functions if each.lineno <= line <= (each.end_lineno or 0)]
    body: ast.AST = max(around, key=lambda each: each.lineno, default=module)
    head, written = ast.unparse(made), ast.unparse(expression)
    names = _names(expression, head)
    if not written.isidentifier():
        names.update(
            name
            for each in ast.walk(body)
            for targets, value in _assigned(each)
            for name in targets
            if written in ast.unparse(value)
        )
    return _decides(body, names, functions, head, 0)


def _decides(
    body: ast.AST, used: set[str], functions: list[_Function], origin: str, depth: int
) -> bool:
    nodes = list(ast.walk(body))
    assigned = [(names, value) for each in nodes for names, value in _assigned(each)]
    names, before = set(used), -1
    while len(names) != before:
        before = len(names)
        for targets, value in assigned:
            names |= _names(value, origin) if targets & names else set()
    if any(_is_option(each, names, assigned) for each in nodes):
        return True
    called = {_last(each.func) for each in nodes if isinstance(each, ast.Call)}
    return depth < _DEEPEST and any(
        each.name in called & names and _decides(each, {_RETURNED}, functions, origin, depth + 1)
        for each in functions
        if each is not body
    )


def _is_option(node: ast.AST, names: set[str], assigned: list[tuple[set[str], ast.AST]]) -> bool:
    if isinstance(node, ast.IfExp):
        return _cuts(node.body, names) is not _cuts(node.orelse, names)
    if isinstance(node, ast.If):
        often = {
            target
            for targets, _ in assigned
            for target in targets
            if sum(target in others for others, _ in assigned) > 1
        }
        one, two = (
            any(_cuts_what_is_used(each, names, often) for part in side for each in ast.walk(part))
            for side in (node.body, node.orelse)
        )
        return one is not two
    return (
        isinstance(node, ast.With)
        and any(_switches(each.context_expr) for each in node.items)
        and any(targets & names for each in ast.walk(node) for targets, _ in _assigned(each))
    )


def _cuts_what_is_used(node: ast.AST, names: set[str], often: set[str]) -> bool:
    """Whether a statement of a branch cuts what is used, or is one of two that use it."""
    if isinstance(node, ast.Expr):
        called = node.value.func if isinstance(node.value, ast.Call) else None
        return isinstance(called, ast.Attribute) and called.attr == _IN_PLACE and _cuts(node, names)
    if isinstance(node, ast.With):
        is_cut = any(_names(each.context_expr) & _CUTS for each in node.items)
        return is_cut and any(
            targets & names for each in ast.walk(node) for targets, _ in _assigned(each)
        )
    return any(
        targets & (names | often) and _cuts(value, names) for targets, value in _assigned(node)
    )


def _cuts(node: ast.AST, names: set[str]) -> bool:
    """Whether an expression ends the history of one of these, or gives what does."""
    return any(
        isinstance(each, ast.Attribute)
        and each.attr in _CUTS
        and (_names(each.value) & (names | {"torch"}))
        for each in ast.walk(node)
    )


def _switches(context: ast.AST) -> bool:
    """``torch.set_grad_enabled(flag)``, where the flag is an option."""
    return (
        isinstance(context, ast.Call)
        and _last(context.func) in families().switches
        and any(not isinstance(each, ast.Constant) for each in context.args)
    )


def _assigned(node: ast.AST) -> Iterator[tuple[set[str], ast.AST]]:
    """What a statement assigns, and to which names."""
    if isinstance(node, ast.Return) and node.value is not None:
        yield {_RETURNED}, node.value
    elif isinstance(node, (ast.AnnAssign, ast.AugAssign, ast.NamedExpr)) and node.value:
        yield _names(node.target), node.value
    elif isinstance(node, ast.Assign):
        yield {name for target in node.targets for name in _names(target)}, node.value


def _names(node: ast.AST, less: str = "") -> set[str]:
    """The names and attributes that stand in an expression, less those of a part of it."""
    found: set[str] = set()
    pending = [node]
    while pending:
        each = pending.pop()
        if isinstance(each, (ast.Name, ast.Attribute)):
            found.add(_last(each))
        if not (less and isinstance(each, ast.Call) and ast.unparse(each) == less):
            pending += ast.iter_child_nodes(each)
    return found


def _last(node: ast.AST) -> str:
    return node.id if isinstance(node, ast.Name) else getattr(node, "attr", "")
