"""The world that is executed: its state, its budget, and those who listen."""

from __future__ import annotations

import ast
import enum
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final, NamedTuple

from tapelint.core.domain.alternatives import Condition, Either, alternatives, joined_values
from tapelint.core.domain.predicates import OPEN, Guard, Predicate, apart, is_impossible, weakened
from tapelint.core.domain.state import State, Way
from tapelint.core.domain.values import UNBOUND, Const, Unknown, Value
from tapelint.core.machine.events import Event, Listener
from tapelint.core.machine.protocol import Models


class Limit(enum.Enum):
    """What an execution may use up."""

    STEPS = "steps"
    CELLS = "cells"
    ELSEWHERE = "steps in other files"
    """Calls into other files are not followed any more; all else is run."""


class Budget(NamedTuple):
    """What an execution may cost.

    Attributes:
        steps: How many instructions it may run.
        cells: How many objects it may make, and changes.
        elsewhere: After how many instructions in other files no more calls lead there.
    """

    steps: int
    cells: int
    elsewhere: int = 3_000


class ExhaustedError(Exception):
    """What an execution may cost is used up."""

    def __init__(self, limit: Limit) -> None:
        super().__init__(limit.value)
        self.limit: Final = limit


class World:
    """What the machine, the models and autograd share.

    Attributes:
        state: What the program's memory holds.
        models: What values do.
        steps: How many instructions were run.
        limit: How many may be.
        last: The last moment that may be: each object that is made has one.
        elsewhere: How many instructions may still be run in other files.
        home: The file that is executed for its own sake.
        calls: The calls that led to where it is, from the outside in.
        file: The file whose code is run.
        is_muted: Whether what happens now is told to nobody.
        is_risky: Whether something was run that may have raised an exception.
    """

    def __init__(self) -> None:
        self.state: Final = State()
        self.models: Models
        self.steps = 0
        self.limit = 400_000
        self.last = sys.maxsize
        self.elsewhere = sys.maxsize
        self.home = ""
        self.calls: Final[list[ast.AST]] = []
        self.file = ""
        self.is_muted = False
        self.is_risky = False
        self._listeners: dict[type[Event], list[Listener]] = {}
        self._derived: dict[tuple[object, ...], Unknown] = {}

    # Events.

    def listen(self, kind: type[Event], listener: Listener) -> None:
        """Be told of each event of a kind."""
        self._listeners.setdefault(kind, []).append(listener)

    def hears(self, kind: type[Event]) -> bool:
        """Whether anybody listens to a kind: else it need not be made."""
        return kind in self._listeners

    def emit(self, event: Event) -> None:
        """Tell an event to all who listen to its kind."""
        heard = self._listeners.get(type(event))
        if heard is not None and not self.is_muted:
            event.guard = self.state.path
            event.moment = self.state.clock
            event.calls = tuple(self.calls)
            event.file = self.file
            for each in heard:
                each(event)

    # Unknown values.

    def unknown(self, hint: str = "") -> Unknown:
        """A new one."""
        return self.state.unknown(hint)

    def derived(self, hint: str, *of: object) -> Unknown:
        """The unknown value that is computed from some values, always the same of the same."""
        key = (hint, *of)
        found = self._derived.get(key)
        if found is None:
            found = self._derived[key] = Unknown(hint, of=key)
        return found

    # One of several values.

    def alternatives(self, value: Value) -> Iterator[tuple[Value, Guard]]:
        """What a value may be on the path at hand."""
        return alternatives(value, self.state.path)

    def each(self, value: Value, work: Callable[[Value], Value]) -> Value:
        """What some work gives for each of the values that one may be: a way for each."""
        if not isinstance(value, Either):
            return work(value)
        several = list(self.alternatives(value))
        if len(several) == 1:
            return work(several[0][0])
        state = self.state
        mark, ways, results = state.fork(), list[Way](), list[tuple[Value, Guard]]()
        for one, guard in several:
            state.path |= guard
            result = work(one)
            way = state.cut(mark)
            if result is not UNBOUND:  # it goes on
                ways.append(way)
                results.append((result, way.guard))
        if not ways:
            state.close(mark)
            return UNBOUND if several else self.unknown("nothing")
        state.meet(mark, ways)
        return joined_values(results)

    # Truth.

    def truth(self, value: Value) -> tuple[Guard | None, Guard | None]:
        """What holds where a value is true, and where it is false; ``None`` if it never is."""
        true, false = self._guards(value)
        path = self.state.path
        return _possible(true, path), _possible(false, path)

    def is_true(self, value: Value) -> bool | None:
        """Whether a value is true, if that is known on the path at hand."""
        true, false = self.truth(value)
        if true is None:
            return False
        return None if false is not None else True

    def assume(self, operator: str, left: Value, right: Value) -> None:
        """From here on a comparison is known to hold."""
        true, _ = self.truth(self.models.compare(operator, left, right, ast.Pass()))
        self.state.path |= true or OPEN

    def _guards(self, value: Value) -> tuple[Guard | None, Guard | None]:
        if isinstance(value, Const):
            return (OPEN, None) if value.v else (None, OPEN)
        if isinstance(value, Condition):
            return value.true, value.false
        if isinstance(value, Either):
            return self._guards_of_several(value)
        told = self.models.truth(value)
        if isinstance(told, bool):
            return (OPEN, None) if told else (None, OPEN)
        if isinstance(told, (Const, Condition, Either)):
            return self._guards(told)
        holds = Predicate(told, "truth")
        return frozenset([holds]), frozenset([~holds])

    def _guards_of_several(self, value: Either) -> tuple[Guard | None, Guard | None]:
        sides: list[Guard | None] = [None, None]
        for one, guard in self.alternatives(value):
            for at, side in enumerate(self._guards(one)):
                whole = None if side is None else guard | side
                if whole is not None and not is_impossible(whole):
                    known = sides[at]
                    sides[at] = whole if known is None else weakened(known, whole)
        holds = Predicate(value, "truth")
        true, false = sides
        return (
            None if true is None else true | {holds},
            None if false is None else false | {~holds},
        )

    @contextmanager
    def where(self, guard: Guard) -> Iterator[None]:
        """For a while, more is known."""
        before = self.state.path
        self.state.path = before | guard
        try:
            yield
        finally:
            self.state.path = before


def _possible(guard: Guard | None, path: Guard) -> Guard | None:
    return None if guard is None or apart(guard, path) or is_impossible(guard) else guard
