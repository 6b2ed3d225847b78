"""The tensors that names, attributes and items lead to."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final, NamedTuple

from tapelint.core.autograd.graph import Tensor
from tapelint.core.domain.objects import ITEMS, Collection, Dictionary, Frame, Instance
from tapelint.core.domain.predicate import Guard
from tapelint.core.domain.predicates import is_doubtful
from tapelint.core.domain.values import UNBOUND, Item, Symbol, Unknown, Value
from tapelint.core.machine.machine import Machine
from tapelint.core.models.torch.distributions import kind_of
from tapelint.core.models.torch.modules import UNSEEN, Modules
from tapelint.core.models.torch.operations import Number

_NOWHERE: Final = ast.Pass()
_DEEPEST: Final = 2
_MOST_ITEMS: Final = 4
_BLOCKS: Final = ("body", "orelse", "finalbody", "handlers", "cases")


class Met(NamedTuple):
    """A name that leads to a tensor.

    Attributes:
        name: The name, or the path behind one.
        tensors: The tensors that it may be, each with what is known where it is that one.
        is_open: Whether it may be something else, of which nobody knows what.
        is_temporary: Whether it is an expression whose tensor no name holds.
    """

    name: str
    tensors: tuple[tuple[Tensor, Guard], ...]
    is_open: bool
    is_temporary: bool = False


def variables(frame: Frame) -> dict[str, Value]:
    """The variables of a scope; not those of scopes around it."""
    free = {slot for slot, _ in frame.code.free}
    return {
        name: frame.slots[slot]
        for name, slot in frame.code.names.items()
        if slot not in free and not name.startswith(("__", "*"))
    }


def look_up(machine: Machine, frame: Frame, name: str) -> Value:
    """What a name means at a place; ``UNBOUND`` for nothing."""
    slot = frame.code.names.get(name)
    value = UNBOUND if slot is None else frame.slots[slot]
    return machine.look_up(name, frame.outer, frame.code) if value is UNBOUND else value


def reached(
    machine: Machine, name: str, value: Value, depth: int = 0, is_open: bool = False
) -> Iterator[Met]:
    """The tensors that one value is, holds or has as attributes."""
    several = machine.alternatives(value)
    tensors = tuple((each, guard) for each, guard in several if isinstance(each, Tensor))
    if tensors:
        is_open = is_open or any(_may_be_tensor(each) for each, _ in several)
        yield Met(name, tensors, is_open)
        return
    if depth >= _DEEPEST:
        return
    is_open = is_open or len(several) > 1  # it may be that of another object
    for one, _ in several:
        for path, each in _parts(machine, one):
            yield from reached(machine, f"{name}{path}", each, depth + 1, is_open)


def _may_be_tensor(value: Value) -> bool:
    return isinstance(value, (Unknown, Symbol)) and not isinstance(value, Number)


def _parts(machine: Machine, value: Value) -> Iterator[tuple[str, Value]]:
    """What an object holds: how the program asks for it, and what it is."""
    state = machine.state
    if isinstance(value, Collection):
        items = state.get(value, ITEMS)
        is_ordered = value.kind in ("list", "tuple") and items.rest is None
        for at, each in enumerate(items.known[:_MOST_ITEMS] if is_ordered else ()):
            yield f"[{at}]", each
    elif isinstance(value, Dictionary):
        keys = [each for each in value.cells if isinstance(each, Item)]
        for key in keys[:_MOST_ITEMS]:
            if isinstance(key.key, (str, int)):
                yield f"[{key.key!r}]", state.held(value, key)
    elif isinstance(value, Instance) and kind_of(value) is None:  # its parameters are others
        kind = machine.models.kind(value)
        layer = kind.layer(value) if isinstance(kind, Modules) else None
        for own in (*layer[1].parameters, *layer[1].buffers) if layer is not None else ():
            machine.models.attribute(value, own, _NOWHERE)  # from here on it is among the cells
        for name in list(value.cells):
            if isinstance(name, str) and name.isidentifier() and name != UNSEEN:
                yield f".{name}", state.held(value, name)


def is_unknown(machine: Machine, value: Value) -> bool:
    """Whether a value may be a tensor, and is not known to be one."""
    several = machine.alternatives(value)
    return any(type(each) is Unknown for each, _ in several)


def names_in(node: ast.AST) -> set[str]:
    """The names and attributes that stand in a statement, less those in its blocks."""
    found: set[str] = set()
    pending = [node]
    while pending:
        each = pending.pop()
        if isinstance(each, ast.Name):
            found.add(each.id)
        elif isinstance(each, ast.Attribute):
            found.add(each.attr)
        for name, part in ast.iter_fields(each):
            if not (isinstance(each, ast.stmt) and name in _BLOCKS):
                parts = part if isinstance(part, list) else [part]
                pending += [one for one in parts if isinstance(one, ast.AST)]
    return found


def holds_surely(guard: Guard, path: Guard) -> bool:
    """Whether what happens under a guard has happened on a path."""
    return guard <= path and not is_doubtful(guard)
