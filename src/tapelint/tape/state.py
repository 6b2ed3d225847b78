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
        alternatives: dict[Hashable, list[Any]] = {}
        for changes in changed:
            for key, value in changes.items():
                known = alternatives.setdefault(key, [])
                if not any(each is value for each in known):
                    known.append(value)
        for key, values in alternatives.items():
            if any(key not in changes for changes in changed):
                before = self.get(key, MISSING)
                if before is not MISSING and not any(each is before for each in values):
                    values.insert(0, before)
        # What only one path knows comes first: the joins below may ask for it.
        conflicts = []
        for key, values in alternatives.items():
            if len(values) == 1:
                self.cells[key] = values[0]
            else:
                conflicts.append(key)
        for key in sorted(conflicts, key=lambda key: not isinstance(key, int)):
            values = alternatives[key]
            joined = values[0]
            for value in values[1:]:
                joined = join(self, key, joined, value)
            self.cells[key] = joined
