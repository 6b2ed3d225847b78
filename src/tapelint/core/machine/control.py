"""Control flow: branches, loops, and the ways out of their middle."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Final

from tapelint import time_limit
from tapelint.core.code.instruction import Block, Instruction, Leave
from tapelint.core.code.instructions import Branch, For, Logic, While
from tapelint.core.code.lowering import MOST_NESTED
from tapelint.core.domain.alternatives import (
    Either,
    alternatives,
    bound,
    joined_values,
    narrowed,
    present,
    some_item,
)
from tapelint.core.domain.fields import Field, Items
from tapelint.core.domain.objects import ITEMS, Collection, Frame, Numbered
from tapelint.core.domain.predicate import Guard, Predicate
from tapelint.core.domain.predicates import DOUBTFUL, OPEN, SOMEWHERE
from tapelint.core.domain.state import Mark, Way
from tapelint.core.domain.values import NONE as NOTHING
from tapelint.core.domain.values import Const, Unknown, Value
from tapelint.core.machine.counting import is_counting, last_round, turns, widened
from tapelint.core.machine.events import Taken
from tapelint.core.machine.targets import Target
from tapelint.core.machine.truth import Truth
from tapelint.core.machine.world import ExhaustedError, Limit

MOST_ITEMS: Final = 16
"""A loop over more items than these is run as one over any number of them."""
_NOWHERE: Final = ast.Pass()
MOST_ROUNDS: Final = 4
"""A loop that counts further is run as one of any number of rounds."""
STEPS_UNSEEN: Final = 1_000
"""After so many instructions the clock is looked at."""
ROUNDS: Final = 2
"""How many rounds of a loop show what one of them leaves to the next."""
THOROUGH_ROUNDS: Final = 5
"""How many are run for who asks what is sure after any number of rounds."""
MOST_THOROUGH: Final = 2
"""Within more loops than these, fewer are enough: the rounds of the outer ones show the rest."""
MOST_RAISED: Final = 16
"""So many ways that raise are kept for one ``try``; more may have raised anywhere in it."""
Handler = Callable[[Instruction, Frame], Leave]


class Control(Truth):
    """Runs blocks.

    Attributes:
        handlers: What each kind of instruction does.
        targets: Where ways go that leave a block in its middle.
        cleanups: What is to be done on such a way, from the outside in.
        returned: What is returned.
        thrown: What is raised.
        handled: The exceptions whose handlers are run, from the outside in.
        nested: How many loops the code that is run stands in.
        next_look: The step behind which the clock is looked at.
        ended: What stands for the blocks of which the last instruction was run.
        is_thorough: Whether loops are run for who asks what is sure, and left after each round.
    """

    def __init__(self) -> None:
        super().__init__()
        self.ended: Final[set[int]] = set()
        self.handlers: Final[dict[type[Instruction], Handler]] = {}
        self.targets: dict[Leave, Target] = {}
        self.cleanups: list[Callable[[], Leave]] = []
        self.returned: Value = NOTHING
        self.thrown: Value = NOTHING
        self.handled: Final[list[Value]] = []
        self.nested = 0
        self.next_look = STEPS_UNSEEN
        self.is_thorough = False

    def run(self, block: Block, frame: Frame) -> Leave:
        """Run a block until it is left; how that was.

        Raises:
            ExhaustedError: The budget is used up.
            TimeLimitError: The time that the file may take is.
        """
        handlers = self.handlers
        for instruction in block:
            self.steps += 1
            how = handlers[type(instruction)](instruction, frame)
            if how is not Leave.NEXT:
                if instruction is block[-1]:
                    self.ended.add(id(block))
                return how
        self.ended.add(id(block))
        if self.steps > self.limit:
            raise ExhaustedError(Limit.STEPS)
        if self.state.clock > self.last:
            raise ExhaustedError(Limit.CELLS)
        if self.steps > self.next_look:
            self.next_look = self.steps + STEPS_UNSEEN
            time_limit.check()
        return Leave.NEXT

    # Ways out of the middle.

    def keep(self, how: Leave) -> None:
        """Keep the state of a way that leaves for somewhere outside the fork at hand.

        What ``with`` and ``finally`` do on the way is done first. A ``raise`` that nobody in the
        function catches is kept by nobody.
        """
        target = self.targets.get(how)
        if target is None:
            return
        due, depth = self.cleanups, len(self.cleanups)
        value = self.thrown if how is Leave.RAISE else self.returned
        while target is not None and depth > target.depth:
            depth -= 1
            self.cleanups = due[:depth]
            instead = due[depth]()
            if instead is not Leave.NEXT:  # ``finally`` is left by a way of its own
                target = self.targets.get(instead)
                how, value = instead, self.thrown if instead is Leave.RAISE else self.returned
        self.cleanups = due
        if target is None:
            return
        if how is Leave.RAISE and len(target.ways) >= MOST_RAISED:
            self.is_risky = True
        else:
            target.ways.append((how, self.state.leave(target.mark), value))

    def _arrived(self, how: Leave, mark: Mark, ways: list[Way]) -> None:
        """Cut off a way of a fork: it arrives at its end, or is kept for where it goes."""
        if how is Leave.NEXT:
            ways.append(self.state.cut(mark))
        else:
            if how is not Leave.GONE:
                self.keep(how)
            self.state.cut(mark)

    def _meet(self, mark: Mark, ways: list[Way]) -> Leave:
        if not ways:
            self.state.close(mark)
            return Leave.GONE
        self.state.meet(mark, ways)
        return Leave.NEXT

    # Branches.

    def branch(self, ins: Branch, frame: Frame) -> Leave:
        """``if``: where the test is not known, both sides are run, each from the same state."""
        true, false = self.truth(frame.slots[ins.test])
        if true is None or false is None:
            return self.run(ins.orelse if true is None else ins.then, frame)
        mark, ways = self.state.fork(), list[Way]()
        for guard, block in ((true, ins.then), (false, ins.orelse)):
            self.state.path |= guard
            self._arrived(self.run(block, frame), mark, ways)
        return self._meet(mark, ways)

    def logic(self, ins: Logic, frame: Frame) -> Leave:
        """``and``, ``or``: the right side is run where the left one does not decide."""
        slots = frame.slots
        left = slots[ins.left]
        true, false = self.truth(left)
        goes_on, decides = (true, false) if ins.is_and else (false, true)
        if goes_on is None:
            slots[ins.dst] = left
            return Leave.NEXT
        if decides is None:
            how = self.run(ins.block, frame)
            slots[ins.dst] = slots[ins.right]
            return how
        kept = self.deciding(left, not ins.is_and, decides)
        mark, ways = self.state.fork(), list[Way]()
        self.state.path |= goes_on
        how = self.run(ins.block, frame)
        right, guard = slots[ins.right], self.state.path - mark.path
        self._arrived(how, mark, ways)
        self.state.path |= decides
        self._arrived(Leave.NEXT, mark, ways)
        slots[ins.dst] = joined_values([(right, guard), *kept] if how is Leave.NEXT else kept)
        return self._meet(mark, ways)

    # Loops.

    def _rounds(self) -> int:
        """How many rounds of a loop are run whose number nobody knows."""
        if self.nested >= MOST_NESTED:
            return 1
        return THOROUGH_ROUNDS if self.is_thorough and self.nested < MOST_THOROUGH else ROUNDS

    def for_loop(self, ins: For, frame: Frame) -> Leave:
        """``for``: a round for each item, if these are few and known; else rounds as needed."""
        iterable = frame.slots[ins.iterable]
        items = self.models.items(iterable, ins.node)
        if items is None:
            items = Items((), self.derived("item", iterable))
        if (items.rest is None and len(items.known) <= MOST_ITEMS) or items.tail:
            return self._rounds_known(ins, frame, items)
        if len(items.known) >= MOST_ROUNDS:
            items = Items(items.known[: MOST_ROUNDS - 1], some_item(*items.all[MOST_ROUNDS - 1 :]))
        mark, ways = self.state.fork(), list[Way]()
        breaks = self._breaks(mark)
        counted = iterable if isinstance(iterable, Numbered) else None
        is_held = any(isinstance(each, Collection) for each, _ in self.alternatives(iterable))
        known = len(items.known)
        how, number = Leave.NEXT, 0
        rounds = self._rounds()
        most = max(rounds, known + 1) if rounds > 1 else 1
        while number < most and how is Leave.NEXT:
            if number >= known and (number == 0 or counted is not None):
                if not self._goes_on(iterable, counted, number, ways, mark):
                    how = Leave.GONE
                    break
            begin = self.state.here()
            if counted is None:
                frame.slots[ins.item] = item = self._taken(
                    iterable, self._item(items, number), ins.node
                )
            else:
                count = self._count(counted, number)
                frame.slots[ins.item] = item = self.numbered(counted, count, number, ins.node)
            how = self._round(ins, frame, breaks)
            number += 1
            if (
                number == 1
                and most == 2
                and how is Leave.NEXT
                and turns(self.state, frame, ins.carried, begin)
            ):
                most = 3
            changes = how is Leave.NEXT and self._widen(ins, frame, begin)
            if not changes and number > known and not isinstance(item, Const):
                most = number
            elif is_held and how is Leave.NEXT and 0 < number == known:
                self._leave_by(DOUBTFUL, ways, mark)  # it may hold no more than these
            elif self.is_thorough and how is Leave.NEXT and known < number < most:
                self._leave_by(OPEN, ways, mark)
        if counted is not None and how is Leave.NEXT:
            last = self.models.operate("sub", self._end(counted), Const(1), _NOWHERE)
            self.assume("eq", count, last)
        self._end_rounds(how, mark, ways)
        return self._after_loop(ins.orelse, frame, mark, ways, breaks)

    def _goes_on(
        self, iterable: Value, counted: Numbered | None, number: int, ways: list[Way], mark: Mark
    ) -> bool:
        """Whether there may be one more item; where there is none, a way leaves the loop."""
        if counted is None:
            some, none = self.truth(iterable)
        else:
            more = self.models.compare("gt", counted.length, Const(number), _NOWHERE)
            some, none = self.truth(more)
            if none is not None and number > 0:  # there were as many
                done = self.models.compare("eq", counted.length, Const(number), _NOWHERE)
                none |= self.truth(done)[0] or OPEN
        if none is not None:
            self._leave_by(none, ways, mark)
        self.state.path |= some or OPEN
        return some is not None

    def _end(self, counted: Numbered) -> Value:
        """The first number that is none of them any more."""
        if counted.start == 0:
            return counted.length
        return self.models.operate("add", counted.length, Const(counted.start), _NOWHERE)

    def _count(self, counted: Numbered, number: int) -> Value:
        """The number of a round: that of the first is known, of the others where it lies."""
        if number == 0:
            return Const(counted.start)
        count = self.unknown("count")
        self.assume("ge", count, Const(counted.start + number))
        self.assume("lt", count, self._end(counted))
        return count

    def _taken(self, of: Value, item: Value, node: ast.AST) -> Value:
        """An item that a loop takes, which listeners are told."""
        if self.hears(Taken):
            self.emit(Taken(node, of, item))
        return item

    def numbered(
        self, counted: Numbered, count: Value, number: int, node: ast.AST = _NOWHERE
    ) -> Value:
        """A number, with the item that bears it, if there is one."""
        if counted.of is None:
            return count
        items = self.models.items(counted.of, _NOWHERE)
        held = Items((), self.derived("item", counted.of)) if items is None else items
        pair = Items((count, self._taken(counted.of, self._item(held, number), node)))
        return Collection("tuple", pair, self.state.tick())

    def _item(self, items: Items, number: int) -> Value:
        """What the next round takes: of what is the same in no two rounds, a new one."""
        if number < len(items.known):
            return items.known[number]
        found = items.at(number, self.state.path)
        if found is not None:
            return found[0]
        later = some_item(*(items.all[number:] or items.all))
        several = alternatives(later, self.state.path)
        if any(isinstance(each, (Const, Unknown)) for each, _ in several):
            return self.unknown("item")
        left = narrowed(later, self.state.path)
        return self._anew(self._picked(left, is_first=number == len(items.known)))

    def _picked(self, value: Value, *, is_first: bool) -> Value:
        """One of several values, of which the round at hand has the same one throughout.

        Each of them has its round. Whether another round has the same one is another question:
        one value may stand for several items.
        """
        if isinstance(value, Collection) and value.kind == "tuple":
            items = self.state.get(value, ITEMS)
            known = tuple(self._picked(each, is_first=is_first) for each in items.known)
            return Collection("tuple", Items(known, items.rest), self.state.tick())
        if not isinstance(value, Either):
            return value
        which, taken = self.unknown("which"), SOMEWHERE if is_first else OPEN
        return Either(
            (one, (guard - taken) | {Predicate(which, "in", [at])})
            for at, (one, guard) in enumerate(value.alternatives)
        )

    def _anew(self, item: Value) -> Value:
        """The same item of a later round: what is unknown in it is another one."""
        if isinstance(item, Unknown):
            return self.unknown(item.hint)
        if not isinstance(item, Collection) or item.kind != "tuple":
            return item
        items = self.state.get(item, ITEMS)
        rest = None if items.rest is None else self._anew(items.rest)
        known = tuple(map(self._anew, items.known))
        return Collection("tuple", Items(known, rest), self.state.tick())

    def _rounds_known(self, ins: For, frame: Frame, items: Items) -> Leave:
        meets = ins.breaks or bool(items.tail)
        mark = self.state.fork() if meets else self.state.here()
        breaks, ways, how = self._breaks(mark), list[Way](), Leave.NEXT
        for item in items.places[:MOST_ITEMS]:
            begin = self.state.here()
            how = self._round_of(ins, frame, breaks, item)
            if how is not Leave.NEXT:
                break
            if items.tail:  # there may be more than these
                self._widen(ins, frame, begin)
        if not meets:
            return self.run(ins.orelse, frame) if how is Leave.NEXT else how
        self._end_rounds(how, mark, ways)
        return self._after_loop(ins.orelse, frame, mark, ways, breaks)

    def _round_of(self, ins: For, frame: Frame, breaks: Target, item: Value) -> Leave:
        """The round of a place; none is run where nothing stands there."""
        some, none = present(item, self.state.path)
        if none is None:
            frame.slots[ins.item] = narrowed(item, self.state.path)
            return self._round(ins, frame, breaks)
        if some is None:
            return Leave.NEXT
        mark, ways = self.state.fork(), list[Way]()
        self.state.path |= none
        self._arrived(Leave.NEXT, mark, ways)
        self.state.path |= some
        frame.slots[ins.item] = bound(item, self.state.path)[0]
        self._arrived(self._round(ins, frame, breaks), mark, ways)
        return self._meet(mark, ways)

    def while_loop(self, ins: While, frame: Frame) -> Leave:
        """``while``: rounds as long as the test is known to pass, or as needed."""
        mark, ways = self.state.fork(), list[Way]()
        breaks = self._breaks(mark)
        least, is_counted = max(self._rounds() - 1, 1), False
        number, most = 0, least if ins.is_endless else max(MOST_ROUNDS, least)
        while True:
            begin = self.state.here()
            how = self.run(ins.head, frame)
            if how is not Leave.NEXT:
                break
            true, false = self.truth(frame.slots[ins.test])
            if true is None:
                break
            if number > most:
                if ins.is_endless:
                    how = Leave.GONE  # ``while True`` is left by ``break`` alone
                self.state.path |= false or OPEN
                break
            if number == most and false is None and not ins.is_endless and not is_counted:
                self._widen(ins, frame, mark)  # it counts further than is looked
            if false is not None:
                most = min(most, max(number, least))
                self._leave_by(false, ways, mark)
                self.state.path |= true
            left = self._left(breaks)
            how = self._round(ins, frame, breaks)
            number += 1
            if how is not Leave.NEXT:
                break
            is_counted = number < MOST_ROUNDS and is_counting(self.state, begin)
            if is_counted and self._tells(ins, frame, is_left=self._left(breaks) > left):
                most = max(most, number)
                continue
            is_counted = false is None and not ins.is_endless and number < most
            if not is_counted and not self._widen(ins, frame, begin):
                most = number - 1
        self._end_rounds(how, mark, ways)
        return self._after_loop(ins.orelse, frame, mark, ways, breaks)

    def _left(self, breaks: Target) -> int:
        """How many ways have left for somewhere outside."""
        return len(breaks.ways) + sum(len(each.ways) for each in self.targets.values())

    def _tells(self, ins: While, frame: Frame, *, is_left: bool) -> bool:
        """Whether it is known if there is another round; ``is_left`` if a way has left the last."""
        if ins.is_endless:
            return not is_left
        mark, is_muted = self.state.fork(), self.is_muted
        self.is_muted = True
        how = self.run(ins.head, frame)
        true, false = self.truth(frame.slots[ins.test])
        self.is_muted = is_muted
        self.state.cut(mark)
        self.state.close(mark)
        return how is Leave.NEXT and (true is None or false is None)

    def _leave_by(self, guard: Guard, ways: list[Way], mark: Mark) -> None:
        """One way ends here, and another one goes on from here."""
        before = self.state.path
        self.state.path = before | guard
        ways.append(self.state.leave(mark))
        self.state.path = before

    def _breaks(self, mark: Mark) -> Target:
        """Where ways arrive that leave a loop which begins now."""
        return Target(mark, len(self.cleanups), since=self.state.clock)

    def _round(self, ins: For | While, frame: Frame, breaks: Target) -> Leave:
        """One round; where it ends, and where ``continue`` stands, ways meet."""
        outside, since = self.targets, self.since
        self.targets = {**outside, Leave.BREAK: breaks}
        self.since = breaks.since
        self.nested += 1
        try:
            if not ins.continues:
                how = self.run(ins.body, frame)
            else:
                mark, ways = self.state.fork(), list[Way]()
                resumed = Target(mark, len(self.cleanups))
                self.targets[Leave.CONTINUE] = resumed
                how = self.run(ins.body, frame)
                self._arrived(Leave.NEXT if how is Leave.CONTINUE else how, mark, ways)
                how = self._meet(mark, [*resumed.taken(), *ways])
            if how is Leave.BREAK:
                self.keep(how)
                how = Leave.GONE
        finally:
            self.nested -= 1
            self.targets, self.since = outside, since
        return how

    def _widen(self, ins: For | While, frame: Frame, begin: Mark) -> bool:
        """Forget numbers that a round has counted; whether it changes what the next one reads."""
        state, changes = self.state, False
        for (obj, key), old in state.changed(begin).items():
            if isinstance(obj, Frame) and isinstance(key, int):
                if obj is not frame or key in ins.carried:
                    changes = True
                    state.set_slot(obj, key, widened(self, (obj, key), old, obj.slots[key]))
                continue
            changes = True
            if isinstance(key, Field):
                state.put(obj, key, key.widen(old, state.get(obj, key)))
            else:
                value = widened(self, (obj, key), old, state.attribute(obj, key))
                state.set_attribute(obj, key, value)
        return changes

    def _end_rounds(self, how: Leave, mark: Mark, ways: list[Way]) -> None:
        """The end of the last round."""
        self._arrived(how, mark, ways)
        if how is Leave.NEXT:
            ways[-1] = last_round(ways[-1])

    def _after_loop(
        self, orelse: Block, frame: Frame, mark: Mark, ways: list[Way], breaks: Target
    ) -> Leave:
        if orelse and ways:
            self.state.meet(mark, ways)
            if breaks.ways:
                self.state.fork()  # what has left by ``break`` arrives behind this
            how = self.run(orelse, frame)
            if not breaks.ways:
                return how
            inner = list[Way]()
            self._arrived(how, mark, inner)
            ways = inner
        return self._meet(mark, [*breaks.taken(), *ways])
