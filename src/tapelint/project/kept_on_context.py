"""What a method of a function of one's own puts on its context, in whatever way it is put there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tapelint.project.method_bodies import Body, own_parts
from tapelint.source import tree
from tapelint.source.spelling import last_name, only_name
from tapelint.source.tree import walk
from tapelint.torch_api.families import families

_PUTTING = frozenset({"append", "appendleft", "add", "insert", "extend", "update", "setdefault"})
_HOLDING = frozenset({"dict", "tuple", "list", "set", "deque", "SimpleNamespace", "partial"})
"""What keeps what it is given."""
_DEEPEST = 5


class Kept(NamedTuple):
    """A variable whose value is put on the context.

    Attributes:
        at: The number of the statement.
        node: Where it is put.
        attribute: The attribute of the context that it hangs from.
        name: The variable; ``ctx.out`` for what has no other name.
    """

    at: int
    node: tree.Node
    attribute: str
    name: str


def kept(body: Body, context: str) -> Iterator[Kept]:
    """All that a method puts on its context."""
    for at, node, target, value in _puts(body):
        attribute = attribute_of(target, context)
        if attribute:
            for name in dict.fromkeys(_names(body, value, at)):
                yield Kept(at, node, attribute, name)
            is_whole = isinstance(target, tree.Call) or (
                isinstance(target, tree.Attribute) and isinstance(target.value, tree.Name)
            )
            if is_whole and not isinstance(value, tree.Name):
                yield Kept(at, node, attribute, f"{context}.{attribute}")
                for alias in _aliases(body.statements[at]):
                    yield Kept(at, node, attribute, alias)


def name_of(node: tree.BaseExpression, context: str) -> str:
    """The variable, or ``ctx.out`` for an attribute of the context; "" for anything else."""
    attribute = attribute_of(node, context) if isinstance(node, tree.Attribute) else ""
    return f"{context}.{attribute}" if attribute else only_name(node)


def attribute_of(node: tree.Node, context: str) -> str:
    """``x`` of ``ctx.x``, of ``ctx.x["y"]``, of ``setattr(ctx, "x", y)``."""
    if isinstance(node, tree.Call) and last_name(node.func) in {"setattr", "getattr"}:
        is_ours = len(node.args) > 1 and only_name(node.args[0].value) == context
        written = node.args[1].value if is_ours else None
        return written.value.strip("'\"") if isinstance(written, tree.SimpleString) else ""
    while isinstance(node, (tree.Attribute, tree.Subscript)):
        if isinstance(node, tree.Attribute) and only_name(node.value) == context:
            return node.attr.value
        node = node.value
    return ""


def chain(node: tree.BaseExpression) -> Iterator[tree.BaseExpression]:
    """An expression, what it takes a part of, what that does, and so on."""
    while True:
        yield node
        if isinstance(node, tree.Call) and isinstance(node.func, tree.Attribute):
            node = node.func
        elif isinstance(node, (tree.Attribute, tree.Subscript)):
            node = node.value
        else:
            return


_Put = tuple[int, tree.Node, tree.BaseExpression, tree.BaseExpression]


def _puts(body: Body) -> Iterator[_Put]:
    """Each value that is put somewhere: the statement's number, where, into what, and the value."""
    for at, statement in enumerate(body.statements):
        if isinstance(statement, tree.Assign):
            for each in statement.targets:
                for target, value in _pairs(each.target, statement.value):
                    yield at, target, target, value
        elif isinstance(statement, tree.AnnAssign) and statement.value is not None:
            yield at, statement.target, statement.target, statement.value
        for part in own_parts(statement):
            if not isinstance(part, tree.Call):
                continue
            if only_name(part.func) == "setattr" and len(part.args) == 3:
                yield at, part, part, part.args[2].value
            elif isinstance(part.func, tree.Attribute) and part.func.attr.value in _PUTTING:
                for argument in part.args:
                    yield at, part, part.func.value, argument.value


def _pairs(
    target: tree.BaseExpression, value: tree.BaseExpression
) -> Iterator[tuple[tree.BaseExpression, tree.BaseExpression]]:
    """What is assigned to each target: ``ctx.x, ctx.y = x, y`` are two."""
    if isinstance(target, tree.Tuple) and isinstance(value, (tree.Tuple, tree.List)):
        targets = [each.value for each in target.elements]
        values = [each.value for each in value.elements if isinstance(each, tree.Element)]
        if len(targets) == len(values):
            yield from zip(targets, values, strict=True)
            return
    yield target, value


def _aliases(statement: tree.Node) -> list[str]:
    """The names that an assignment gives the same value."""
    targets = statement.targets if isinstance(statement, tree.Assign) else ()
    return [only_name(each.target) for each in targets if isinstance(each.target, tree.Name)]


def _names(body: Body, value: tree.BaseExpression, at: int, depth: int = 0) -> Iterator[str]:
    """The variables whose values a value holds."""
    if depth > _DEEPEST:
        return
    inner: list[tree.BaseExpression] = []
    if isinstance(value, tree.Name):
        yield value.value
        inner = list(_put_into(body, value.value, at))
    elif isinstance(value, (tree.Tuple, tree.List, tree.Set, tree.Dict)):
        inner = [each.value for each in value.elements]
    elif isinstance(value, tree.IfExp):
        inner = [value.body, value.orelse]
    elif isinstance(value, tree.Call) and last_name(value.func) in _HOLDING:
        given = [each.value for each in value.args]
        # `list(x)` has the parts of a tensor, and all that a tuple holds.
        is_listed = len(given) == 1 and isinstance(given[0], tree.Name)
        inner = [] if is_listed and not value.args[0].keyword else given
    elif isinstance(value, tree.Lambda):
        yield from _captured(value)
    for each in inner:
        yield from _names(body, each, at, depth + 1)


def _put_into(body: Body, name: str, at: int) -> Iterator[tree.BaseExpression]:
    """What a container or an object of a name holds, where the name is bound once."""
    bound = body.bindings.get(name, [])
    if len(bound) != 1 or bound[0].value is None or bound[0].at > at:
        return
    made = bound[0].value
    is_call = isinstance(made, tree.Call)
    if isinstance(made, (tree.Tuple, tree.List, tree.Set, tree.Dict)) or (
        is_call and last_name(made.func) in _HOLDING  # type: ignore[attr-defined]
    ):
        yield made
    for _, _, target, value in _puts(body):
        *_, root = chain(target)
        is_object = is_call or not isinstance(target, tree.Attribute)
        if root is not target and only_name(root) == name and is_object:
            yield value
        elif root is target and only_name(root) == name and value is not made:
            yield value  # `saved.append(x)`


def _captured(node: tree.Lambda) -> Iterator[str]:
    """The variables that a lambda keeps; of some it may ask the shape alone."""
    asked = families().queries | families().looks
    facts = {
        each.value
        for each in walk(node.body)
        if isinstance(each, tree.Attribute) and each.attr.value in asked
    }
    own = {each.name.value for each in node.params.params}
    for each in walk(node.body):
        if isinstance(each, tree.Name) and each not in facts and each.value not in own:
            yield each.value
