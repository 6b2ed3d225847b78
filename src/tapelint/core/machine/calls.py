"""Calls of functions of the program, classes' bodies and modules."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable
from typing import Any, Final

from tapelint.core.code.code_object import Code
from tapelint.core.code.instruction import Leave
from tapelint.core.code.lowering import lowered, size
from tapelint.core.domain.alternatives import Either, bound, joined_values
from tapelint.core.domain.objects import (
    OPEN_KEYS,
    Class,
    Collection,
    Dictionary,
    Frame,
    Function,
    Generator,
)
from tapelint.core.domain.predicate import Guard
from tapelint.core.domain.predicates import SHOWN
from tapelint.core.domain.state import Way
from tapelint.core.domain.values import NONE, UNBOUND, Const, Imported, Item, Symbol, Unknown, Value
from tapelint.core.machine import events
from tapelint.core.machine.exceptions import Exceptions
from tapelint.core.machine.protocol import Arguments
from tapelint.core.machine.targets import Target
from tapelint.core.machine.world import (
    CELLS_A_STEP,
    DEFAULT,
    Budget,
    ExhaustedError,
    Limit,
)

LEAST_ELSEWHERE: Final = 1_000
"""So many steps are taken at least of those in other files by a call that costs more."""
MOST_IN_A_CALL: Final = 2_000
"""After so many steps what another file calls is not followed any more, until it returns."""
MOST_DEPTH: Final = 12
"""Calls are not followed deeper than that."""


class Calls(Exceptions):
    """Runs code in new frames.

    Attributes:
        active: The code that is run, from the outside in.
        frames: Its frames.
        stacks: These, and all else that nests as calls do.
        ran: The code of all functions that were called.
        defined: The functions and classes that were made, the last one of each code.
        counted: The code that somebody has had leave to run.
    """

    def __init__(self) -> None:
        super().__init__()
        self.active: Final[list[Code]] = []
        self.frames: Final[list[Frame]] = []
        self.stacks: Final[list[list[Any]]] = [self.calls, self.active, self.frames, self.handled]
        self.ran: Final[set[Code]] = set()
        self.defined: Final[dict[Code, Function | Class]] = {}
        self.counted: Final[set[Code]] = set()

    def run_module(self, code: Code) -> Frame:
        """Run a file's body; the frame holds its names."""
        frame = self.module_frame(code, "__main__")
        self.run_body(frame)
        return frame

    def module_frame(self, code: Code, name: str) -> Frame:
        """A frame for a file's body, which is not run yet; ``name`` is what imports call it."""
        frame = self._frame(code, None, None)
        frame.slots[code.names["__name__"]] = Const(name)
        return frame

    def run_body(self, frame: Frame) -> None:
        """Run the body of a file, or of whatever a frame was made for."""
        self._enter(frame, frame.code)

    def bounded(self, budget: Budget, code: Code, work: Callable[[], object]) -> Limit | None:
        """Do some work apart from whatever is run now, with a budget of its own.

        Args:
            budget: What it may cost at most; by the size of what is run it is less.
            code: The code that it is done for.
            work: The work.

        Returns:
            What was used up, if the work was cut short.
        """
        stacks, budget = self.stacks, budget.for_longer(self.patience)
        kept = [each.copy() for each in stacks]
        outside = self.targets, self.cleanups, self.file, self.state.path
        left = self.returned, self.thrown, self.is_risky
        limit, last, began = self.limit, self.last, self.steps
        most, most_cells, times = self.most, self.most_cells, self.times
        around = self.home, self.elsewhere, self.until, self.is_cut
        self.most, self.most_cells = began + budget.steps, self.state.clock + budget.cells
        self.limit, self.last, self.times = began, self.state.clock, budget.times
        self.counted.add(code)
        self._may_cost(budget.least + budget.times * size(code))
        self.home, self.elsewhere, self.until, self.is_cut = (
            code.file,
            budget.elsewhere,
            sys.maxsize,
            False,
        )
        for each in stacks:
            each.clear()
        self.targets, self.cleanups = {}, []
        try:
            work()
        except ExhaustedError as error:
            reached: Limit | None = error.limit
        else:
            reached = Limit.ELSEWHERE if self.is_cut else None
        finally:
            spent = self.steps - began
            self.limit, self.most = limit + spent, most + spent
            self.last, self.most_cells, self.times = last, most_cells, times
            self.home, self.elsewhere, self.until, self.is_cut = around
            for each, before in zip(stacks, kept, strict=True):
                each[:] = before
            self.targets, self.cleanups, self.file, self.state.path = outside
            self.returned, self.thrown, self.is_risky = left
        return reached

    def _may_cost(self, steps: int) -> None:
        """So many more instructions may be run, and what they make."""
        self.limit = min(self.limit + steps, self.most)
        self.last = min(self.last + CELLS_A_STEP * steps, self.most_cells)

    def run_class(self, code: Code, scope: Frame, cls: Class) -> None:
        """Run a class's body: its names become attributes of the class."""
        frame = self._frame(code, scope, None, cls)
        self._enter(frame, code)
        for name, slot in code.names.items():
            value, _ = bound(frame.slots[slot], self.state.path)
            if value is not UNBOUND and (slot, name) not in code.free:
                self.state.set_attribute(cls, name, value)

    def invoke(
        self,
        function: Function,
        given: Arguments,
        node: ast.AST,
        receiver: Value | None = None,
    ) -> Value:
        """Call a function of the program.

        Args:
            function: The function.
            given: What it is given.
            node: Where it is called.
            receiver: What stands before what is given: the object of a method.

        Returns:
            What it returns, or its generator; an unknown value where it is not followed.
            ``UNBOUND`` where it never returns.
        """
        code: Code = function.code
        if code.is_blank:
            whole = given if receiver is None else given.behind(receiver)
            return self.models.call(self.unknown(code.name), whole, node)
        if not self.follows(code):
            if self.hears(events.Unfollowed):
                self.emit(events.Unfollowed(node, function, given.all))
            return self.unknown(code.name)
        frame = self._frame(code, function.scope, function)
        self._bind(frame, function, given if receiver is None else given.behind(receiver))
        if code.file == self.hand:
            self.models.outside.given(function, frame)
        self.calls.append(node)
        if self.hears(events.Called):
            self.emit(events.Called(node, function))
        if code.is_generator:
            value: Value = Generator(frame, self.state.tick())
        else:
            value = self._enter(frame, code)
        if self.hears(events.Returned):
            self.emit(events.Returned(node, function, value))
        self.calls.pop()
        return value

    def follows(self, code: Code) -> bool:
        """Whether calls of some code are followed from here."""
        if len(self.active) >= MOST_DEPTH or code in self.active:
            return False
        if code.file == self.home:
            return True
        is_near = self.elsewhere >= 0 if self.file == self.home else self.steps <= self.until
        self.is_cut |= not is_near
        return is_near

    def _leaves_home(self, code: Code) -> bool:
        return code.file != self.home and self.file == self.home

    def _frame(
        self,
        code: Code,
        outer: Frame | None,
        function: Function | None,
        owner: Class | None = None,
    ) -> Frame:
        frame = Frame(
            code, lowered(code).template.copy(), outer, function, self.state.tick(), owner
        )
        slots = frame.slots
        for slot, name in code.free:
            value = self.look_up(name, outer, code)
            slots[slot] = self.models.builtin(name) if value is UNBOUND else value
        return frame

    def look_up(self, name: str, outer: Frame | None, code: Code) -> Value:
        """What a name means in the scopes around one; ``UNBOUND`` if none of them binds it."""
        alias = code.aliases.get(name)
        if alias is not None and outer is not None:
            return outer.slots[alias]
        while outer is not None:
            slot = outer.code.names.get(name)
            if slot is not None and not outer.code.is_class:
                value, _ = bound(outer.slots[slot], self.state.path)
                if value is not UNBOUND:
                    return self.resolved(value)
            if outer.code.stars:
                found = self.models.starred(name, [outer.slots[at] for at in outer.code.stars])
                if found is not UNBOUND:
                    return found
            outer = outer.outer
        return UNBOUND

    def resolved(self, value: Value) -> Value:
        """A value, once what an import means was looked for."""
        if isinstance(value, Imported):
            return self.models.found(value)
        if isinstance(value, Either):
            several = value.alternatives
            if any(isinstance(each, Imported) for each, _ in several):
                return joined_values([(self.resolved(each), guard) for each, guard in several])
        return value

    def _enter(self, frame: Frame, code: Code) -> Value:
        """Run a frame's code: what it returns, once all its ways have met."""
        target = Target(self.state.here(), len(self.cleanups))
        outside, leaves_home, began = self.targets, self._leaves_home(code), self.steps
        goes_away = code.file != self.hand and not self.is_away
        self.is_away |= goes_away
        self.ran.add(code)
        if code.file == self.home and code not in self.counted and not self.is_muted:
            self.counted.add(code)  # it need not be run for its own sake any more
            self._may_cost(self.times * size(code))
        self.targets = {Leave.RETURN: target}
        if Leave.RAISE in outside:
            self.targets[Leave.RAISE] = outside[Leave.RAISE]
        self.active.append(code)
        self.frames.append(frame)
        file, self.file = self.file, code.file
        path, until = self.state.path, self.until
        self.state.path = path - {SHOWN}
        if leaves_home:  # half of what is left stays for the file itself
            self.until = self.steps + min(MOST_IN_A_CALL, (self.limit - self.steps) // 2)
        try:
            how = self.run(code.body, frame)
            if how is Leave.RAISE:
                self.keep(how)
        finally:
            self.active.pop()
            self.frames.pop()
            self.targets, self.file, self.until = outside, file, until
            if goes_away:
                self.is_away = False
                self.away += self.steps - began
        if leaves_home:
            # One large network alone leaves steps for the others.
            self.elsewhere -= min(self.steps - began, max(self.elsewhere // 2, LEAST_ELSEWHERE))
        is_over = frame.function is not None and not code.is_captured
        value = self._met(target, how, frame if is_over else None)
        # Who takes what a generator yields has learnt something on the way.
        self.state.path = self.state.path | path if code.is_generator else path
        return value

    def _met(self, target: Target, how: Leave, over: Frame | None) -> Value:
        """What ways give that return; nobody reads the names of a frame that is ``over``."""
        arrives = how in (Leave.NEXT, Leave.RETURN)
        value = self.returned if how is Leave.RETURN else NONE
        if not target.ways:
            return value if arrives else UNBOUND
        ways = [way for _, way, _ in target.ways]
        values: list[tuple[Value, Guard]] = [(each, way.guard) for _, way, each in target.ways]
        last: Way = self.state.cut(target.mark)
        if arrives:
            ways.append(last)
            values.append((value, last.guard))
        self.state.meet(target.mark, ways, over)
        return joined_values(values)

    def _by_default(self, name: str, default: Value, given: Arguments) -> Value:
        """The default of a parameter; where it may be given another value, nobody knows which."""
        is_example = isinstance(default, Symbol) and self.models.is_example(default.path)
        if not given.is_open or is_example:
            return default
        of = (DEFAULT, default) if isinstance(default, Const) and default is not NONE else ()
        return Unknown(name, self.state.tick(), of=of)

    def _bind(self, frame: Frame, function: Function, given: Arguments) -> None:
        """Bind parameters to arguments; what is not given and has no default is unknown."""
        code: Code = frame.code
        signature, names, slots = code.signature, code.names, frame.slots
        positional = signature.positional
        first_default = len(positional) - len(function.defaults)
        for at, name in enumerate(positional):
            value = given.get(at, name if at >= signature.positional_only else "")
            if value is None and at >= first_default:
                value = self._by_default(name, function.defaults[at - first_default], given)
            slots[names[name]] = self.unknown(name) if value is None else value
        for name in signature.keyword_only:
            value = given.keywords.get(name)
            if value is None and not given.is_open:
                value = function.keyword_defaults.get(name)
            slots[names[name]] = self.unknown(name) if value is None else value
        if signature.rest:
            behind = given.positional[len(positional) :]
            items = Arguments(behind, {}, given.is_open, given.more).items(self.unknown("argument"))
            slots[names[signature.rest]] = Collection("tuple", items, self.state.tick())
        if signature.keywords:
            taken = {*positional[signature.positional_only :], *signature.keyword_only}
            rest = Dictionary(self.state.tick())
            for name, value in given.keywords.items():
                if name not in taken:
                    rest.cells[Item(name)] = value
            rest.cells[OPEN_KEYS] = given.is_open
            slots[names[signature.keywords]] = rest
