"""The state of the abstract execution: variables and records, forked and joined at branches.

A state is a layer of changes over its parent, so that a branch costs what it changes, not what
exists. Keys are ``(scope, name)`` for variables, an ``int`` for the record of an identity, and a
``str`` tagged tuple for the rest (versions of counters, writes to storages, the grad mode).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any

JoinCells = Callable[["State", Hashable, Any, Any], Any]

MISSING = object()


class State:
    """One layer of cells over a parent."""

    __slots__ = ("cells", "parent")

    def __init__(self, parent: State | None = None) -> None:
        self.cells: dict[Hashable, Any] = {}
        self.parent = parent

    def get(self, key: Hashable, default: Any = None) -> Any:
        """The cell's value here, or ``default``."""
        state: State | None = self
        while state is not None:
            value = state.cells.get(key, MISSING)
            if value is not MISSING:
                return value
            state = state.parent
        return default

    def set(self, key: Hashable, value: Any) -> None:
        """Change a cell in this layer."""
        self.cells[key] = value

    def fork(self) -> State:
        """A new layer over this one."""
        return State(self)

    def changes_since(self, base: State) -> dict[Hashable, Any]:
        """All cells changed in the layers above ``base``, newest value each."""
        layers: list[State] = []
        state: State | None = self
        while state is not None and state is not base:
            layers.append(state)
            state = state.parent
        changes: dict[Hashable, Any] = {}
        for layer in reversed(layers):
            changes.update(layer.cells)
        return changes

    def absorb(self, exits: Iterable[State], join: JoinCells) -> None:
        """Become the join of ``exits``, all of which are layers above this state.

        A cell that exists on one path alone keeps that path's value: whatever uses it later has
        come along that path.
        """
        changed: Sequence[dict[Hashable, Any]] = [each.changes_since(self) for each in exits]
        if len(changed) == 1:
            self.cells.update(changed[0])
            return
        keys: dict[Hashable, None] = {}
        for changes in changed:
            keys.update(dict.fromkeys(changes))
        merged: dict[Hashable, Any] = {}
        for key in keys:
            before = MISSING
            value: Any = MISSING
            for changes in changed:
                other = changes.get(key, MISSING)
                if other is MISSING:
                    if before is MISSING:
                        before = self.get(key, MISSING)
                    other = before
                if other is MISSING or other is value:
                    continue
                value = other if value is MISSING else join(self, key, value, other)
            merged[key] = value
        self.cells.update(merged)
