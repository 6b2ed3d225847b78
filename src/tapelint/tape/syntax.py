"""Small questions about syntax.

They are asked of many nodes, by ``type(node) is``: libcst's classes are abstract base classes, for
which ``isinstance`` is slow where it is false.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from tapelint.source import tree
from tapelint.source.tree import children, walk
from tapelint.torch_api.families import families


def dotted_name(node: tree.Node | None) -> str:
    """``a.b.c`` for a name, an attribute, and for a call or subscript of one; else ""."""
    parts: list[str] = []
    while True:
        kind = type(node)
        if kind is tree.Attribute:
            parts.append(node.attr.value)  # type: ignore[union-attr]
            node = node.value  # type: ignore[union-attr]
        elif kind is tree.Call:
            node = node.func  # type: ignore[union-attr]
        elif kind is tree.Subscript:
            node = node.value  # type: ignore[union-attr]
        else:
            break
    if isinstance(node, tree.Name):
        parts.append(node.value)
    return ".".join(reversed(parts))


def is_name(name: str, node: tree.Node | None) -> bool:
    """Whether a node is a variable of that name."""
    return isinstance(node, tree.Name) and node.value == name


def last_part(node: tree.Node | None) -> str:
    """The last part of the :func:`dotted_name`: ``c`` for ``a.b.c[0]`` and ``a.b.c()``, too."""
    return dotted_name(node).rpartition(".")[2]


def called_name(node: tree.BaseExpression, otherwise: str) -> str:
    """The last name of what is called, which may be the project's own; ``otherwise`` for none."""
    called = node.func if isinstance(node, tree.Call) else None
    name = called.attr if isinstance(called, tree.Attribute) else called
    if isinstance(name, tree.Name) and not name.value.startswith("__"):
        return name.value
    return otherwise


def receiver(call: tree.Call) -> tree.BaseExpression:
    """``x`` of ``x.method(...)``; what is called, where it is no method."""
    return call.func.value if isinstance(call.func, tree.Attribute) else call.func


def small_integer(node: tree.Node) -> int | None:
    """What a literal says, if it is a whole number that a counter may reach."""
    if not isinstance(node, tree.Integer) or len(node.value) > _MOST_DIGITS:
        return None
    return int(node.value, 0)


_MOST_DIGITS = 15


def without_not(test: tree.BaseExpression) -> tuple[bool, tree.BaseExpression]:
    """A test without the ``not`` in front of it, and whether it is negated."""
    is_negated = False
    while isinstance(test, tree.UnaryOperation) and isinstance(test.operator, tree.Not):
        is_negated, test = not is_negated, test.expression
    return is_negated, test


CONSTANTS = {"None": None, "True": True, "False": False}
"""Names that always mean the same, and what they mean."""
SWITCHES = families().switches
"""The names by which code switches autograd's recording."""


def mentions(root: tree.Node, names: frozenset[str]) -> bool:
    """Whether one of these names stands anywhere in a piece of code."""
    return root.may_hold(*names) and any(
        type(node) is tree.Name and node.value in names for node in walk(root)
    )


def creates_graphs(root: tree.Node) -> bool:
    """Whether ``create_graph`` is asked for anywhere in a piece of code."""
    return root.may_hold("create_graph") and any(
        type(node) is tree.Arg
        and node.keyword is not None
        and node.keyword.value == "create_graph"
        and not (isinstance(node.value, tree.Name) and node.value.value == "False")
        for node in walk(root)
    )


_SWITCHED = families().words_of_gradients | {"requires_grad", "data"}


def changes_in_place(root: tree.Node) -> bool:
    """Whether a piece of code may change a tensor: ``x.add_(1)``, ``relu(x, inplace=True)``."""
    return any(
        _is_name_of_change(node.attr.value)
        if type(node) is tree.Attribute
        else type(node) is tree.Arg and node.keyword and node.keyword.value == "inplace"
        for node in walk(root)
    )


def _is_name_of_change(name: str) -> bool:
    return name.endswith("_") and not name.startswith("_")


def acts_late(function: tree.FunctionDef | tree.Lambda) -> bool:
    """Whether a function is a generator that changes tensors, or what autograd makes of them.

    When it does so is up to whoever asks for the next value: the body of a ``@contextmanager``
    goes on when the ``with`` has ended.
    """
    if not function.may_hold("yield"):
        return False
    return any(type(node) is tree.Yield for node in walk(function.body)) and any(
        type(node) is tree.Attribute
        and (_is_name_of_change(node.attr.value) or node.attr.value in _SWITCHED)
        for node in walk(function.body)
    )


BINDS = frozenset(
    {tree.AssignTarget, tree.AugAssign, tree.AnnAssign, tree.For, tree.CompFor, tree.NamedExpr}
)
"""The nodes that bind the names of their ``target``."""


def names_bound(target: tree.Node) -> set[str]:
    """The names that a target binds: none for ``x[i]`` and ``x.a``."""
    if isinstance(target, (tree.Tuple, tree.List)):
        return {name for each in target.elements for name in names_bound(each.value)}
    return {target.value} if isinstance(target, tree.Name) else set()


def variables_in(root: tree.Node) -> set[str]:
    """The variables that stand in a piece of code, without attributes and keywords."""
    found: set[str] = set()
    pending = [root]
    while pending:
        node = pending.pop()
        if type(node) is tree.Name:
            found.add(node.value)
        elif type(node) is tree.Attribute or type(node) is tree.Arg:
            pending.append(node.value)
        else:
            pending += children(node)
    return found


def _targets_in(root: tree.Node) -> Iterator[tree.Node]:
    """The targets of assignments and loops in a piece of code, and the names behind ``as``."""
    for node in walk(root):
        if type(node) in BINDS:
            yield node.target  # type: ignore[attr-defined]
        elif type(node) is tree.AsName:
            yield node.name


def bound_in(root: tree.Node) -> frozenset[str]:
    """The names that a piece of code binds anywhere: by assignments, imports, definitions."""
    found: set[str] = set()
    for target in _targets_in(root):
        found |= names_bound(target)
    for node in walk(root):
        kind = type(node)
        if kind is tree.ImportAlias:
            alias = node.asname.name if node.asname is not None else node.name  # type: ignore[attr-defined]
            found.add(dotted_name(alias).split(".")[0])
        elif kind in {tree.FunctionDef, tree.ClassDef, tree.Param}:
            found.add(node.name.value)  # type: ignore[attr-defined]
    return frozenset(found)


def assigned_in(root: tree.Node) -> dict[str, list[tree.Node]]:
    """The targets of assignments in a piece of code, by their dotted names."""
    found: dict[str, list[tree.Node]] = {}
    for node in walk(root):
        if type(node) is tree.AssignTarget:
            found.setdefault(dotted_name(node.target), []).append(node.target)
    return found


def assigned_pairs(
    target: tree.BaseExpression, value: tree.BaseExpression
) -> Iterator[tuple[tree.BaseExpression, tree.BaseExpression]]:
    """Each name that is assigned to, with what it is given."""
    if not isinstance(target, tree.Tuple):
        yield target, value
    elif isinstance(value, tree.Tuple) and len(value.elements) == len(target.elements):
        for one, other in zip(target.elements, value.elements, strict=True):
            yield one.value, other.value
    else:
        for one in target.elements:
            yield one.value, value


def returns_only(function: tree.FunctionDef | tree.Lambda, name: str) -> bool:
    """Whether all that a function returns is a parameter, which its body never binds anew."""
    returned = [node.value for node in walk(function.body) if type(node) is tree.Return]
    return (
        bool(returned)
        and all(type(each) is tree.Name and each.value == name for each in returned)
        and name in given_to(function)
        and not any(type(node) is tree.FunctionDef for node in walk(function.body))
    )


def rebound_in(root: tree.Node) -> frozenset[str]:
    """The names that functions bind outside of themselves: ``global`` and ``nonlocal``."""
    if not root.may_hold("global", "nonlocal"):
        return frozenset()
    return frozenset(
        item.name.value
        for node in walk(root)
        if isinstance(node, (tree.Global, tree.Nonlocal))
        for item in node.names
    )


def given_to(function: tree.FunctionDef | tree.Lambda) -> frozenset[str]:
    """The parameters of a function that its body never binds anew, nor an item of theirs."""
    given = {each.name.value for each in walk(function.params) if type(each) is tree.Param}
    for target in _targets_in(function.body):
        given -= variables_in(target)
    given -= {node.name.value for node in walk(function.body) if type(node) is tree.FunctionDef}
    return frozenset(given)


def settings_of(module: tree.Module) -> frozenset[str]:
    """The names that a file binds once, to a constant, at its top level: ``EPOCHS = 10``.

    Whoever runs the file sets them, so that what they say now decides nothing.
    """
    bound: dict[str, int] = {}
    constants: set[str] = set()
    for line in module.body:
        for statement in line.body if isinstance(line, tree.SimpleStatementLine) else ():
            if isinstance(statement, tree.Assign) and isinstance(statement.value, _CONSTANTS):
                constants.update(
                    each.target.value
                    for each in statement.targets
                    if isinstance(each.target, tree.Name)
                )
    for node in walk(module) if constants else ():
        if type(node) in BINDS and type(node) is not tree.CompFor:  # that one binds its own
            for name in names_bound(node.target):  # type: ignore[attr-defined]
                bound[name] = bound.get(name, 0) + 1
    return frozenset(name for name in constants if bound.get(name) == 1)


_CONSTANTS = (tree.Integer, tree.Float, tree.SimpleString, tree.UnaryOperation)


def attributes_of(root: tree.Node) -> dict[str, frozenset[str]]:
    """For each variable, the attributes of it that a piece of code reads, methods included."""
    found: dict[str, set[str]] = {}
    for node in walk(root):
        if type(node) is tree.Attribute and type(node.value) is tree.Name:
            found.setdefault(node.value.value, set()).add(node.attr.value)
    return {name: frozenset(attributes) for name, attributes in found.items()}


def switches_own_gradient(definition: tree.ClassDef) -> bool:
    """Whether a class sets a ``requires_grad`` of its own: it is a tensor, and not torch's."""
    for node in walk(definition.body) if definition.may_hold("requires_grad") else ():
        target = node.target if type(node) in {tree.AssignTarget, tree.AnnAssign} else None  # type: ignore[attr-defined]
        if isinstance(target, tree.Attribute) and target.attr.value == "requires_grad":
            if isinstance(target.value, tree.Name) and target.value.value == "self":
                return True
        elif isinstance(target, tree.Name) and target.value == "requires_grad":
            return True
    return False


_GO_OVER = frozenset({"len", "enumerate", "zip", "reversed", "list", "tuple", "sorted", "map"})
_OF_SEQUENCES = frozenset(
    {"append", "extend", "insert", "pop", "items", "keys", "values", "get", "update"}
)
_SEQUENCES = frozenset({"list", "tuple", "dict", "List", "Tuple", "Sequence", "Mapping"})


def is_used_as_sequence(root: tree.Node, name: str) -> bool:
    """Whether a piece of code uses a variable as a list, tuple or dict, and not as a tensor.

    It is measured with ``len``, gone over, unpacked, joined by ``torch.cat``, or its items are
    given one by one to layers: ``self.lateral(features[0])``.
    """
    is_it = partial(is_name, name)
    return any(_is_use_of_sequence(node, is_it) for node in walk(root))


def _is_use_of_sequence(node: tree.Node, is_it: Callable[[tree.Node | None], bool]) -> bool:
    kind = type(node)
    if kind is tree.For or kind is tree.CompFor:
        return is_it(node.iter)  # type: ignore[attr-defined]
    if kind is tree.Assign:
        targets = [each.target for each in node.targets]  # type: ignore[attr-defined]
        return is_it(node.value) and any(isinstance(each, tree.Tuple) for each in targets)  # type: ignore[attr-defined]
    if kind is tree.StarredElement:
        return is_it(node.value)  # type: ignore[attr-defined]
    if kind is tree.Attribute:
        return is_it(node.value) and node.attr.value in _OF_SEQUENCES  # type: ignore[attr-defined]
    if kind is tree.Subscript:
        return is_it(node.value) and isinstance(_index(node), tree.SimpleString)  # type: ignore[attr-defined, arg-type]
    return isinstance(node, tree.Call) and _is_call_with_sequence(node, is_it)


def _is_call_with_sequence(call: tree.Call, is_it: Callable[[tree.Node | None], bool]) -> bool:
    function = dotted_name(call.func)
    last = function.rsplit(".", 1)[-1]
    given = [each.value for each in call.args]
    first = given[0] if given else None
    if any(each.star == "*" and is_it(each.value) for each in call.args):
        return True
    if last in families().joins or function == "len":
        return is_it(first)
    if function in _GO_OVER:
        return any(map(is_it, given))
    if function == "isinstance" and is_it(first) and len(given) == 2:
        return any(type(each) is tree.Name and each.value in _SEQUENCES for each in walk(given[1]))
    if not function.startswith("self."):
        return False
    return any(
        isinstance(each, tree.Subscript) and is_it(each.value) and _is_one_item(_index(each))
        for each in given
    )


def _index(node: tree.Subscript) -> tree.BaseExpression | None:
    """The index of ``x[index]``; ``None`` for slices and several indices."""
    part = node.slice[0].slice if len(node.slice) == 1 else None
    return part.value if isinstance(part, tree.Index) else None


def _is_one_item(index: tree.BaseExpression | None) -> bool:
    """Whether an index is a number or a counter, and not ``None``, ``...`` or a mask."""
    if isinstance(index, tree.UnaryOperation):
        index = index.expression
    if isinstance(index, tree.BinaryOperation):
        index = index.left
    return isinstance(index, tree.Integer) or (
        isinstance(index, tree.Name) and index.value not in {"None", "mask"}
    )


def holds_in_last_round(test: tree.BaseExpression) -> bool | None:
    """Whether a test holds in a loop's last round, and in no other: ``i == self.num_layers - 1``.

    ``False`` where it holds in all rounds but the last, ``None`` where it asks for something else.
    """
    is_negated, test = without_not(test)
    if not isinstance(test, tree.Comparison) or len(test.comparisons) != 1:
        return None
    (target,) = test.comparisons
    if not isinstance(test.left, tree.Name) or not _is_one_less(target.comparator):
        return None
    if isinstance(target.operator, (tree.LessThan, tree.NotEqual)):
        return is_negated
    if isinstance(target.operator, (tree.Equal, tree.GreaterThanEqual)):
        return not is_negated
    return None


def _is_one_less(node: tree.BaseExpression) -> bool:
    """``n - 1``."""
    return (
        isinstance(node, tree.BinaryOperation)
        and isinstance(node.operator, tree.Subtract)
        and isinstance(node.right, tree.Integer)
        and node.right.value == "1"
    )
