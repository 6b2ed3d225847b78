"""The state of the abstract execution: variables and records, forked and joined at branches.

A state is a layer of changes over its parent, so that a branch costs what it changes, not what
exists. Keys are ``(scope, name)`` for variables, an ``int`` for the record of an identity, and a
``str`` tagged tuple for the rest (versions of counters, writes to storages, the grad mode).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any

Sides = tuple[frozenset[object], frozenset[object]]
"""For the left and the right of a join, what has happened on other paths only."""
JoinCells = Callable[["State", Hashable, Any, Any, Sides], Any]

MISSING = object()
PATHWISE = frozenset({"freed", "stale", "saved"})
"""Tags of cells that hold what has happened to the graph, each a tuple."""
NOTHING: frozenset[object] = frozenset()


class State:
    """One layer of cells over a parent.

    Identities grow: whatever has one above ``born`` was made on this layer or above it, so that
    no other path can know of it.
    """

    __slots__ = ("born", "cells", "identities", "parent")

    def __init__(self, parent: State | None = None) -> None:
        self.cells: dict[Hashable, Any] = {}
        self.parent = parent
        self.identities: list[int] = parent.identities if parent is not None else [0]
        self.born = self.identities[0]

    def new_identity(self) -> int:
        """An identity that nothing has yet, in any layer."""
        self.identities[0] += 1
        return self.identities[0]

    def get(self, key: Hashable, default: Any = None) -> Any:
        """The cell's value here, or ``default``."""
        state: State | None = self
        while state is not None:
            if key in state.cells:
                return state.cells[key]
            state = state.parent
        return default

    def set(self, key: Hashable, value: Any) -> None:
        """Change a cell in this layer."""
        self.cells[key] = value

    def fork(self) -> State:
        """A new layer over this one."""
        return State(self)

    def layers_above(self, base: State) -> list[State]:
        """The layers above ``base``, this one first."""
        layers: list[State] = []
        state: State | None = self
        while state is not None and state is not base:
            layers.append(state)
            state = state.parent
        return layers

    def as_layer_over(self, base: State, root: State | None = None) -> State:
        """All that changed since ``root`` (by default ``base``) as one layer over ``base``."""
        layers = self.layers_above(root or base)
        layer = base.fork()
        for each in reversed(layers):
            layer.cells.update(each.cells)
            layer.born = min(layer.born, each.born)
        return layer

    def adopt(self, layer: State, since: int) -> None:
        """Take over a layer's records of identities from ``since`` on; older ones stay."""
        for key, value in layer.cells.items():
            if isinstance(key, int) and key >= since:
                self.cells.setdefault(key, value)

    def absorb(self, exits: Sequence[State], join: JoinCells) -> None:
        """Become the join of ``exits``, all of which are layers above this state.

        A cell that exists on one path alone keeps that path's value: whatever uses it later has
        come along that path.
        """
        layers = [each if each.parent is self else each.as_layer_over(self) for each in exits]
        if len(layers) == 1:
            self.cells.update(layers[0].cells)
            return
        elsewhere = self.happened_elsewhere(layers)
        born = min((layer.born for layer in layers), default=0)
        older: dict[Hashable, None] = {}
        # What only one path knows comes first: the joins below may ask for it.
        for layer in layers:
            for key, value in layer.cells.items():
                if _identity(key) > born:
                    self.cells[key] = value
                else:
                    older[key] = None
        for key in sorted(older, key=_records_first):
            self._join_cell(key, layers, elsewhere, join)

    def happened_elsewhere(self, layers: Sequence[State]) -> list[frozenset[object]]:
        """For each of the layers above this state, what has happened in the others alone."""
        keys = {
            key
            for layer in layers
            for key in layer.cells
            if isinstance(key, tuple) and key[0] in PATHWISE
        }
        if not keys:
            return [NOTHING] * len(layers)
        happened = [
            frozenset(each for key in keys for each in layer.cells.get(key) or self.get(key, ()))
            for layer in layers
        ]
        everything = NOTHING.union(*happened)
        return [everything - each for each in happened]

    def _join_cell(
        self,
        key: Hashable,
        layers: Sequence[State],
        elsewhere: Sequence[frozenset[object]],
        join: JoinCells,
    ) -> None:
        before = MISSING
        joined: Any = MISSING
        side = NOTHING
        for layer, not_happened in zip(layers, elsewhere, strict=True):
            value = layer.cells.get(key, MISSING)
            if value is MISSING:
                if before is MISSING:
                    before = self.get(key, MISSING)
                value = before
            if value is MISSING or value is joined:
                continue
            if joined is MISSING:
                joined, side = value, not_happened
            else:
                joined = join(self, key, joined, value, (side, not_happened))
                side = NOTHING
        self.cells[key] = joined


def _identity(key: Hashable) -> int:
    """The identity that a key belongs to: a record's own, or a variable's scope."""
    if isinstance(key, int):
        return key
    first = key[0] if isinstance(key, tuple) else None
    return first if isinstance(first, int) else 0


def _records_first(key: Hashable) -> bool:
    return not isinstance(key, int)
