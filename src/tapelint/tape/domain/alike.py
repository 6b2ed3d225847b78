"""Whether two values do the same: layers of one class, with the same settings and parameters."""

from __future__ import annotations

from tapelint.tape.domain.records import Records
from tapelint.tape.domain.values import Container, Instance, LibraryObject, Tensor, Value

_DEEPEST = 4


def are_alike(records: Records, one: Value, two: Value, depth: int = 0) -> bool:
    """Whether it makes no difference to autograd which of two values stands somewhere.

    Args:
        records: What is known of tensors, containers and objects.
        one: A value.
        two: Another one.
        depth: How deep within other values they lie; what lies too deep is not alike.
    """
    if one == two:
        return True
    if depth > _DEEPEST or type(one) is not type(two):
        return False
    if isinstance(one, Tensor):
        return _are_alike_tensors(records, one, two)
    if isinstance(one, Container):
        return _are_alike_containers(records, one, two, depth + 1)
    if isinstance(one, Instance) and isinstance(two, Instance):
        return one.unit is two.unit and _have_alike_attributes(records, one, two, depth + 1)
    if isinstance(one, LibraryObject) and isinstance(two, LibraryObject):
        return one.kind == two.kind and _have_alike_attributes(records, one, two, depth + 1)
    return False


def _are_alike_tensors(records: Records, one: Value, two: Value) -> bool:
    left, right = records.tensor_record(one), records.tensor_record(two)
    return (
        left is not None
        and right is not None
        and left.graph is right.graph
        and (left.requires_grad, left.is_leaf, left.is_parameter)
        == (right.requires_grad, right.is_leaf, right.is_parameter)
    )


def _are_alike_containers(records: Records, one: Value, two: Value, depth: int) -> bool:
    left, right = records.container_record(one), records.container_record(two)
    if left is None or right is None or left.kind is not right.kind or left.keys != right.keys:
        return False
    orders = left.sequences, right.sequences
    if not orders[0] or [*map(len, orders[0])] != [*map(len, orders[1])]:
        return False
    return all(
        are_alike(records, *pair, depth)
        for ways in zip(*orders, strict=True)
        for pair in zip(*ways, strict=True)
    )


def _have_alike_attributes(
    records: Records, one: Instance | LibraryObject, two: Instance | LibraryObject, depth: int
) -> bool:
    left, right = records.attributes(one), records.attributes(two)
    of_one = dict(left.attributes) if left is not None else {}
    of_two = dict(right.attributes) if right is not None else {}
    return of_one.keys() == of_two.keys() and all(
        are_alike(records, of_one[name], of_two[name], depth) for name in of_one
    )
