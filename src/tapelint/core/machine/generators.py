"""Generators: what consumes one is run where it yields.

A generator is run when somebody consumes it: a loop, a ``with``, a function that takes all of its
items. At each ``yield`` the consumer goes on with the value; then the generator does. So whatever
both do happens in Python's order.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

from tapelint.core.code.instruction import NONE, Leave
from tapelint.core.code.instructions import For, With, Yield
from tapelint.core.domain.alternatives import joined_values
from tapelint.core.domain.fields import Field, Items, first_of, join_any
from tapelint.core.domain.objects import ITEMS, SETS, Collection, Frame, Generator, distinct
from tapelint.core.domain.predicate import Guard, Predicate
from tapelint.core.domain.predicates import DOUBTFUL, apart
from tapelint.core.domain.state import Way
from tapelint.core.domain.values import NONE as NOTHING
from tapelint.core.domain.values import UNBOUND, Const, Value
from tapelint.core.machine.calls import Calls
from tapelint.core.machine.targets import Target

CONSUMED: Final = Field("consumed", False, join_any)
"""Whether a generator was run: it gives nothing more."""
PENDING: Final = Field[Value]("pending", NOTHING, first_of)
"""An iterator over what a generator has still to give, once it is consumed item by item."""
Taker = Callable[[Value, Target | None], Leave]
"""Takes a value, and where the generator catches exceptions; is left at its end, or not at all."""


@dataclass
class Consumer:
    """Who takes what a generator yields.

    Attributes:
        take: Goes on with a value.
        targets: Where its ways out of the middle lead.
        file: The file that its code stands in.
        until: The step behind which it is not followed into other functions.
    """

    take: Taker
    targets: dict[Leave, Target]
    file: str
    until: int


Exits = list[tuple[Leave, Guard, Value]]
"""How the body of a ``with`` was left, the guard of the way, and what a ``return`` gives."""


class Generators(Calls):
    """Runs generators."""

    def __init__(self) -> None:
        super().__init__()
        self.consumers: Final[list[Consumer]] = []
        self.stacks.append(self.consumers)

    def consume(self, generator: Generator, take: Taker, node: ast.AST) -> Leave:
        """Run a generator where a node consumes it; it is left at its end, or not at all."""
        frame = generator.frame
        if self.state.get(generator, CONSUMED):
            return self._consume_rest(generator, take)
        self.state.put(generator, CONSUMED, True)
        if not self.follows(frame.code):
            return take(self.unknown("item"), None)
        self.consumers.append(Consumer(take, self.targets, self.file, self.until))
        self.calls.append(node)
        value = self._enter(frame, frame.code)
        self.calls.pop()
        self.consumers.pop()
        return Leave.GONE if value is UNBOUND else Leave.NEXT

    def _consume_rest(self, generator: Generator, take: Taker) -> Leave:
        rest = self.state.get(generator, PENDING)
        items = self.state.get(rest, ITEMS) if isinstance(rest, Collection) else Items()
        for each in items.known:
            how = take(each, None)
            if how is not Leave.NEXT:
                return how
        return Leave.NEXT

    def begun(self, generator: Generator, node: ast.AST) -> Value:
        """An iterator over what is left of a generator that is consumed one item at a time.

        How far it has come is not followed: what it does may have happened already, or not yet.
        """
        if not self.state.get(generator, CONSUMED):
            mark = self.state.fork()
            self.state.path |= DOUBTFUL
            items = self.drained(generator, node)
            self.state.meet(mark, [self.state.cut(mark), Way({}, DOUBTFUL)])
            self.state.put(generator, CONSUMED, True)
            rest = Collection("iterator", items, self.state.tick())
            self.state.put(generator, PENDING, rest)
        return self.state.get(generator, PENDING)

    @contextmanager
    def _suspended(self) -> Iterator[Consumer]:
        """Meanwhile the consumer of the generator at hand goes on."""
        stacks: list[list[Any]] = [self.consumers, self.calls, self.active, self.frames]
        held = [each.pop() for each in stacks]
        inside, consumer = (self.targets, self.file, self.until), held[0]
        self.targets, self.file, self.until = consumer.targets, consumer.file, consumer.until
        try:
            yield consumer
        finally:
            self.targets, self.file, self.until = inside
            for each, last in zip(stacks, held, strict=True):
                each.append(last)

    def yield_(self, ins: Yield, frame: Frame) -> Leave:
        """``yield``: whoever consumes the generator goes on."""
        frame.slots[ins.dst] = self.unknown("sent")
        if frame.function is None:  # outside of any function Python has none
            return Leave.NEXT
        raising = self.targets.get(Leave.RAISE)
        with self._suspended() as consumer:
            return consumer.take(frame.slots[ins.src], raising)

    def drained(self, generator: Generator, node: ast.AST) -> Items:
        """All that a generator yields, taken at once."""
        found = Collection("list", Items(), self.state.tick())

        def take(value: Value, raising: Target | None) -> Leave:
            self.append(found, value)
            return Leave.NEXT

        self.consume(generator, take, node)
        return self.state.get(found, ITEMS)

    def append(self, collection: Collection, value: Value) -> None:
        """Put a value behind what a collection holds."""
        items = self.state.get(collection, ITEMS).then(Items((value,)))
        self.state.put(collection, ITEMS, distinct(items) if collection.kind in SETS else items)

    def search(self, generator: Generator, wanted: bool, node: ast.AST) -> Value:
        """Whether a generator yields something true, or something false: no more is taken."""
        mark, ways = self.state.fork(), list[Way]()
        found = Target(mark, len(self.cleanups))

        def take(value: Value, raising: Target | None) -> Leave:
            true, false = self.truth(value)
            stops, goes_on = (true, false) if wanted else (false, true)
            if stops is not None:
                path, targets = self.state.path, self.targets
                self.state.path, self.targets = path | stops, {**targets, Leave.BREAK: found}
                self.keep(Leave.BREAK)
                self.state.path, self.targets = path, targets
            if goes_on is None:
                return Leave.GONE
            self.state.path |= goes_on
            return Leave.NEXT

        self._arrived(self.consume(generator, take, node), mark, ways)
        results = [(Const(wanted), way.guard) for _, way, _ in found.ways]
        results += [(Const(not wanted), way.guard) for way in ways]
        self._meet(mark, [*found.taken(), *ways])
        return joined_values(results) if results else self.unknown("truth")

    # Consumers.

    def for_loop(self, ins: For, frame: Frame) -> Leave:
        """``for``: the body is run where a generator yields."""
        iterable = frame.slots[ins.iterable]
        if not isinstance(iterable, Generator):
            return super().for_loop(ins, frame)
        mark, ways = self.state.fork(), list[Way]()
        breaks = Target(mark, len(self.cleanups))

        def take(value: Value, raising: Target | None) -> Leave:
            frame.slots[ins.item] = value
            how = self._round(ins, frame, breaks)
            if how in (Leave.NEXT, Leave.GONE):
                return how
            self.keep(how)
            return Leave.GONE

        self._arrived(self.consume(iterable, take, ins.node), mark, ways)
        return self._after_loop(ins.orelse, frame, mark, ways, breaks)

    def with_(self, ins: With, frame: Frame) -> Leave:
        """``with``: the body is run where a generator yields, as a context manager does."""
        manager = frame.slots[ins.manager]
        if not isinstance(manager, Generator):
            return super().with_(ins, frame)
        exits: Exits = []
        how = self.consume(
            manager,
            lambda value, raising: self._managed(ins, frame, value, raising, exits),
            ins.node,
        )
        if how is not Leave.NEXT or all(each is Leave.NEXT for each, _, _ in exits):
            return how
        mark, ways = self.state.fork(), list[Way]()
        for how, guard, value in exits:
            if not apart(guard, self.state.path):
                self.state.path |= guard
                self.returned = value
                self._arrived(how, mark, ways)
        return self._meet(mark, ways)

    def _managed(
        self, ins: With, frame: Frame, value: Value, raising: Target | None, exits: Exits
    ) -> Leave:
        """Run the body of a ``with`` where its generator yields.

        The generator goes on however the body is left, but for an exception, which it sees. So
        the ways out of the middle meet here, told apart by a guard, and leave once it has ended.
        """
        if ins.item != NONE:
            frame.slots[ins.item] = value
        mark, ways = self.state.fork(), list[Way]()
        outside, left = self.targets, Target(mark, len(self.cleanups))
        self.targets = {each: left for each in outside if each is not Leave.RAISE}
        if raising is not None:
            self.targets[Leave.RAISE] = raising
        how = self.run(ins.body, frame)
        if how is not Leave.NEXT and how is not Leave.GONE:
            self.keep(how)
            how = Leave.GONE
        self.targets = outside
        self._arrived(how, mark, ways)
        subject = self.unknown("left")
        kept = [*left.ways, *((Leave.NEXT, way, NOTHING) for way in ways)]
        met = list[Way]()
        for each, way, given in kept:
            guard = frozenset([Predicate(subject, "in", [each])])
            met.append(Way(way.delta, way.guard | guard))
            exits.append((each, guard, given))
        return self._meet(mark, met)
