"""What each call of a function makes anew, and nobody keeps: read off the function's text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from tapelint.source import tree
from tapelint.source.spelling import code_of
from tapelint.source.tree import walk

_OF_TORCH = frozenset({"torch", "F", "nn", "functional"})
_TRAINING = frozenset({"grad", "backward", "optim", "autograd"})
"""What a function speaks of that trains a parameter of its own."""
Methods = Mapping[str, tree.Node]


def is_forgotten(function: tree.Node, called: tree.BaseExpression) -> bool:
    """Whether what a function calls is held by nobody: by no name, or one that is only called."""
    if isinstance(called, tree.Call):
        return True
    if not isinstance(called, tree.Name):
        return False
    uses = 0
    for node in walk(function):
        if type(node) is tree.Name and node.value == called.value:
            uses += 1
        elif type(node) is tree.Call and _is(node.func, called.value):
            uses -= 1
        elif type(node) is tree.Assign and len(node.targets) == 1:
            uses -= _is(node.targets[0].target, called.value)
    return uses == 0


def parameter_of(function: tree.Node, made: tree.Call) -> str | None:
    """The attribute that keeps a parameter; "" for none, ``None`` if others may get hold of it."""
    if any(type(each) is tree.Name and each.value in _TRAINING for each in walk(function)):
        return None
    for each in walk(function):
        if type(each) is tree.Assign and each.value is made and len(each.targets) == 1:
            target = each.targets[0].target
            if isinstance(target, tree.Name):
                return "" if _is_computed_with(function, target.value) else None
            is_own = isinstance(target, tree.Attribute) and _is(target.value, "self")
            return target.attr.value if is_own and isinstance(target, tree.Attribute) else None
    return "" if any(each is made for node in walk(function) for each in _operands(node)) else None


def _is_computed_with(function: tree.Node, name: str) -> bool:
    """Whether a variable is nothing but an operand, once it is assigned."""
    uses = 0
    for node in walk(function):
        if type(node) is tree.Name and node.value == name:
            uses += 1
        elif type(node) is tree.Assign and len(node.targets) == 1:
            uses -= _is(node.targets[0].target, name)
        uses -= sum(_is(each, name) for each in _operands(node))
    return uses == 0


def _operands(node: tree.Node) -> Iterator[tree.Node]:
    """What an operator, or a function of torch, computes with."""
    if type(node) is tree.BinaryOperation:
        yield from (node.left, node.right)
    elif type(node) is tree.Call and code_of(node.func).partition(".")[0] in _OF_TORCH:
        if not code_of(node.func).rpartition(".")[2][:1].isupper():
            yield from (each.value for each in node.args)


def is_made_anew(methods: Methods, forward: Iterable[str], name: str, *, is_called: bool) -> bool:
    """Whether each call of an object gives an attribute a new object, on every way.

    Args:
        methods: The methods of its class.
        forward: The names of those that a call runs.
        name: The attribute.
        is_called: Whether nothing else may be done with it than to call it.
    """
    uses = 0
    for each in (node for method in methods.values() for node in walk(method)):
        if type(each) is tree.Attribute:
            uses += _is_own(each, name) and is_called
            uses += _is_own(each.value, name)  # `self.layer.weight` may be given other weights
        elif type(each) is tree.Assign:
            uses -= is_called and any(_is_own(one.target, name) for one in each.targets)
        elif type(each) is tree.Call:
            uses -= is_called and _is_own(each.func, name)
    starts = [methods[each] for each in forward if each in methods]
    return not uses and any(_assigns(each, methods, name) for each in starts)


def _assigns(function: tree.Node, methods: Methods, name: str, depth: int = 0) -> bool:
    """Whether each call of a function assigns a new object to an attribute of ``self``."""
    known, pending = dict(methods), list(_statements(function))
    while pending:
        each = pending.pop(0)
        if isinstance(each, tree.FunctionDef):
            known[each.name.value] = each
        elif isinstance(each, (tree.With, tree.For)):
            pending[:0] = _statements(each)
        elif isinstance(each, tree.SimpleStatementLine):
            for one in each.body:
                if isinstance(one, tree.Assign) and _makes(one.value):
                    if any(_is_own(target.target, name) for target in one.targets):
                        return True
            calls = (code_of(one.func) for one in walk(each) if isinstance(one, tree.Call))
            helpers = [known.get(one.removeprefix("self.")) for one in calls]
            if depth == 0 and any(
                helper is not None and _assigns(helper, methods, name, 1) for helper in helpers
            ):
                return True
        elif any(isinstance(one, (tree.Return, tree.Raise)) for one in walk(each)):
            return False
    return False


def _statements(node: tree.Node) -> Sequence[tree.Node]:
    body = getattr(node, "body", None)
    found = getattr(body, "body", ())
    return found if isinstance(found, (list, tuple)) else ()


def _makes(value: tree.BaseExpression) -> bool:
    """Whether a class is called, and what it makes is moved at most."""
    while isinstance(value, tree.Call) and isinstance(value.func, tree.Attribute):
        if not isinstance(value.func.value, tree.Call):
            break
        value = value.func.value
    called = code_of(value.func) if isinstance(value, tree.Call) else ""
    return called.rpartition(".")[2][:1].isupper()


def _is(node: tree.Node | None, name: str) -> bool:
    return isinstance(node, tree.Name) and node.value == name


def _is_own(node: tree.Node, name: str) -> bool:
    return isinstance(node, tree.Attribute) and node.attr.value == name and _is(node.value, "self")
