"""Small questions about syntax.

They are asked of many nodes, by ``type(node) is``: libcst's classes are abstract base classes, for
which ``isinstance`` is slow where it is false.
"""

from __future__ import annotations

from collections.abc import Callable

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


def small_integer(node: cst.CSTNode) -> int | None:
    """What a literal says, if it is a whole number that a counter may reach."""
    if not isinstance(node, cst.Integer) or len(node.value) > _MOST_DIGITS:
        return None
    return int(node.value, 0)


_MOST_DIGITS = 15


def code_of(node: cst.BaseExpression) -> str:
    """An expression as text."""
    return cst.Module(()).code_for_node(node)


def without_not(test: cst.BaseExpression) -> tuple[bool, cst.BaseExpression]:
    """A test without the ``not`` in front of it, and whether it is negated."""
    is_negated = False
    while isinstance(test, cst.UnaryOperation) and isinstance(test.operator, cst.Not):
        is_negated, test = not is_negated, test.expression
    return is_negated, test


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


def bound_in(root: cst.CSTNode) -> frozenset[str]:
    """The names that a piece of code binds anywhere: by assignments, imports, definitions."""
    found: set[str] = set()
    for node in walk(root):
        kind = type(node)
        if kind is cst.ImportAlias:
            alias = node.asname.name if node.asname is not None else node.name  # type: ignore[attr-defined]
            found.add(dotted_name(alias).split(".")[0])
        elif kind in {cst.FunctionDef, cst.ClassDef, cst.Param}:
            found.add(node.name.value)  # type: ignore[attr-defined]
        elif kind in {cst.AssignTarget, cst.AnnAssign, cst.For, cst.CompFor, cst.NamedExpr}:
            found.update(each.value for each in walk(node.target) if type(each) is cst.Name)  # type: ignore[attr-defined]
        elif kind is cst.AsName:
            found.update(each.value for each in walk(node.name) if type(each) is cst.Name)  # type: ignore[attr-defined]
    return frozenset(found)


def given_to(function: cst.FunctionDef | cst.Lambda) -> frozenset[str]:
    """The parameters of a function that its body never binds anew."""
    given = {each.name.value for each in walk(function.params) if type(each) is cst.Param}
    for node in walk(function.body):
        kind = type(node)
        if kind in _BINDS:
            bound = node.target  # type: ignore[attr-defined]
        elif kind is cst.AsName or kind is cst.FunctionDef:
            bound = node.name  # type: ignore[attr-defined]
        else:
            continue
        given -= {each.value for each in walk(bound) if type(each) is cst.Name}
    return frozenset(given)


_BINDS = frozenset(
    {cst.AssignTarget, cst.AugAssign, cst.AnnAssign, cst.For, cst.CompFor, cst.NamedExpr}
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


def attributes_of(root: cst.CSTNode, name: str) -> frozenset[str]:
    """The attributes of a variable that a piece of code reads, methods included."""
    return frozenset(
        node.attr.value
        for node in walk(root)
        if type(node) is cst.Attribute
        and isinstance(node.value, cst.Name)
        and node.value.value == name
    )


def switches_own_gradient(definition: cst.ClassDef) -> bool:
    """Whether a class sets a ``requires_grad`` of its own: it is a tensor, and not torch's."""
    for node in walk(definition.body):
        target = node.target if type(node) in {cst.AssignTarget, cst.AnnAssign} else None  # type: ignore[attr-defined]
        if isinstance(target, cst.Attribute) and target.attr.value == "requires_grad":
            if isinstance(target.value, cst.Name) and target.value.value == "self":
                return True
        elif isinstance(target, cst.Name) and target.value == "requires_grad":
            return True
    return False


_JOINS = frozenset({"cat", "concat", "concatenate", "stack", "hstack", "vstack", "dstack"})
_GO_OVER = frozenset({"len", "enumerate", "zip", "reversed", "list", "tuple", "sorted", "map"})
_OF_SEQUENCES = frozenset(
    {"append", "extend", "insert", "pop", "items", "keys", "values", "get", "update"}
)
_SEQUENCES = frozenset({"list", "tuple", "dict", "List", "Tuple", "Sequence", "Mapping"})


def is_used_as_sequence(root: cst.CSTNode, name: str) -> bool:
    """Whether a piece of code uses a variable as a list, tuple or dict, and not as a tensor.

    It is measured with ``len``, gone over, unpacked, joined by ``torch.cat``, or its items are
    given one by one to layers: ``self.lateral(features[0])``.
    """

    def is_it(node: cst.CSTNode | None) -> bool:
        return isinstance(node, cst.Name) and node.value == name

    return any(_is_use_of_sequence(node, is_it) for node in walk(root))


def _is_use_of_sequence(node: cst.CSTNode, is_it: Callable[[cst.CSTNode | None], bool]) -> bool:
    kind = type(node)
    if kind is cst.For or kind is cst.CompFor:
        return is_it(node.iter)  # type: ignore[attr-defined]
    if kind is cst.Assign:
        targets = [each.target for each in node.targets]  # type: ignore[attr-defined]
        return is_it(node.value) and any(isinstance(each, cst.Tuple) for each in targets)  # type: ignore[attr-defined]
    if kind is cst.StarredElement:
        return is_it(node.value)  # type: ignore[attr-defined]
    if kind is cst.Attribute:
        return is_it(node.value) and node.attr.value in _OF_SEQUENCES  # type: ignore[attr-defined]
    if kind is cst.Subscript:
        return is_it(node.value) and isinstance(_index(node), cst.SimpleString)  # type: ignore[attr-defined, arg-type]
    return isinstance(node, cst.Call) and _is_call_with_sequence(node, is_it)


def _is_call_with_sequence(call: cst.Call, is_it: Callable[[cst.CSTNode | None], bool]) -> bool:
    function = dotted_name(call.func)
    last = function.rsplit(".", 1)[-1]
    given = [each.value for each in call.args]
    first = given[0] if given else None
    if any(each.star == "*" and is_it(each.value) for each in call.args):
        return True
    if last in _JOINS or function == "len":
        return is_it(first)
    if function in _GO_OVER:
        return any(map(is_it, given))
    if function == "isinstance" and is_it(first) and len(given) == 2:
        return any(type(each) is cst.Name and each.value in _SEQUENCES for each in walk(given[1]))
    if not function.startswith("self."):
        return False
    return any(
        isinstance(each, cst.Subscript) and is_it(each.value) and _is_one_item(_index(each))
        for each in given
    )


def _index(node: cst.Subscript) -> cst.BaseExpression | None:
    """The index of ``x[index]``; ``None`` for slices and several indices."""
    part = node.slice[0].slice if len(node.slice) == 1 else None
    return part.value if isinstance(part, cst.Index) else None


def _is_one_item(index: cst.BaseExpression | None) -> bool:
    """Whether an index is a number or a counter, and not ``None``, ``...`` or a mask."""
    if isinstance(index, cst.UnaryOperation):
        index = index.expression
    if isinstance(index, cst.BinaryOperation):
        index = index.left
    return isinstance(index, cst.Integer) or (
        isinstance(index, cst.Name) and index.value not in {"None", "mask"}
    )


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
