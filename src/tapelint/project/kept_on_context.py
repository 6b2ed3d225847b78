"""What a method of a function of one's own puts on its context, in whatever way it is put there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tapelint.project.method_bodies import Binding, Body, own_parts
from tapelint.source import tree
from tapelint.source.spelling import last_name, only_name
from tapelint.source.tree import walk
from tapelint.torch_api.families import families

_PUTTING = frozenset({"append", "appendleft", "add", "insert", "extend", "update", "setdefault"})
_HOLDING = frozenset({"dict", "tuple", "list", "set", "deque", "SimpleNamespace", "partial"})
"""What keeps what it is given."""
_NEW, _LIKE = "new_", "_like"
_ASKING = frozenset({"len", "isinstance", "type", "id"})
"""Built-in functions that ask for no number."""
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


def is_read(body: Body, context: str, attribute: str) -> bool:
    """Whether a method reads more of what is kept than its shape and the like.

    So does what gives it another name, if more is read of that.
    """
    named = _names_of(body, context, attribute)
    parts = list(walk(body.node.body))
    facts = {each for part in parts for asked in _asked_of(part, named) for each in chain(asked)}
    return any(
        only_name(each) in named
        if isinstance(each, tree.Name)
        else (isinstance(each, tree.Call) or isinstance(each.value, tree.Name))
        and attribute_of(each, context) == attribute
        for each in parts
        if isinstance(each, (tree.Call, tree.Attribute, tree.Name)) and each not in facts
    )


def _names_of(body: Body, context: str, attribute: str) -> frozenset[str]:
    """The names that stand for what is kept, and for nothing else."""
    found: set[str] = set()
    for _ in range(_DEEPEST):
        found |= {
            name
            for name, bound in body.bindings.items()
            if all(_is_same(each, context, attribute, found) for each in bound)
        }
    return frozenset(found)


def _is_same(bound: Binding, context: str, attribute: str, named: set[str]) -> bool:
    value = bound.value
    if value is None and isinstance(bound.unpacked, tree.Tuple):
        elements = bound.unpacked.elements
        value = elements[bound.place].value if bound.place < len(elements) else None
    if isinstance(value, tree.Call) and isinstance(value.func, tree.Attribute):
        value = value.func
    if value is None or any(
        isinstance(each, tree.Attribute) and _asks(each) for each in chain(value)
    ):
        return False
    return only_name(value) in named or attribute_of(value, context) == attribute


def _asks(node: tree.Attribute) -> bool:
    name = node.attr.value
    return name in families().queries | families().looks or name.startswith(_NEW)


def _asked_of(node: tree.Node, named: frozenset[str]) -> Iterator[tree.BaseExpression]:
    """Of what a part of a method asks no number, but a shape, a type, or whether it is there.

    And the names in it that are no variables.
    """
    if isinstance(node, tree.Arg) and node.keyword is not None:
        yield node.keyword
    if isinstance(node, tree.Attribute):
        yield node.attr
        if _asks(node):
            yield node.value
    elif isinstance(node, tree.Call):
        name = last_name(node.func)
        is_like = name.endswith(_LIKE) and name in families().fresh
        if node.args and (is_like or only_name(node.func) in _ASKING):
            yield node.args[0].value
    elif isinstance(node, tree.Comparison):
        if all(only_name(each.comparator) == "None" for each in node.comparisons):
            yield node.left
    elif isinstance(node, tree.Assign):
        for each in node.targets:
            for target, value in _pairs(each.target, node.value):
                if only_name(target) in named:
                    yield target
                    yield value


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
