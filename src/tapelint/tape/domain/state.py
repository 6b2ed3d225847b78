"""The state of the abstract execution: variables and records, forked and joined at branches.

A state is a layer of changes over its parent, so that a branch costs what it changes, not what
exists. Keys are ``(scope, name)`` for variables, an ``int`` for the record of an identity, and for
the rest that of a domain (:mod:`tapelint.tape.domain.domains`): what is saved of a memory, the
grad mode.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import partial
from itertools import islice
from typing import Any, TypeVar

from tapelint.tape.domain.domains import Domain, Key
from tapelint.tape.domain.path_conditions import GIVEN, ONE_OF
from tapelint.tape.domain.paths import MOST_SPANS, NO_SIDE, Side, Sides, Span, Spans

_T = TypeVar("_T")
Cells = dict[Key, Any]
JoinCells = Callable[["State", Key, Any, Any, Sides], Any]

MISSING = object()
UNLIMITED = 10**18
NOTHING: frozenset[object] = frozenset()


class TooMuchHeldError(Exception):
    """An execution has made more than fits into memory; what was found so far stands."""


class Shared:
    """What all layers of an execution have in common.

    Attributes:
        identity: The identity that was given last.
        held: How many cells, conditions and spans were made or copied, all told.
        most: How many may be.
    """

    __slots__ = ("held", "identity", "most")

    def __init__(self) -> None:
        self.identity = self.held = 0
        self.most = UNLIMITED

    def hold(self, count: int) -> None:
        """Count what is made or copied.

        Raises:
            TooMuchHeldError: It is more than may be.
        """
        self.held += count
        if self.held > self.most:
            raise TooMuchHeldError


class State:
    """One layer of cells over a parent.

    Identities grow: whatever has one above ``born`` was made on this layer or above it, so that
    no other path can know of it.
    """

    __slots__ = ("born", "cells", "conditions", "layers", "parent", "shared", "spans")

    def __init__(self, parent: State | None = None, cells: dict[Key, Any] | None = None) -> None:
        self.cells: dict[Key, Any] = {} if cells is None else cells
        self.parent = parent
        self.layers: tuple[dict[Key, Any], ...] = (
            (self.cells, *parent.layers) if parent is not None else (self.cells,)
        )
        self.conditions: frozenset[tuple[str, bool]] = frozenset()
        self.shared: Shared = parent.shared if parent is not None else Shared()
        self.born = self.shared.identity
        self.spans: Spans = ((self.born, self.born),)

    def new_identity(self) -> int:
        """An identity that nothing has yet, in any layer."""
        self.shared.identity += 1
        return self.shared.identity

    def get(self, key: Key, default: Any = None) -> Any:
        """The cell's value here, or ``default``."""
        for cells in self.layers:
            if key in cells:
                return cells[key]
        return default

    def get_above(self, below: int, key: Key) -> Any:
        """The cell's value in the layers above the ``below`` lowest ones, or ``None``."""
        for cells in self.layers[:-below] if below else self.layers:
            if key in cells:
                return cells[key]
        return None

    def set(self, key: Key, value: Any) -> None:
        """Change a cell in this layer; its last stretch of the execution reaches to here."""
        self.cells[key] = value
        now = self.shared.identity
        start, end = self.spans[-1]
        if end != now:
            self.spans = (*self.spans[:-1], (start, now))

    def identities(self) -> list[int]:
        """All identities that have a record here."""
        return list({key for cells in self.layers for key in cells if type(key) is int})

    def fact(self, domain: Domain[_T], subject: Hashable = None) -> _T:
        """What a domain's cell tells of a subject here; ``None`` stands for the execution."""
        value: _T = self.get((domain, subject), domain.default)
        return value

    def set_fact(self, domain: Domain[_T], subject: Hashable, value: _T) -> None:
        """Let a domain's cell tell this of a subject."""
        self.set((domain, subject), value)

    def fork(self) -> State:
        """A new layer over this one."""
        return State(self)

    def followed_by(self, layer: State) -> State:
        """A new layer over this one with the changes of another."""
        after = State(self, layer.cells)
        after.spans = layer.spans
        after.conditions = layer.conditions
        return after

    def has_come_through(self, condition: tuple[str, bool]) -> bool:
        """Whether all ways to here have come through a branch."""
        state: State | None = self
        while state is not None:
            if condition in state.conditions:
                return True
            state = state.parent
        return False

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
            self.shared.hold(len(each.cells) + len(each.conditions) + len(each.spans))
            layer.cells.update(each.cells)
            layer.born = min(layer.born, each.born)
            layer.conditions |= each.conditions
        layer.spans = tuple(span for each in reversed(layers) for span in each.spans)
        return layer

    def layer_over(self, base: State) -> State:
        """This state as one layer over ``base``: itself, if it is one."""
        return self if self.parent is base else self.as_layer_over(base)

    def as_it_is(self) -> State:
        """What is above the lowest layer, as one layer that does not change with this one."""
        lowest = self
        while lowest.parent is not None:
            lowest = lowest.parent
        return self.as_layer_over(lowest)

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
        layers = [each.layer_over(self) for each in exits]
        self._take_over([span for layer in layers for span in layer.spans])
        if layers:  # what all ways have come through holds on: ``if not self.tune: return``
            self.conditions |= lasting(
                frozenset.intersection(*(layer.conditions for layer in layers))
            )
        if len(layers) == 1:
            self.cells.update(layers[0].cells)
            return
        before: Cells = {}
        sides = self.sides(layers, before)
        born = min((layer.born for layer in layers), default=0)
        older: dict[Key, None] = {}
        # What only one path knows comes first: the joins below may ask for it.
        for layer in layers:
            for key, value in layer.cells.items():
                if (key if type(key) is int else identity_of(key)) > born:
                    self.cells[key] = value
                elif key not in older:
                    older[key] = None
                    before[key] = self.get(key, None)
        for key in sorted(older, key=_records_first):
            self._join_cell(key, layers, sides, join)

    def _take_over(self, spans: Sequence[Span]) -> None:
        """What has been executed on the layers above has been executed on the way to here."""
        own = list(self.spans)
        for start, end in spans:
            if start == end:
                continue
            for low, high in own:
                if low <= start and end <= high:
                    break
            else:
                own.append((start, end))
        self.spans = tuple(own)

    def sides(self, layers: Sequence[State], before: Cells | None = None) -> list[Side]:
        """What tells the layers above this state apart as paths.

        Args:
            layers: The layers.
            before: While they are joined: what the cells that are joined held below them.
        """
        elsewhere = [partial(_elsewhere, layer, layers) for layer in layers]
        finders = [
            partial(self._find_on, layer, before) if before is not None else None
            for layer in layers
        ]
        keys = {
            key
            for layer in layers
            for key in layer.cells
            if type(key) is tuple and type(key[0]) is Domain and key[0].is_pathwise
        }
        if not keys:
            return [
                Side(NOTHING, layer.conditions, spans, find)
                for layer, spans, find in zip(layers, elsewhere, finders, strict=True)
            ]
        happened = [
            frozenset(each for key in keys for each in layer.cells.get(key) or self.get(key, ()))
            for layer in layers
        ]
        everything = NOTHING.union(*happened)
        return [
            Side(everything - each, layer.conditions, spans, find)
            for each, layer, spans, find in zip(happened, layers, elsewhere, finders, strict=True)
        ]

    def _find_on(self, layer: State, before: Cells, identity: int) -> Any:
        """The record of an identity on one of the layers, while they are joined into this state."""
        for cells in (layer.cells, before):
            if identity in cells:
                return cells[identity]
        return self.get(identity, None)

    def _join_cell(
        self,
        key: Key,
        layers: Sequence[State],
        sides: Sequence[Side],
        join: JoinCells,
    ) -> None:
        before = MISSING
        joined: Any = MISSING
        before_side = NO_SIDE
        for layer, side in zip(layers, sides, strict=True):
            value = layer.cells.get(key, MISSING)
            if value is MISSING:
                if before is MISSING:
                    before = self.get(key, MISSING)
                value = before
            if value is MISSING or value is joined:
                continue
            if joined is MISSING:
                joined, before_side = value, side
            else:
                joined = join(self, key, joined, value, (before_side, side))
                before_side = NO_SIDE
        self.cells[key] = joined


def lasting(conditions: frozenset[tuple[str, bool]]) -> frozenset[tuple[str, bool]]:
    """Those of the conditions that hold from call to call.

    They are the settings of an object, what a function was given, and which of several
    alternatives a value is.
    """
    return frozenset(
        each for each in conditions if ": self." in each[0] or each[0].startswith((ONE_OF, GIVEN))
    )


def _elsewhere(layer: State, layers: Sequence[State]) -> Spans:
    """The last stretches of the execution that lie on other layers, and not on this one."""
    own = set(layer.spans)
    others = (
        span
        for other in reversed(layers)
        if other is not layer
        for span in reversed(other.spans)
        if span[0] != span[1] and span not in own
    )
    return tuple(islice(others, MOST_SPANS))[::-1]


def identity_of(key: Key) -> int:
    """The identity that a key belongs to: a record's own, or a variable's scope."""
    if type(key) is int:
        return key
    first = key[0] if type(key) is tuple else None
    return first if type(first) is int else 0


def _records_first(key: Key) -> bool:
    return not isinstance(key, int)
