"""The shapes that expressions say: ``torch.zeros(3)``, ``torch.tensor([1.0, 2.0])``."""

from __future__ import annotations

from collections.abc import Sequence

from tapelint.source import tree
from tapelint.torch_api.families import families

Shape = tuple[int, ...]
_WRAPPERS = frozenset({"Parameter", "Buffer", "Variable"})
"""Calls that make a tensor over the memory of another one."""


def shape_of(made: tree.Node | None) -> Shape | None:
    """The shape of the tensor that a call makes, where numbers in the code tell."""
    while isinstance(made, tree.Call):
        name = made.func.attr if isinstance(made.func, tree.Attribute) else made.func
        given = [each.value for each in made.args if each.keyword is None]
        if not isinstance(name, tree.Name) or any(each.star for each in made.args):
            return None
        if name.value in families().shaped:
            is_one = len(given) == 1 and isinstance(given[0], (tree.List, tree.Tuple))
            return _numbers(_items(given[0]) if is_one else given)
        if name.value in families().from_data and given:
            return _nested(given[0])
        if name.value not in _WRAPPERS or not given:
            return None
        made = given[0]
    return None


def differ(one: tree.Node | None, other: tree.Node | None) -> bool:
    """Whether two calls are known to make tensors of different shapes."""
    first, second = shape_of(one), shape_of(other)
    return first is not None and second is not None and first != second


def is_widened(made: Sequence[tree.Node | None]) -> bool:
    """Whether the first tensor may not take what it gives together with one of the others.

    Of those that nothing is known of, none is taken to be larger than it.
    """
    first, *others = map(shape_of, made)
    own = first or ()
    return any(
        len(each) > len(own)
        or any(here == 1 != size for here, size in zip(reversed(own), reversed(each), strict=False))
        for each in others
        if each is not None
    )


def _items(node: tree.BaseExpression) -> list[tree.BaseExpression]:
    elements = node.elements if isinstance(node, (tree.List, tree.Tuple)) else ()
    return [each.value for each in elements]


def _numbers(nodes: Sequence[tree.BaseExpression]) -> Shape | None:
    numbers = [int(each.value, 0) for each in nodes if isinstance(each, tree.Integer)]
    return tuple(numbers) if len(numbers) == len(nodes) else None


def _nested(data: tree.BaseExpression) -> Shape | None:
    """The shape of numbers in lists; ``None`` where anything else stands there."""
    shape: list[int] = []
    level = [data]
    while all(isinstance(each, (tree.List, tree.Tuple)) for each in level) and level:
        shape.append(len(_items(level[0])))
        level = [item for each in level for item in _items(each)]
    return tuple(shape) if level and all(map(_is_number, level)) else None


def _is_number(node: tree.BaseExpression) -> bool:
    inner = node.expression if isinstance(node, tree.UnaryOperation) else node
    is_truth = isinstance(inner, tree.Name) and inner.value in {"True", "False"}
    return is_truth or isinstance(inner, (tree.Integer, tree.Float))
