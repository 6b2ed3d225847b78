"""Changes in place that change no number the second time: a mask applied again, zeros set again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tapelint.source import tree
from tapelint.source.tree import walk
from tapelint.tape.domain.graph_nodes import Applied
from tapelint.tape.domain.terms import WriteForm
from tapelint.tape.domain.values import Number, Tensor, Unknown, Value
from tapelint.tape.machine.machine import Machine
from tapelint.tape.syntax import BINDS, last_part, names_bound, variables_in
from tapelint.torch_api.families import families
from tapelint.torch_api.names import is_mask

_DEEPEST = 4


def masks(operation: str, node: tree.Node) -> bool:
    """Whether a change multiplies by nothing but masks, as their names say."""
    expressions = _given(node)
    is_product = operation in families().products
    return is_product and bool(expressions) and all(map(_is_mask, expressions))


def applied(
    machine: Machine,
    node: tree.Node,
    target: tree.BaseExpression,
    operation: str,
    form: WriteForm,
    given: Sequence[Value],
) -> Applied | None:
    """What a change does that would do nothing a second time; ``None`` where it may do more.

    Args:
        machine: The machine.
        node: The change.
        target: The expression that is changed.
        operation: The method that changes it, without the ``_``; "" for an assignment to items.
        form: How it is spelled.
        given: What it is given.
    """
    is_product = operation in families().products
    expressions = _given(node)
    if is_product and not masks(operation, node):
        return None
    is_assignment = form is WriteForm.SUBSCRIPT
    if not is_product and not is_assignment and operation not in families().idempotent:
        return None
    indices = list(_indices(node if is_assignment else target))
    if not all(_lasts(machine, each) for each in indices):
        return None
    keys: list[object] = []
    for value in given:
        key = _key(machine, value, is_product)
        if key is None:
            return None
        keys.append(key)
    if Unknown in keys and not all(_lasts(machine, each) for each in expressions):
        return None
    last = given[-1] if given else None
    is_zeroing = is_product or (
        last.value == 0 if isinstance(last, Number) else not given and _forgets(operation)
    )
    return Applied(node, tuple(keys), is_zeroing, machine.era)


def _forgets(operation: str) -> bool:
    return operation in families().overwriting


def _key(machine: Machine, value: Value, is_product: bool) -> object:
    """What tells that the same is given again; ``None`` where nothing does."""
    if isinstance(value, Number):
        return ("number", value.value) if value.value is not None else None
    if isinstance(value, Tensor):
        record = machine.tensor_record(value)
        return ("memory", record.storage) if record is not None and is_product else None
    return Unknown if isinstance(value, Unknown) and is_product else None


def _given(node: tree.Node) -> list[tree.BaseExpression]:
    """The expressions that a change is given."""
    if isinstance(node, tree.Call):
        return [each.value for each in node.args]
    return [node.value] if isinstance(node, tree.AugAssign) else []


def _is_mask(expression: tree.BaseExpression) -> bool:
    while isinstance(expression, (tree.Subscript, tree.Call)):
        inner = expression.value if isinstance(expression, tree.Subscript) else expression.func
        if isinstance(expression, tree.Call) and isinstance(inner, tree.Attribute):
            inner = inner.value  # `mask.float()`
        expression = inner
    return is_mask(last_part(expression))


def _indices(target: tree.Node) -> Iterable[tree.Node]:
    """What stands in the brackets of what is changed."""
    while isinstance(target, (tree.Subscript, tree.Attribute, tree.Call)):
        if isinstance(target, tree.Subscript):
            yield from target.slice
        if isinstance(target, tree.Call):
            yield from target.args
            target = target.func
        else:
            target = target.value


def _lasts(machine: Machine, expression: tree.Node, depth: int = 0) -> bool:
    """Whether an expression says the same whenever it is evaluated on the same object.

    It is made of literals, attributes, and variables that the function sets once from such.
    """
    if depth > _DEEPEST:
        return False
    frame = machine.frame
    function = frame.unit.node if frame.unit is not None else None
    for name in variables_in(expression):
        if function is None:
            return False
        parameters = [each.name.value for each in walk(function.params) if type(each) is tree.Param]
        if name in parameters:
            if parameters[0] == name and frame.receiver is not None:
                continue
            return False
        set_by = _set_by(function.body, name)
        if set_by is None or not all(_lasts(machine, each, depth + 1) for each in set_by):
            return False
    return True


def _set_by(body: tree.Node, name: str) -> list[tree.BaseExpression] | None:
    """What a variable is set to, by plain assignments; ``None`` where it is bound otherwise."""
    found: list[tree.BaseExpression] = []
    for node in walk(body):
        if type(node) is tree.Assign:
            if any(name in names_bound(each.target) for each in node.targets):
                found.append(node.value)
            continue
        bound = node.target if type(node) in BINDS - {tree.AssignTarget} else None  # type: ignore[attr-defined]
        bound = node.name if type(node) is tree.AsName else bound
        if bound is not None and name in names_bound(bound):
            return None
    return found if len(found) < 2 else None
