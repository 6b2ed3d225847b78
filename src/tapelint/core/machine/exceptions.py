"""Exceptions and context managers: what is raised, who takes it, and what is done on the way."""

from __future__ import annotations

import ast
from typing import Final

from tapelint.core.code.instruction import NONE, Handler, Leave
from tapelint.core.code.instructions import Exit, Try, With
from tapelint.core.domain.alternatives import joined_values
from tapelint.core.domain.objects import Class, Frame
from tapelint.core.domain.predicate import Predicate
from tapelint.core.domain.predicates import DOUBT, SHOWN
from tapelint.core.domain.state import Mark, Way
from tapelint.core.domain.values import UNBOUND, Symbol, Value
from tapelint.core.machine.control import Control
from tapelint.core.machine.protocol import Arguments
from tapelint.core.machine.targets import Target

_REFUSAL: Final = "builtins.RuntimeError"
"""What torch raises where a backward, or a change in place, is not possible."""


class Exceptions(Control):
    """Runs ``try`` and ``with``."""

    def exit(self, ins: Exit, frame: Frame) -> Leave:
        """``return``, ``break``, ``continue``, ``raise``."""
        if ins.how is Leave.RETURN:
            self.returned = frame.slots[ins.src]
        elif ins.how is Leave.RAISE:
            self.thrown = self._thrown(ins, frame)
        return ins.how

    def _thrown(self, ins: Exit, frame: Frame) -> Value:
        """The exception that ``raise`` gives: a class is called, none is the one at hand."""
        if ins.src == NONE:
            return self.handled[-1] if self.handled else self.unknown("exception")
        value = frame.slots[ins.src]
        is_class = isinstance(value, (Class, Symbol))
        return self.models.call(value, Arguments(), ins.node) if is_class else value

    def fail(self, name: str) -> Leave:
        """Raise one of Python's own exceptions."""
        self.thrown = self.models.call(Symbol(f"builtins.{name}"), Arguments(), ast.Pass())
        return Leave.RAISE

    def raised(self, name: str) -> Value:
        """What Python's own code gives where it surely raises an exception.

        Where somebody catches that, the way goes there. Else the program would fail; nobody
        writes it for that, so it goes on.
        """
        if Leave.RAISE not in self.targets:
            return self.unknown(name)
        self.keep(self.fail(name))
        return UNBOUND

    def try_(self, ins: Try, frame: Frame) -> Leave:
        """``try``: a handler begins wherever the body may have stopped."""
        if ins.final:
            self.cleanups.append(lambda: self.run(ins.final, frame))
        how = self._handled(ins, frame) if ins.handlers else self._body_of(ins, frame)
        if ins.final:
            self.cleanups.pop()
            if how is not Leave.GONE:
                returned, thrown = self.returned, self.thrown
                last = self.run(ins.final, frame)
                if last is Leave.NEXT:
                    self.returned, self.thrown = returned, thrown
                else:
                    how = last
        return how

    def _body_of(self, ins: Try, frame: Frame) -> Leave:
        how = self.run(ins.body, frame)
        return self.run(ins.orelse, frame) if how is Leave.NEXT else how

    def _handled(self, ins: Try, frame: Frame) -> Leave:
        mark, ways = self.state.fork(), list[Way]()
        outside, is_risky = self.targets, self.is_risky
        caught = Target(mark, len(self.cleanups))
        self.targets, self.is_risky = {**outside, Leave.RAISE: caught}, False
        if ins.shows and self._takes_refusal(ins, frame):
            self.state.path |= {SHOWN}
        how = self.run(ins.body, frame)
        self.state.path -= {SHOWN}
        self.targets = outside
        if self.is_risky or self.is_thorough:
            raised = Predicate(self.unknown("raised"), "truth")
            stopped = Way(self.state.anywhere(mark), frozenset([raised, DOUBT]))
            caught.ways.append((Leave.RAISE, stopped, self.unknown("exception")))
            self.state.path |= {~raised}
        self.is_risky |= is_risky
        if how is Leave.RAISE:
            caught.ways.append((how, self.state.leave(mark), self.thrown))
            how = Leave.GONE
        elif how is Leave.NEXT:
            how = self.run(ins.orelse, frame)
        self._arrived(how, mark, ways)
        self._catch(ins, frame, caught, mark, ways)
        return self._meet(mark, ways)

    def _takes_refusal(self, ins: Try, frame: Frame) -> bool:
        """Whether a handler may take what torch raises where it refuses something."""
        refused = self.models.call(Symbol(_REFUSAL), Arguments(), ins.node)
        for handler in ins.handlers:
            self.run(handler.head, frame)
            if self._takes(handler, frame, refused) is not False:
                return True
        return False

    def _catch(self, ins: Try, frame: Frame, caught: Target, mark: Mark, ways: list[Way]) -> None:
        """Give what was raised to the handlers in turn; what none of them takes is raised on."""
        pending = [(way, exception) for _, way, exception in caught.ways]
        for handler in ins.handlers:
            self.run(handler.head, frame)
            takes = [self._takes(handler, frame, exception) for _, exception in pending]
            taken = [each for each, own in zip(pending, takes, strict=True) if own is not False]
            pending = [each for each, own in zip(pending, takes, strict=True) if own is not True]
            if not taken:
                continue
            exception = self._resumed(taken)
            if handler.item != NONE:
                frame.slots[handler.item] = exception
            self.handled.append(exception)
            how = self.run(handler.body, frame)
            self.handled.pop()
            self._arrived(how, mark, ways)
        if pending:
            self.thrown = self._resumed(pending)
            self._arrived(Leave.RAISE, mark, ways)

    def _resumed(self, ways: list[tuple[Way, Value]]) -> Value:
        """Go on where ways have raised; what they have raised."""
        self.state.meet(self.state.fork(), [way for way, _ in ways])
        if len(ways) > 1:  # what is tested from here on may leave only those in doubt
            cases = [way.guard for way, _ in ways]
            self.state.path |= {Predicate(self.unknown("raised"), "truth", (), True, cases)}
        return joined_values([(exception, way.guard) for way, exception in ways])

    def _takes(self, handler: Handler, frame: Frame, exception: Value) -> bool | None:
        """Whether a handler is for an exception."""
        if handler.kinds == NONE:
            return True
        given = Arguments([exception, frame.slots[handler.kinds]])
        is_a = self.models.call(Symbol("builtins.isinstance"), given, handler.node)
        return self.is_true(is_a)

    def with_(self, ins: With, frame: Frame) -> Leave:
        """``with``: the manager is left on each way out of the body."""
        manager = frame.slots[ins.manager]
        value = self.models.enter(manager, ins.node)
        if ins.item != NONE:
            frame.slots[ins.item] = value

        def leave() -> Leave:
            self.models.leave(manager, ins.node)
            return Leave.NEXT

        self.cleanups.append(leave)
        how = self.run(ins.body, frame)
        self.cleanups.pop()
        if how is not Leave.GONE:
            leave()
        return how
