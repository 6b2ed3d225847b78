"""Small questions about syntax.

They are asked of many nodes, by ``type(node) is``: libcst's classes are abstract base classes, for
which ``isinstance`` is slow where it is false.
"""

from __future__ import annotations

import libcst as cst

from tapelint.source.walking import walk


def dotted_name(node: cst.CSTNode | None) -> str:
    """``a.b.c`` for a name, an attribute, and for a call or subscript of one; else ""."""
    parts: list[str] = []
    while True:
        kind = type(node)
        if kind is cst.Attribute:
            parts.append(node.attr.value)  # type: ignore[union-attr]
            node = node.value  # type: ignore[union-attr]
        elif kind is cst.Call:
            node = node.func  # type: ignore[union-attr]
        elif kind is cst.Subscript:
            node = node.value  # type: ignore[union-attr]
        else:
            break
    if isinstance(node, cst.Name):
        parts.append(node.value)
    return ".".join(reversed(parts))


def called_name(node: cst.BaseExpression, otherwise: str) -> str:
    """The last name of what is called, which may be the project's own; ``otherwise`` for none."""
    called = node.func if isinstance(node, cst.Call) else None
    name = called.attr if isinstance(called, cst.Attribute) else called
    if isinstance(name, cst.Name) and not name.value.startswith("__"):
        return name.value
    return otherwise


def receiver(call: cst.Call) -> cst.BaseExpression:
    """``x`` of ``x.method(...)``; what is called, where it is no method."""
    return call.func.value if isinstance(call.func, cst.Attribute) else call.func


def code_of(node: cst.BaseExpression) -> str:
    """An expression as text."""
    return cst.Module(()).code_for_node(node)


SWITCHES = frozenset({"no_grad", "inference_mode", "set_grad_enabled", "enable_grad"})
"""The names by which code switches autograd's recording."""


def mentions(root: cst.CSTNode, names: frozenset[str]) -> bool:
    """Whether one of these names stands anywhere in a piece of code."""
    return any(type(node) is cst.Name and node.value in names for node in walk(root))


def creates_graphs(root: cst.CSTNode) -> bool:
    """Whether ``create_graph`` is asked for anywhere in a piece of code."""
    return any(
        type(node) is cst.Arg
        and node.keyword is not None
        and node.keyword.value == "create_graph"
        and not (isinstance(node.value, cst.Name) and node.value.value == "False")
        for node in walk(root)
    )


_SWITCHED = frozenset({"requires_grad", "data", "grad", "backward", "step"})


def changes_in_place(root: cst.CSTNode) -> bool:
    """Whether a piece of code may change a tensor: ``x.add_(1)``, ``relu(x, inplace=True)``."""
    return any(
        _is_name_of_change(node.attr.value)
        if type(node) is cst.Attribute
        else type(node) is cst.Arg and node.keyword and node.keyword.value == "inplace"
        for node in walk(root)
    )


def _is_name_of_change(name: str) -> bool:
    return name.endswith("_") and not name.startswith("_")


def acts_late(function: cst.FunctionDef | cst.Lambda) -> bool:
    """Whether a function is a generator that changes tensors, or what autograd makes of them.

    When it does so is up to whoever asks for the next value: the body of a ``@contextmanager``
    goes on when the ``with`` has ended.
    """
    return any(type(node) is cst.Yield for node in walk(function.body)) and any(
        type(node) is cst.Attribute
        and (_is_name_of_change(node.attr.value) or node.attr.value in _SWITCHED)
        for node in walk(function.body)
    )


def settings_of(module: cst.Module) -> frozenset[str]:
    """The names that a file binds once, to a constant, at its top level: ``EPOCHS = 10``.

    Whoever runs the file sets them, so that what they say now decides nothing.
    """
    bound: dict[str, int] = {}
    constants: set[str] = set()
    for line in module.body:
        for statement in line.body if isinstance(line, cst.SimpleStatementLine) else ():
            if isinstance(statement, cst.Assign) and isinstance(statement.value, _CONSTANTS):
                constants.update(
                    each.target.value
                    for each in statement.targets
                    if isinstance(each.target, cst.Name)
                )
    for node in walk(module) if constants else ():
        targets: list[cst.BaseExpression] = []
        if type(node) is cst.AssignTarget:
            targets = [node.target]
        elif type(node) in {cst.AugAssign, cst.AnnAssign, cst.For, cst.NamedExpr}:
            targets = [node.target]  # type: ignore[attr-defined]
        for target in targets:
            for inner in walk(target):
                if type(inner) is cst.Name:
                    bound[inner.value] = bound.get(inner.value, 0) + 1
    return frozenset(name for name in constants if bound.get(name) == 1)


_CONSTANTS = (cst.Integer, cst.Float, cst.SimpleString, cst.UnaryOperation)
_JOINS = frozenset({"cat", "concat", "concatenate", "stack", "hstack", "vstack", "dstack"})


def joins_items_of(root: cst.CSTNode, name: str) -> bool:
    """Whether ``torch.cat(name)`` or its like stands anywhere: then it is no tensor itself."""
    for node in walk(root):
        if type(node) is cst.Call and dotted_name(node.func).rsplit(".", 1)[-1] in _JOINS:
            first = node.args[0].value if node.args else None
            if isinstance(first, cst.Name) and first.value == name:
                return True
    return False


def asks_for_last_round(test: cst.BaseExpression) -> bool:
    """Whether a test holds in all rounds but the last: ``i < self.num_layers - 1``."""
    if not isinstance(test, cst.Comparison) or len(test.comparisons) != 1:
        return False
    (target,) = test.comparisons
    last = target.comparator
    return (
        isinstance(test.left, cst.Name)
        and isinstance(target.operator, (cst.LessThan, cst.NotEqual))
        and isinstance(last, cst.BinaryOperation)
        and isinstance(last.operator, cst.Subtract)
        and isinstance(last.right, cst.Integer)
        and last.right.value == "1"
    )
