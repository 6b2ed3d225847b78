"""The statement at hand: its state, paths and budget, and what is emitted there."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any

from tapelint import time_limit
from tapelint.source import tree
from tapelint.tape.domain.alternatives import is_option
from tapelint.tape.domain.domains import (
    ERA,
    GRAD_MODE,
    Domain,
    Key,
)
from tapelint.tape.domain.joining import Joins
from tapelint.tape.domain.path_conditions import Condition, choices, chosen, contradict
from tapelint.tape.domain.paths import Sides
from tapelint.tape.domain.state import State, TooMuchHeldError
from tapelint.tape.domain.terms import Truth
from tapelint.tape.domain.values import (
    UNKNOWN,
    Either,
    Value,
)
from tapelint.tape.events import Event
from tapelint.tape.machine.budgets import MOST_HELD, UNBOUNDED, BudgetExhaustedError, Ended, Limit
from tapelint.tape.machine.frames import Frame
from tapelint.tape.machine.observer import Observer
from tapelint.torch_api.project import Project

if TYPE_CHECKING:
    pass


_AT_HAND = (
    "state", "alive", "is_recording", "frames", "budget", "conditions", "assigned_name",
    "done_for_effect", "stands_alone", "is_early_round", "_sides", "_is_mixing", "_objects_deep",
    "is_for_caller", "caller", "is_within", "inference",
)  # fmt: skip
"""What of the machine belongs to the statement at hand, and not to the whole execution."""
_STEPS_UNSEEN = 4_000
"""How many steps go by between two looks at the clock."""


class Bound:
    """A stretch of the execution that may take so many steps.

    Attributes:
        spent: How many it has taken, once it is over.
        limit: What has ended it early; ``None`` where it came to its end.
    """

    def __init__(self) -> None:
        self.spent = 0
        self.limit: Limit | None = None


class Execution(Joins):
    """What belongs to the statement at hand, and what the execution has found so far."""

    def __init__(self, project: Project) -> None:
        super().__init__()
        self.project = project
        self.observer: Observer | None = None
        """Who watches this execution."""
        self.alive = True
        """Whether the statement at hand can be reached at all."""
        self.events: list[Event] = []
        self.is_recording = True
        self.is_for_caller = False
        """Whether a caller in another file is executed for what it gives the file at hand."""
        self.caller: tree.Node | None = None
        """The last call in that file which has led into the file at hand."""
        self.is_within = False
        """Whether that call is being executed."""
        self.entry = 0
        """The number of the function that is executed for its own sake; 0 for the module."""
        self.entry_began = 0
        """The greatest identity that was given before it."""
        self.inference = Truth.NO
        """Whether the code at hand runs under ``inference_mode``."""
        self.retracted: set[int] = set()
        """The entries of which nothing counts, because they were executed once more."""
        self.done_for_effect: tree.Node | None = None
        """The call that is the statement at hand, unless its name says that it shows or keeps."""
        self.stands_alone: tree.Node | None = None
        """What stands alone as the statement at hand, whatever its name says."""
        self.is_early_round = False
        """Whether it is a round of a loop that another one follows."""
        self.frames: list[Frame] = []
        self.assigned_name = ""
        """What the value at hand is about to be assigned to, as text."""
        self.budget = UNBOUNDED
        """How many steps are left to the bound at hand; outside of any, what is joined is free."""
        self.ended: dict[Ended, None] = {}
        """What has ended early, in the order in which it did."""
        self._next_look = UNBOUNDED
        self.conditions: frozenset[Condition] = frozenset()
        """The branches that the statement at hand stands in."""
        self.state.set_fact(GRAD_MODE, None, Truth.YES)

    @property
    def frame(self) -> Frame:
        """The function that is being executed."""
        return self.frames[-1]

    @property
    def is_in_loop(self) -> bool:
        """Whether the statement at hand stands in a loop of the function at hand."""
        return bool(self.frames and self.frame.loops)

    def spend(self, cost: int = 1) -> None:
        """Pay for a step.

        Raises:
            BudgetExhaustedError: Nothing is left.
            TimeLimitError: The time for the file is up.
        """
        self.budget -= cost
        if self.budget < self._next_look:
            self._look()

    def _look(self) -> None:
        """Look whether the budget or the time is used up."""
        if self.budget < 0:
            raise BudgetExhaustedError
        time_limit.check()
        self._next_look = max(0, self.budget - _STEPS_UNSEEN)

    @contextmanager
    def bounded(self, steps: int) -> Iterator[Bound]:
        """Execute within a budget of its own: the one place where budgets begin and end.

        Where it is used up, or what is executed is nested too deep, the execution goes on behind
        the ``with``, with all that was found so far. However it was left, the machine is then where
        it was before; what was found and what the state holds stays.
        """
        bound = Bound()
        at_hand = [(name, getattr(self, name)) for name in _AT_HAND]
        frames = list(self.frames)
        depths = [
            (frame, len(frame.loops), len(frame.raises), len(frame.attempts))
            for frame in frames[-1:]
        ]
        next_look, shared = self._next_look, self.state.shared
        before, shared.most = shared.most, MOST_HELD
        self.budget = steps
        self._next_look = max(0, steps - _STEPS_UNSEEN)
        self.is_early_round = False
        try:
            yield bound
        except BudgetExhaustedError:
            bound.limit = Limit.STEPS
        except TooMuchHeldError:
            bound.limit = Limit.MEMORY
        except RecursionError:
            bound.limit = Limit.NESTING
        finally:
            bound.spent = steps - max(self.budget, 0)
            for name, value in at_hand:
                setattr(self, name, value)
            self.frames[:] = frames
            for frame, loops, raises, attempts in depths:
                del frame.loops[loops:], frame.raises[raises:], frame.attempts[attempts:]
            self._next_look, shared.most = next_look, before

    def emit(
        self,
        event_type: type[Event],
        node: tree.Node,
        conditions: frozenset[Condition] = frozenset(),
        **facts: Any,
    ) -> None:
        """Record an event, unless the function at hand shows an error here on purpose.

        Args:
            event_type: What has happened.
            node: Where.
            conditions: What it needs besides the branches that it stands in.
            facts: What else is known of it.
        """
        if self.is_recording and not self.expects_error:
            self.events.append(
                event_type(
                    at=node,
                    grad_mode=self.grad_mode,
                    function=self.frame.name if self.frames else "",
                    choices=choices(self.conditions | conditions),
                    caller=self.caller,
                    **facts,
                )
            )
        elif self.observer is not None:
            self.observer.withheld(event_type, node)

    def of_each(self, either: Either, run: Callable[[Value], Value]) -> Value:
        """Do something with each of the values that a value may be, as on the sides of a branch.

        Returns:
            What it gives, joined; where it gives an object or a function for each of them, these
            are alternatives of the same choice.
        """
        count = len(either.options)
        says = [chosen(either.choice, count, frozenset({at})) for at in range(count)]
        if either.ways:
            says = [each | way for each, way in zip(says, either.ways, strict=True)]
        return self.alternatives(
            [
                (conditions, partial(run, each))
                for each, conditions in zip(either.options, says, strict=True)
            ],
            either.choice,
        )

    def for_each(self, either: Either, run: Callable[[Value], None]) -> None:
        """Do something with each of the values that a value may be, for its effect."""

        def run_one(each: Value) -> Value:
            run(each)
            return UNKNOWN

        self.of_each(either, run_one)

    def alternatives(
        self, runs: Sequence[tuple[frozenset[Condition], Callable[[], Value]]], choice: int
    ) -> Value:
        """Run alternatives from the state at hand; returns the join of what they give."""
        base, conditions = self.state, self.conditions
        ends: list[State] = []
        values: list[Value] = []
        for says, run in runs:
            if contradict(says, conditions):
                continue  # it was chosen before, and this one was not
            self.state, self.conditions = base.fork(), conditions | says
            self.state.conditions = self.conditions
            values.append(run())
            ends.append(self.state)
        self.state, self.conditions = base, conditions
        if not ends:
            return UNKNOWN
        sides = base.sides(ends)
        base.absorb(ends, self.join_cells)
        if len(values) == len(runs) and all(map(is_option, values)) and len(set(values)) > 1:
            return Either(tuple(values), choice)
        return self.join_paths(values, sides)

    @property
    def expects_error(self) -> bool:
        """Whether the statement at hand shows an error on purpose: it may do nothing else."""
        return bool(self.frames) and self.frame.expects_error

    @property
    def grad_mode(self) -> Truth:
        """Whether autograd records operations now: nothing is under ``inference_mode``."""
        mode = self.state.fact(GRAD_MODE)
        return mode if self.inference is Truth.NO else min(mode, Truth(2 - self.inference))

    @grad_mode.setter
    def grad_mode(self, mode: Truth) -> None:
        self.state.set_fact(GRAD_MODE, None, mode)

    @contextmanager
    def under_no_grad(self) -> Iterator[None]:
        """What torch does under a ``no_grad`` of its own: an initialiser, a step."""
        before = self.grad_mode
        self.grad_mode = Truth.NO
        try:
            yield
        finally:
            self.grad_mode = before

    @property
    def era(self) -> int:
        """The stretch of the execution at hand.

        A call that is not followed may replace what objects hold: what has happened to the graph
        before may then have happened to values that nobody holds any more.
        """
        return self.state.fact(ERA)

    def begin_era(self) -> None:
        """Something has been called that may have changed the objects of this file."""
        self.state.set_fact(ERA, None, self.new_identity())

    def join_cells(self, state: State, key: Key, left: Any, right: Any, sides: Sides) -> Any:
        """Join two values of a cell where two paths meet, as its domain says."""
        self.spend()
        domain = key[0] if type(key) is tuple else None
        if type(domain) is Domain:
            if domain.join is not None:
                return domain.join(left, right, sides)
            if left is None or right is None:
                return None
        previous, self.state = self.state, state
        try:
            return self.join_in(left, right, sides)
        finally:
            self.state = previous
