"""The tensors that names and attributes lead to."""

from __future__ import annotations

from collections.abc import Iterator

from tapelint.source import tree
from tapelint.source.tree import children
from tapelint.tape.definite.doubts import Doubts
from tapelint.tape.domain.state import State
from tapelint.tape.domain.values import (
    Container,
    ContainerKind,
    Instance,
    LibraryObject,
    Tensor,
    Unknown,
    Value,
)
from tapelint.tape.machine.machine import Machine

_DEEPEST = 2
_MOST_ITEMS = 4


def variables(state: State, scope: int) -> dict[str, Value]:
    """The variables of a scope, in the order of their names' first binding."""
    layers: list[State] = []
    layer: State | None = state
    while layer is not None:
        layers.append(layer)
        layer = layer.parent
    found: dict[str, Value] = {}
    for each in reversed(layers):
        for key, value in each.cells.items():
            if isinstance(key, tuple) and key[0] == scope and isinstance(value, Value):
                found[str(key[1])] = value
    return found


def tensors_in_scope(machine: Machine, doubts: Doubts) -> Iterator[tuple[str, Tensor, bool]]:
    """All tensors that a name of the function at hand leads to.

    Yields:
        The name, the tensor, and whether somebody else may have put another one there.
    """
    for name, value in variables(machine.state, machine.frame.scope).items():
        if not name.startswith("__"):
            yield from reached(machine, doubts, name, value)


def reached(
    machine: Machine,
    doubts: Doubts,
    name: str,
    value: Value,
    depth: int = 0,
    is_doubted: bool = False,
) -> Iterator[tuple[str, Tensor, bool]]:
    """The tensors that one value is, holds or has as attributes."""
    if isinstance(value, Tensor):
        yield name, value, is_doubted
        return
    if depth >= _DEEPEST:
        return
    is_doubted = is_doubted or doubts.is_doubted(getattr(value, "identity", 0))
    held = machine.container_record(value) if isinstance(value, Container) else None
    if held is not None and held.kind is not ContainerKind.DICT and not held.rest:
        for at, each in enumerate(held.items[:_MOST_ITEMS]):
            yield from reached(machine, doubts, f"{name}[{at}]", each, depth + 1, is_doubted)
    if held is not None and held.kind is ContainerKind.DICT:
        for key, each in list(zip(held.keys, held.items, strict=False))[:_MOST_ITEMS]:
            if isinstance(key, (str, int)):
                yield from reached(machine, doubts, f"{name}[{key!r}]", each, depth + 1, is_doubted)
    if isinstance(value, (Instance, LibraryObject)):
        attributes = machine.attributes(value)
        for key, each in attributes.attributes if attributes is not None else ():
            if key.isidentifier():
                yield from reached(machine, doubts, f"{name}.{key}", each, depth + 1, is_doubted)


def names_in(node: tree.Node) -> set[str]:
    """The names and the attributes' paths that stand in a statement, less those in its blocks."""
    found: set[str] = set()
    pending = [node]
    while pending:
        each = pending.pop()
        if isinstance(each, (tree.BaseSuite, tree.Else, tree.ExceptHandler, tree.Finally)):
            continue
        if isinstance(each, tree.Name):
            found.add(each.value)
        pending.extend(children(each))
    return found


def unknown_names(machine: Machine, names: set[str]) -> list[str]:
    """Those of a line's names of which nothing is known, in the order of the alphabet."""
    known = variables(machine.state, machine.frame.scope)
    return sorted(name for name in names if isinstance(known.get(name), Unknown))
