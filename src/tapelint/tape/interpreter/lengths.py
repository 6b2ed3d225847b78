"""What `len(x)` is: a quantity of its own, as long as the function does not change `x` later."""

from __future__ import annotations

from tapelint.source import tree
from tapelint.source.tree import walk

_CHANGE = frozenset(
    {"append", "extend", "insert", "pop", "remove", "clear", "popleft", "appendleft", "add"}
)


def lasts(call: tree.Call, function: tree.Node) -> bool:
    """Whether what ``len(x)`` gives is the length of ``x`` until the function ends.

    It binds or changes ``x`` nowhere behind the call. Only of variables and attributes is it told.
    """
    if len(call.args) != 1 or call.args[0].star:
        return False
    measured, line = call.args[0].value, call.line
    if not isinstance(measured, (tree.Name, tree.Attribute)) or line is None:
        return False
    return not any(
        (node.line or line) >= line and any(map(measured.deep_equals, _changed(node)))
        for node in walk(function)
    )


def _changed(node: tree.Node) -> list[tree.Node]:
    """What a node binds or changes, if it is a statement or a call that does."""
    if isinstance(node, tree.Assign):
        return [each.target for each in node.targets]
    if isinstance(node, (tree.AugAssign, tree.AnnAssign, tree.For)):
        return [node.target]
    if isinstance(node, tree.Del):
        return [part for part in walk(node) if isinstance(part, (tree.Name, tree.Attribute))]
    if isinstance(node, tree.Call) and isinstance(node.func, tree.Attribute):
        return [node.func.value] if node.func.attr.value in _CHANGE else []
    return []
