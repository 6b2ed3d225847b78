"""Statements that change a tensor: what may go under ``no_grad``, and how it is put there."""

from __future__ import annotations

import libcst as cst

from tapelint.editing.tree import Tree

METHODS = {
    cst.AddAssign: "add_",
    cst.SubtractAssign: "sub_",
    cst.MultiplyAssign: "mul_",
    cst.DivideAssign: "div_",
    cst.PowerAssign: "pow_",
    cst.FloorDivideAssign: "floor_divide_",
    cst.ModuloAssign: "remainder_",
    cst.BitAndAssign: "bitwise_and_",
    cst.BitOrAssign: "bitwise_or_",
    cst.BitXorAssign: "bitwise_xor_",
}
"""The method that an augmented assignment to a tensor calls."""
_HARMLESS_FUNCTIONS = frozenset(
    {"abs", "bool", "float", "int", "len", "list", "max", "min", "range", "slice", "sum", "tuple"}
)
_STOPS = (cst.Await, cst.Yield, cst.NamedExpr, cst.Lambda)


def chain(node: cst.BaseExpression) -> list[cst.BaseExpression]:
    """``a.b(x)[i].c`` and what it is built on, outermost first: attributes, calls, subscripts."""
    found = [node]
    while isinstance(node, (cst.Attribute, cst.Call, cst.Subscript)):
        node = node.func if isinstance(node, cst.Call) else node.value
        found.append(node)
    return found


def is_alone(tree: Tree, written: cst.CSTNode) -> bool:
    """Whether a change is all that its statement does: nobody gets the result of its call."""
    line = tree.line(written)
    if line is None:
        return False
    statement = next((each for each in line.body if tree.is_within(written, each)), None)
    if isinstance(statement, cst.Expr):
        return any(each is written for each in chain(statement.value))
    if isinstance(statement, cst.AugAssign):
        return statement is written
    if isinstance(statement, cst.Assign):
        return len(statement.targets) == 1 and statement.targets[0].target is written
    return False


def goes_through(tree: Tree, written: cst.CSTNode, read: cst.CSTNode) -> bool:
    """Whether a change is spelled through ``read``: by attributes and indices of it alone."""
    starts: list[cst.BaseExpression] = []
    if isinstance(written, cst.AugAssign):
        starts = [written.target]
    elif isinstance(written, cst.BaseExpression):
        starts = [written]
    if isinstance(written, cst.Call):
        starts += [argument.value for argument in written.args[:1] if not argument.star]
    return any(each is read for start in starts for each in chain(start))


def is_movable(line: cst.SimpleStatementLine, tree: Tree) -> bool:
    """Whether a line may go under ``no_grad`` as it stands.

    Not where it binds a name, waits, or calls what may record a history of its own: a function
    that is not torch's might run a whole forward, and what it leaves somewhere would be cut off.
    """
    if len(line.body) != 1:
        return False
    for node in tree.below(line.body[0]):
        if isinstance(node, _STOPS):
            return False
        if isinstance(node, cst.Call) and _may_record(node.func):
            return False
    return True


def _may_record(function: cst.BaseExpression) -> bool:
    if isinstance(function, cst.Name):
        known = function.value in _HARMLESS_FUNCTIONS or function.value.endswith("_")
        return not known
    if isinstance(function, cst.Attribute):
        if function.attr.value in {"backward", "step", "forward"}:
            return True
        return isinstance(function.value, cst.Name) and function.value.value in {"self", "cls"}
    return True
