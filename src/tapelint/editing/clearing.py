"""Where the gradients of an optimiser can be cleared: right before the backward of its step."""

from __future__ import annotations

import libcst as cst

from tapelint.editing.rebinding import statement_of
from tapelint.editing.tree import Tree

_BINDS = (cst.AssignTarget, cst.AnnAssign, cst.AugAssign, cst.NamedExpr, cst.For, cst.AsName)


def optimiser_of(step: cst.CSTNode) -> cst.BaseExpression | None:
    """What steps in ``optimizer.step()`` or ``scaler.step(optimizer)``, where names say it."""
    if not isinstance(step, cst.Call) or not isinstance(step.func, cst.Attribute):
        return None
    found = step.func.value
    if step.args:
        first = step.args[0]
        if len(step.args) > 1 or first.star or first.keyword is not None:
            return None
        found = first.value
    return found if _named(found) is not None else None


def can_clear_before(tree: Tree, backward: cst.CSTNode, step: cst.CSTNode) -> bool:
    """Whether a line right before a backward can clear what a step behind it uses.

    Both stand in one block, so that whenever the one runs, the other does, and nothing between
    them gives the optimiser's name to another one.
    """
    optimiser = optimiser_of(step)
    statement, start, line = statement_of(tree, backward), tree.line(backward), tree.line(step)
    if optimiser is None or start is None or line is None or statement_of(tree, step) is None:
        return False
    if not isinstance(statement, cst.Expr) or statement.value is not backward:
        return False
    above: cst.CSTNode | None = line
    while above is not None and above is not start:
        above = tree.statement_above(above)
        if above is None or _binds(tree, above, _named(optimiser) or ""):
            return False
    return above is start and start is not line


def _named(expression: cst.BaseExpression) -> str | None:
    """The name that a chain of attributes begins with; ``None`` for anything else."""
    while isinstance(expression, cst.Attribute):
        expression = expression.value
    return expression.value if isinstance(expression, cst.Name) else None


def _binds(tree: Tree, statement: cst.CSTNode, name: str) -> bool:
    """Whether a statement may give a name, or an attribute of it, another value."""
    return any(
        isinstance(each, cst.Name) and each.value == name
        for binding in tree.below(statement)
        if isinstance(binding, _BINDS)
        for each in tree.below(binding.name if isinstance(binding, cst.AsName) else binding.target)
    )
