"""Names that can be given another tensor instead of a change of the one that they have."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from tapelint.editing.tree import Tree

OPERATORS = {
    cst.AddAssign: "+",
    cst.SubtractAssign: "-",
    cst.MultiplyAssign: "*",
    cst.DivideAssign: "/",
    cst.PowerAssign: "**",
    cst.FloorDivideAssign: "//",
    cst.ModuloAssign: "%",
    cst.BitAndAssign: "&",
    cst.BitOrAssign: "|",
    cst.BitXorAssign: "^",
}
"""The operator that each augmented assignment is built on."""
_ALIASES = frozenset({"detach", "view_as", "data"})
_LOOPS = (cst.For, cst.While)
_SCOPES = (cst.FunctionDef, cst.ClassDef, cst.Lambda)


def statement_of(tree: Tree, node: cst.CSTNode) -> cst.BaseSmallStatement | None:
    """The statement that a node lies in, where it has a line of its own."""
    line = tree.line(node)
    return line.body[0] if line is not None and len(line.body) == 1 else None


def is_rebindable(tree: Tree, name: cst.Name) -> bool:
    """Whether a name may be given another tensor where it stands.

    Not where somebody else may hold the tensor and look for the change: a part of a container,
    an attribute, an alias, or the argument of a function that does not hand it back.
    """
    scope = _scope(tree, name)
    if isinstance(scope, (cst.ClassDef, cst.Lambda)):
        return False
    within = list(_own(tree, scope))
    for node in within:
        if isinstance(node, (cst.Global, cst.Nonlocal)):
            return False
        if isinstance(node, (cst.For, cst.CompFor, cst.AsName, cst.NamedExpr)) and _holds(
            tree, node.name if isinstance(node, cst.AsName) else node.target, name
        ):
            return False
    values = [
        node.value
        for node in within
        if isinstance(node, (cst.Assign, cst.AnnAssign))
        and any(_holds(tree, target, name) for target in _targets(node))
    ]
    if any(value is not None and _is_held_elsewhere(value) for value in values):
        return False
    if not isinstance(scope, cst.FunctionDef):
        return True
    if any(
        isinstance(each, cst.Param) and each.name.value == name.value
        for each in tree.below(scope.params)
    ):
        return scope.name.value == "forward" or any(
            isinstance(node, cst.Return)
            and node.value is not None
            and _holds(tree, node.value, name)
            for node in within
        )
    return bool(values)


def is_last_use(tree: Tree, name: cst.Name, statement: cst.CSTNode) -> bool:
    """Whether nothing asks for a name after a statement."""
    for each in tree.above(statement):
        if isinstance(each, _SCOPES):
            break
        if isinstance(each, _LOOPS):
            return False
    inside = set(map(id, tree.below(statement)))
    is_behind = False
    for node in _in_order(tree, _scope(tree, name)):
        if id(node) in inside:
            is_behind = True
        elif is_behind and isinstance(node, cst.Name) and node.value == name.value:
            return False
    return True


def _scope(tree: Tree, node: cst.CSTNode) -> cst.CSTNode:
    found = next((each for each in tree.above(node) if isinstance(each, _SCOPES)), None)
    return tree.module if found is None else found


def _own(tree: Tree, scope: cst.CSTNode) -> Iterator[cst.CSTNode]:
    """What lies in a scope and in no scope within it."""
    return (node for node in tree.below(scope) if node is scope or _scope(tree, node) is scope)


def _in_order(tree: Tree, scope: cst.CSTNode) -> Iterator[cst.CSTNode]:
    inside = set(map(id, tree.below(scope)))
    return (node for node in tree.nodes if id(node) in inside)


def _targets(node: cst.Assign | cst.AnnAssign) -> list[cst.BaseExpression]:
    if isinstance(node, cst.AnnAssign):
        return [node.target]
    return [each.target for each in node.targets]


def _holds(tree: Tree, expression: cst.CSTNode, name: cst.Name) -> bool:
    """Whether a name stands in an expression, or in a target as what is bound."""
    return any(
        isinstance(each, cst.Name)
        and each.value == name.value
        and not isinstance(tree.parents.get(each), (cst.Attribute, cst.Subscript))
        for each in tree.below(expression)
    )


def _is_held_elsewhere(value: cst.BaseExpression) -> bool:
    if isinstance(value, (cst.Attribute, cst.Subscript)):
        return True
    function = value.func if isinstance(value, cst.Call) else None
    return isinstance(function, cst.Attribute) and function.attr.value in _ALIASES
