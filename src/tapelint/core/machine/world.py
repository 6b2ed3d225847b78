"""The world that is executed: its state, its budget, and those who listen."""

from __future__ import annotations

import ast
import enum
import sys
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple, cast

from tapelint.core.domain.alternatives import Condition, Either, alternatives, joined_values
from tapelint.core.domain.predicate import Guard, Predicate
from tapelint.core.domain.state import State, Way
from tapelint.core.domain.values import FALSE, TRUE, UNBOUND, Const, Unknown, Value
from tapelint.core.machine.events import Event, Listener

TIMES: Final = 4
"""How many instructions may be run for each one of what is run, be it run once or often."""
LEAST_STEPS: Final = 200
"""How many may be run besides."""
CELLS_A_STEP: Final = 12
"""How many objects and changes there may be for each instruction."""


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
        cells: How many objects it may make, and changes; a join counts as several.
        elsewhere: After how many instructions in other files no more calls lead there.
        times: How many instructions it may run for each one of the code that is run.
        least: How many it may run besides.
    """

    steps: int
    cells: int
    elsewhere: int = 6_000
    times: int = TIMES
    least: int = LEAST_STEPS

    def for_longer(self, times: int) -> Budget:
        """So many times as much."""
        return Budget(*(each * times for each in self))


CALLED: Final = "called"
"""What the result of a call of unknown code is "computed of"."""
DEFAULT: Final = "default"
"""What an unknown value is computed from that may be a constant: the one that it is by default."""


class ExhaustedError(Exception):
    """What an execution may cost is used up."""

    def __init__(self, limit: Limit) -> None:
        super().__init__(limit.value)
        self.limit: Final = limit


class World:
    """What the machine, the models and autograd share.

    Attributes:
        state: What the program's memory holds.
        steps: How many instructions were run.
        limit: How many may be, by the size of what was run so far.
        most: How many may be, whatever is run.
        last: The last moment that may be, likewise: each object that is made has one.
        most_cells: The last moment that may be, whatever is run.
        elsewhere: How many instructions may still be run in other files.
        times: How many may be run for each one of the code that is run.
        until: The step behind which another file that was called calls no others.
        is_cut: Whether a call was not followed since other files have cost too much.
        home: The file that is executed for its own sake.
        hand: The file that all is run for.
        away: How many instructions were run since other files are looked into.
        is_away: Whether that is so now.
        calls: The calls that led to where it is, from the outside in.
        file: The file whose code is run.
        is_muted: Whether what happens now is told to nobody.
        since: The moment at which the loop began that is run; 0 for none.
        patience: How many times what a budget says may be used up.
        is_risky: Whether something was run that may have raised an exception.
    """

    def __init__(self) -> None:
        self.state: Final = State()
        self.steps = 0
        self.limit = self.most = 400_000
        self.last = self.most_cells = sys.maxsize
        self.elsewhere = self.until = sys.maxsize
        self.times = TIMES
        self.is_cut = False
        self.home = self.hand = ""
        self.away = 0
        self.is_away = False
        self.calls: Final[list[ast.AST]] = []
        self.file = ""
        self.is_muted = False
        self.is_risky = False
        self.since = 0
        self.patience = 1
        self._listeners: dict[type[Event], list[Listener]] = {}
        self._derived: dict[tuple[object, ...], Unknown] = {}

    # Events.

    def listen(self, kind: type[Event], listener: Listener) -> None:
        """Be told of each event of a kind."""
        self._listeners.setdefault(kind, []).append(listener)

    def hears(self, kind: type[Event]) -> bool:
        """Whether anybody listens to a kind now: else it need not be made."""
        return not self.is_muted and kind in self._listeners

    def emit(self, event: Event) -> None:
        """Tell an event to all who listen to its kind."""
        heard = self._listeners.get(type(event))
        if heard is not None and not self.is_muted:
            event.guard = self.state.path
            event.moment = self.state.clock
            event.since = self.since
            event.calls = tuple(self.calls)
            event.file = self.file
            for each in heard:
                each(event)

    # Unknown values.

    def unknown(self, hint: str = "") -> Unknown:
        """A new one."""
        return self.state.unknown(hint)

    def result(self, hint: str = "result") -> Unknown:
        """What a call of unknown code has given."""
        return Unknown(hint, self.state.tick(), of=(CALLED,))

    def derived(self, hint: str, *of: object) -> Unknown:
        """The unknown value that is computed from some values, always the same of the same."""
        key = (hint, *of)
        found = self._derived.get(key)
        if found is None:
            found = self._derived[key] = Unknown(hint, of=key)
        return found

    # One of several values.

    def spelled(self, key: Value) -> Value:
        """A key, as far as it is known which: by a test that has passed, or by its default.

        The answer of a test is one of two keys.
        """
        if isinstance(key, Condition):
            return Either([(TRUE, key.true), (FALSE, key.false)])
        if not isinstance(key, Unknown):
            return key
        for each in self.state.path:
            if each.subject is key and each.test == "in" and each.holds:
                return joined_values(
                    [
                        (
                            v if isinstance(v, Value) else Const(v),
                            frozenset([Predicate(key, "in", [v])]),
                        )
                        for v in sorted(each.values, key=repr)
                    ]
                )
        if key.of[:1] != (DEFAULT,):
            return key
        default = cast("Const", key.of[1])
        is_so = Predicate(key, "in", [default.v])
        return Either([(default, frozenset([is_so])), (key, frozenset([~is_so]))])

    def alternatives(self, value: Value) -> Sequence[tuple[Value, Guard]]:
        """What a value may be on the path at hand."""
        return alternatives(value, self.state.path)

    def each(self, value: Value, work: Callable[[Value], Value]) -> Value:
        """What some work gives for each of the values that one may be: a way for each."""
        if not isinstance(value, Either):
            return work(value)
        several = self.alternatives(value)
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

    def on_each(self, value: Value, work: Callable[[Value], None]) -> None:
        """Some work on each of the values that one may be: a way for each."""

        def done(one: Value) -> Value:
            work(one)
            return one

        self.each(value, done)
