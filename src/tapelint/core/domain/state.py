"""All cells of all objects, and the one trail of what was changed.

A fork is a mark on the trail. A way that is left is cut back to the mark, and gives what it has
changed; where ways meet, only cells that one of them has changed are looked at. An object that was
made after the innermost mark is known on the way at hand alone: what is written to it needs no
trail, and no join.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Final, NamedTuple, TypeVar

from tapelint.core.domain.alternatives import Either, joined_values
from tapelint.core.domain.fields import Field, default_of, join_content
from tapelint.core.domain.predicate import Guard
from tapelint.core.domain.predicates import DOUBTFUL, OPEN, weakened, without_doubt
from tapelint.core.domain.values import UNBOUND, Item, Obj, Unknown, Value

T = TypeVar("T")


class Slots(Obj):
    """The slots of one call: its names, temporaries and constants, by number.

    Attributes:
        slots: Their contents.
    """

    __slots__ = ("slots",)

    def __init__(self, slots: list[Value], birth: int) -> None:
        super().__init__(birth)
        self.slots: Final = slots


class _Missing:
    """The content of a cell that nothing was written to."""

    def __repr__(self) -> str:
        return "MISSING"


_MISSING: Final = _Missing()
Cell = tuple[Obj, object]
"""An object and a key: the number of a slot, or one of its cells."""
Delta = dict[Cell, Any]
"""What a way has changed: for each cell, what it holds at the way's end."""


class Way(NamedTuple):
    """A way through the program that was cut back to where it began.

    Attributes:
        delta: What it has changed.
        guard: What it knows more than the path that it began on.
    """

    delta: Delta
    guard: Guard


COST_OF_A_JOIN: Final = 4
"""For so many changes a join counts, for each of the contents that it joins."""


class Mark(NamedTuple):
    """A fork.

    Attributes:
        position: How long the trail was.
        horizon: What the horizon was.
        path: What was known.
        number: Forks that begin later have a larger one.
    """

    position: int
    horizon: int
    path: Guard
    number: int


_PRESENT: Final = 1 << 29
"""The first moment of what is executed; what has happened before has earlier ones."""
_MOST_MOMENTS: Final = 1 << 20
"""How many moments each of the times has that were before."""


class State:
    """What the program's memory holds on the path that is executed.

    Attributes:
        path: What is known on it.
        clock: Counts what happens; objects and changes have moments of it.
    """

    def __init__(self) -> None:
        self.path: Guard = OPEN
        self.clock = _PRESENT
        self._earliest = _PRESENT
        self._trail: list[tuple[Cell, Any]] = []
        self._horizon = 0
        self._left: list[tuple[int, int]] = []
        self._forks = 0

    def tick(self) -> int:
        """The next moment."""
        self.clock += 1
        return self.clock

    def unknown(self, hint: str = "") -> Unknown:
        """A new unknown value."""
        return Unknown(hint, self.tick())

    @contextmanager
    def before(self) -> Iterator[None]:
        """Meanwhile, what happens has happened before all that is known, whatever the way.

        It leaves nothing on the trail, so no way undoes it; what it makes is older than any fork.
        """
        outside = self.clock, self._horizon, self._left, self.path
        position = len(self._trail)
        self._earliest -= _MOST_MOMENTS
        self.clock = self._horizon = self._earliest
        self._left, self.path = [], OPEN
        try:
            yield
        finally:
            del self._trail[position:]
            self.clock, self._horizon, self._left, self.path = outside

    # Cells.

    def get(self, obj: Obj, field: Field[T]) -> T:
        """What a field of an object holds."""
        content: T = obj.cells.get(field, field.default)
        return content

    def put(self, obj: Obj, field: Field[T], content: T) -> None:
        """Write a field."""
        self._write(obj, field, content)

    def attribute(self, obj: Obj, key: object) -> Value:
        """What an attribute (``str``) or an item holds; ``UNBOUND`` if there is none.

        An attribute that may be missing is taken to be there; an item is not.
        """
        value = self.held(obj, key)
        if isinstance(value, Either) and not isinstance(key, Item):
            return joined_values(value.alternatives)
        return value

    def held(self, obj: Obj, key: object) -> Value:
        """The same; ``UNBOUND`` is one of the alternatives where it may be missing."""
        value: Value = obj.cells.get(key, UNBOUND)
        return value

    def set_attribute(self, obj: Obj, key: object, value: Value) -> None:
        """Write an attribute or an item; ``UNBOUND`` deletes it."""
        self._write(obj, key, _MISSING if value is UNBOUND else value)

    def discover(self, obj: Obj, key: object, value: Value) -> None:
        """Write what was always there and is seen for the first time: no way undoes it.

        Where some ways have set it, it is what the others have.
        """
        held = self.held(obj, key)
        if held is UNBOUND:
            obj.cells[key] = value
        elif isinstance(held, Either):
            parts = [(value if one is UNBOUND else one, guard) for one, guard in held.alternatives]
            self.set_attribute(obj, key, joined_values(parts))

    def set_slot(self, frame: Slots, at: int, value: Value) -> None:
        """Write a slot."""
        if frame.birth <= self._horizon:
            self._trail.append(((frame, at), frame.slots[at]))
        frame.slots[at] = value

    def _write(self, obj: Obj, key: object, content: object) -> None:
        if obj.birth <= self._horizon:
            self._trail.append(((obj, key), obj.cells.get(key, _MISSING)))
        if content is _MISSING:
            obj.cells.pop(key, None)
        else:
            obj.cells[key] = content

    # Forks.

    def fork(self) -> Mark:
        """Begin ways that are to meet again."""
        mark = self.here()
        self._horizon = self.clock
        return mark

    def here(self) -> Mark:
        """A mark without a fork: what was changed since then can be told, or cut back."""
        self._forks += 1
        return Mark(len(self._trail), self._horizon, self.path, self._forks)

    def cut(self, mark: Mark) -> Way:
        """End a way: undo what it has changed since a fork, and give it."""
        trail = self._trail
        changes = trail[mark.position :]
        delta = {cell: _content(cell) for cell, _ in changes}
        changes.reverse()
        for cell, old in changes:
            _set(cell, old)
        del trail[mark.position :]
        guard = self.path - mark.path
        self.path = mark.path
        return Way(delta, guard)

    def leave(self, mark: Mark) -> Way:
        """The way as it is, for one that goes on elsewhere: by ``break``, ``return``, ...

        Nothing is undone. Whoever forked later cuts the way off, without taking it along.
        """
        self._horizon = self.clock
        self._left.append((mark.number, self.clock))
        delta = {cell: _content(cell) for cell, _ in self._trail[mark.position :]}
        return Way(delta, self.path - mark.path)

    def anywhere(self, mark: Mark) -> Delta:
        """What the way may have changed wherever it stops: each cell, what it held at any time."""
        held: dict[Cell, list[object]] = {}
        for cell, old in self._trail[mark.position :]:
            held.setdefault(cell, []).append(old)
        return {
            cell: _joined(cell, [(each, DOUBTFUL) for each in (*contents, _content(cell))])
            for cell, contents in held.items()
        }

    def close(self, mark: Mark) -> None:
        """End a fork: what left for it, or for one within, has arrived."""
        left = self._left
        while left and left[-1][0] >= mark.number:
            left.pop()
        self._horizon = max(mark.horizon, left[-1][1]) if left else mark.horizon

    def meet(self, mark: Mark, ways: Iterable[Way], over: Obj | None = None) -> None:
        """Go on where ways meet that were all cut back to a fork, which ends.

        What all of them know is known from there on; one of them was taken, so what is doubtful
        of each is not of all. At least one way must arrive.

        Args:
            mark: The fork.
            ways: The ways.
            over: An object that nobody reads any more: what it holds is not joined.
        """
        arriving = list(ways)
        self.close(mark)
        known: Guard = arriving[0].guard
        for each in arriving[1:]:
            known = without_doubt(weakened(known, each.guard))
        self.path = mark.path | known
        if len(arriving) == 1:
            for cell, content in arriving[0].delta.items():
                self._apply(cell, content)
            return
        deltas, guards = [each.delta for each in arriving], [each.guard for each in arriving]
        for cell in _cells(deltas):
            if cell[0] is over:
                continue
            before = _content(cell)
            held = [each.get(cell, before) for each in deltas]
            content = held[0]
            if held.count(content) < len(held):
                self.clock += COST_OF_A_JOIN * len(held)
                content = _joined(cell, list(zip(held, guards, strict=True)))
            if content is not before:
                self._apply(cell, content)

    def _apply(self, cell: Cell, content: Any) -> None:
        obj, key = cell
        if isinstance(obj, Slots) and isinstance(key, int):
            self.set_slot(obj, key, content)
        else:
            self._write(obj, key, _MISSING if content is UNBOUND else content)

    def changed(self, mark: Mark) -> Delta:
        """The cells that were changed since a mark, of older objects, and what they held then."""
        before: Delta = {}
        for cell, old in self._trail[mark.position :]:
            if cell not in before:
                before[cell] = default_of(cell[1]) if old is _MISSING else old
        return before


def _cells(deltas: list[Delta]) -> Iterable[Cell]:
    """The cells that any of some ways has changed, in the order in which they were."""
    changed = [each for each in deltas if each]
    if len(changed) <= 1:
        return changed[0] if changed else ()
    return dict.fromkeys(cell for each in changed for cell in each)


def _joined(cell: Cell, contents: list[tuple[Any, Guard]]) -> object:
    key = cell[1]
    if any(each is _MISSING for each, _ in contents):
        default = default_of(key)
        contents = [(default if each is _MISSING else each, guard) for each, guard in contents]
    return join_content(key, contents)


def _content(cell: Cell) -> object:
    obj, key = cell
    if isinstance(obj, Slots) and isinstance(key, int):
        return obj.slots[key]
    return obj.cells.get(key, _MISSING)


def _set(cell: Cell, content: Any) -> None:
    obj, key = cell
    if isinstance(obj, Slots) and isinstance(key, int):
        obj.slots[key] = content
    elif content is _MISSING:
        obj.cells.pop(key, None)
    else:
        obj.cells[key] = content
