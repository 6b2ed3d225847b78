"""Loops: how many rounds of a body are executed, and what comes out of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from tapelint.source import tree
from tapelint.tape.domain.domains import GRAD_MODE
from tapelint.tape.domain.state import State
from tapelint.tape.domain.terms import Truth
from tapelint.tape.domain.values import (
    UNKNOWN,
    ContainerRecord,
    Either,
    Instance,
    LibraryObject,
    Tensor,
    Value,
)
from tapelint.tape.interpreter import first_rounds, switched_modes
from tapelint.tape.interpreter.calls import Calls
from tapelint.tape.interpreter.interface import Subject
from tapelint.tape.interpreter.rounds import (
    Body,
    Counter,
    Round,
    Rounds,
    container_gone_over,
    executed_rounds,
    widen_numbers,
)
from tapelint.tape.machine.frames import LoopExits
from tapelint.tape.machine.machine import Machine
from tapelint.tape.models import (
    iteration,
    layers,
    module_parameters,
)
from tapelint.tape.models.gone_over import GoneOver
from tapelint.tape.syntax import mentions
from tapelint.torch_api.names import BACKWARD_CALLS

MOST_ITEMS_IN_TURN = 4
"""Over how many known items a loop is followed one by one."""
MOST_LAYERS_IN_TURN = 24
"""Over how many layers a loop is followed one by one, in all the ways they may be put together."""
MOST_LOOPS_TWICE = 4
"""How many loops within each other are run twice each."""


class Loops(Calls):
    """Executes loops."""

    def __init__(self, machine: Machine, subject: Subject) -> None:
        super().__init__(machine, subject)
        self.rounds = Rounds(self)
        self._trains: dict[tree.Node, bool] = {}
        self._running: dict[tree.Node, bool] = {}
        self._are_cut_short = False
        """Whether a loop was run once alone, since more rounds of the loop around it follow."""

    def _branch(self, runs: Sequence[Callable[[], None]]) -> None:
        """Run alternatives from the state at hand and go on with the join of their ends."""
        machine = self.machine
        base = machine.state
        ends: list[State] = []
        for run in runs:
            machine.state, machine.alive = base.fork(), True
            run()
            if machine.alive:
                ends.append(machine.state)
        machine.state = base
        machine.alive = bool(ends)
        if ends:
            base.absorb(ends, machine.join_cells)

    def _for(self, node: tree.For) -> None:
        """A generator that stands in a ``with`` of its own switches the mode for its caller."""
        if not switched_modes.may_switch_for_caller(self, node.iter):
            self._for_each(node)
            return
        machine = self.machine
        before, machine.grad_mode = machine.state.fact(GRAD_MODE), Truth.UNKNOWN
        self._for_each(node)
        machine.grad_mode = before

    def _for_each(self, node: tree.For) -> None:
        iterated = self.evaluate(node.iter)
        record = self.machine.container_record(iterated)
        most = self._most_in_turn(record) if record is not None else 0
        items = iteration.in_turn(self.machine, iterated, node.iter, most)
        if items:
            self._for_items(node, items, self.rounds.counter(node))
            return
        orders = layers.orders_of(self.machine, iterated)
        if orders and sum(map(len, orders)) <= MOST_LAYERS_IN_TURN:
            many = layers.standing_for_many(self.machine, iterated)
            self._branch([partial(self._for_items, node, order, None, many) for order in orders])
            return

        met: dict[int, Truth] = {}
        counter = self.rounds.counter(node)
        gone_over = GoneOver(self.machine, iterated, container_gone_over(self, node.iter))

        def body(at: Round) -> None:
            each = iteration.iterated(self.machine, iterated, node.iter)
            gone_over.begin_round(each)
            self._meet_another(each, met)
            self.assign(node.target, each, None)
            if counter is not None:
                self.bind(counter.name, counter.number(at))
            self.execute_body(node.body)

        runs = record is not None and bool(record.items) and not record.is_open
        runs = runs or isinstance(iterated, LibraryObject)  # a list of layers is not empty
        runs = runs or self._must_run(node)
        self._loop(body, node, gone_over, at_least_once=runs, counter=counter)

    def _most_in_turn(self, record: ContainerRecord) -> int:
        """Over how many such items a loop is followed one by one."""
        last = record.items[-1:]
        pair = self.machine.container_record(last[0]) if last else None
        held = pair.held if pair is not None else last
        are_modules = any(map(module_parameters.is_network, held))
        return MOST_LAYERS_IN_TURN if are_modules else MOST_ITEMS_IN_TURN

    def _meet_another(self, each: Value, met: dict[int, Truth]) -> None:
        """An item that stands for many is another one in each round.

        What a round has switched on in one item, the item of the next round does not have yet.
        """
        machine = self.machine
        held = machine.container_record(each)
        for value in (each, *(held.held if held is not None else ())):
            record = machine.tensor_record(value)
            if isinstance(value, Tensor) and record is not None:
                first = met.setdefault(value.identity, record.requires_grad)
                if first is not record.requires_grad:
                    machine.update_tensor(value, requires_grad=Truth.UNKNOWN, is_leaf=Truth.UNKNOWN)
            if isinstance(value, (LibraryObject, Instance, Either)):
                module_parameters.meet_another(machine, value)

    def _must_run(self, node: tree.For | tree.While) -> bool:
        """Whether a loop runs at least once, as the code behind it shows."""
        known = self._running.get(node)
        if known is None:
            frame = self.machine.frame
            root: tree.Node | None = frame.unit.node if frame.unit is not None else None
            if root is None and frame.scope == self.module_scope:
                root = self.module
            known = self._running[node] = root is not None and first_rounds.must_run(node, root)
        return known

    def _for_items(
        self,
        node: tree.For,
        items: tuple[Value, ...],
        counter: Counter | None = None,
        many: frozenset[Value] = frozenset(),
    ) -> None:
        """A loop over a few known items: each in its turn.

        Args:
            node: The loop.
            items: The items.
            counter: What counts the rounds.
            many: Those that stand for many, so that each time it is another one.
        """
        machine = self.machine
        met: dict[int, Truth] = {}
        base = machine.state
        exits = LoopExits(base, base, node, machine.new_identity(), is_of_items=True)
        machine.frame.loops.append(exits)
        current = base.fork()
        for at, item in enumerate(items):

            def body(at: Round, item: Value = item) -> None:
                if item in many:
                    self._meet_another(item, met)
                self.assign(node.target, item, None)
                if counter is not None:
                    self.bind(counter.name, counter.number(at))
                self.execute_body(node.body)

            this = Round(at, is_generic=False, is_last=Truth.of(at == len(items) - 1))
            after = self._one_round(body, this, current, exits)
            machine.alive = after is not None
            if after is None:
                break
            current = after
        machine.state = current
        machine.frame.loops.pop()
        if node.orelse is not None and machine.alive:
            self.execute_body(node.orelse.body)
            current = machine.state
        reached = [*([current] if machine.alive else []), *exits.breaks]
        machine.state, machine.alive = base, bool(reached)
        if reached:
            base.absorb(reached, machine.join_cells)

    def _while(self, node: tree.While) -> None:
        def body(at: Round) -> None:
            if self.conditions.truth(node.test) is Truth.NO:
                self.machine.alive = False
                return
            self.conditions.narrow(node.test, True)
            self.execute_body(node.body)

        runs = self.conditions.truth(node.test)
        if runs is not Truth.NO:
            forever = _is_always_true(node.test)
            must_run = runs is Truth.YES or self._must_run(node)
            nothing = GoneOver(self.machine, UNKNOWN, None)
            self._loop(body, node, nothing, forever=forever, at_least_once=must_run)
        elif node.orelse is not None:
            self.execute_body(node.orelse.body)

    def _rounds(self, node: tree.For | tree.While) -> int:
        """How often a loop's body is run, so that what one round leaves meets the next ones.

        A state that a cell carries on requires grad from the second round on; what that round
        saves meets the third one's backward. Deep inside of loops, one round is enough: the
        rounds of the outer loops show what is carried. So it is in the rounds of an outer loop
        that another one follows.
        """
        if len(self.machine.frame.loops) > MOST_LOOPS_TWICE:
            return 1
        if self.machine.is_early_round:
            self._are_cut_short = True
            return 1
        trains = self._trains.get(node)
        if trains is None:
            trains = self._trains[node] = mentions(node.body, BACKWARD_CALLS)
        return 3 if trains else 2

    def _loop(
        self,
        body: Body,
        node: tree.For | tree.While,
        gone_over: GoneOver,
        *,
        forever: bool = False,
        at_least_once: bool = False,
        counter: Counter | None = None,
    ) -> None:
        """Run a body a few times and join what comes out of it."""
        machine, orelse = self.machine, node.orelse
        base = machine.state
        exits = LoopExits(base, base, node, machine.new_identity())
        machine.frame.loops.append(exits)
        rounds = base.fork()
        finished: list[State] = []
        if not forever and not at_least_once:
            finished.append(base.fork())
            gone_over.empty(finished[0])
        executed = executed_rounds(self._rounds(node), counter)
        is_early = machine.is_early_round
        for at in executed:
            machine.is_early_round = is_early or at is not executed[-1]
            if at.is_generic:
                widen_numbers(rounds, base)
            ends = self._early_round(body, at, rounds, exits, is_early=is_early)
            gone_over.end_round(ends)
            if ends is None:
                if at.is_last is Truth.YES:
                    continue
                break
            if not forever and at.is_last is not Truth.NO:
                if at.is_generic or not self._goes_on(node, ends):
                    finished.append(ends)
            if at.is_last is not Truth.YES:
                rounds = ends
        machine.is_early_round = is_early
        for each in (*finished, *exits.breaks):
            widen_numbers(each, base)
        gone_over.settle(finished)
        if orelse is not None and finished:
            ended = base.fork()
            ended.absorb([end.as_layer_over(ended, base) for end in finished], machine.join_cells)
            machine.state, machine.alive = ended, True
            machine.frame.loops.pop()  # a ``break`` under ``else`` ends the loop around this one
            self.execute_body(orelse.body)
            machine.frame.loops.append(exits)
            finished = [machine.state] if machine.alive else []
        reached = [*finished, *exits.breaks]
        machine.state, machine.alive = base, bool(reached)
        if reached:  # rounds meet here: what one of them has done may go with what another has
            base.absorb(reached, machine.join_cells)
        machine.frame.loops.pop()

    def _one_round(self, body: Body, at: Round, before: State, exits: LoopExits) -> State | None:
        """Run a body once; returns the state at its end, or ``None`` if it is not reached."""
        machine = self.machine
        machine.state, machine.alive = before.fork(), True
        exits.before, exits.round_began = before, machine.new_identity()
        conditions = machine.conditions
        body(at)
        machine.conditions = conditions
        ends = [*([machine.state] if machine.alive else []), *exits.continues]
        exits.continues = []
        if not ends:
            return None
        merged = before.fork()
        merged.absorb([end.as_layer_over(merged, before) for end in ends], machine.join_cells)
        return before.followed_by(merged)

    def _early_round(
        self, body: Body, at: Round, before: State, exits: LoopExits, *, is_early: bool
    ) -> State | None:
        """A round that others may follow; where none does, its inner loops are run in full."""
        machine = self.machine
        if machine.is_early_round is is_early:
            return self._one_round(body, at, before, exits)
        frame, were_cut_short = machine.frame, self._are_cut_short
        reached = len(exits.breaks), len(frame.returns)
        self._are_cut_short = False
        ends = self._one_round(body, at, before, exits)
        if ends is None and self._are_cut_short:
            del exits.breaks[reached[0] :], frame.returns[reached[1] :]
            machine.is_early_round = is_early
            ends = self._one_round(body, at, before, exits)
        self._are_cut_short = were_cut_short
        return ends

    def _goes_on(self, node: tree.For | tree.While, state: State) -> bool:
        """Whether the test of a ``while`` holds for sure after a round."""
        if not isinstance(node, tree.While):
            return False
        machine = self.machine
        before = machine.state, machine.is_recording
        machine.state, machine.is_recording = state.fork(), False
        holds = self.conditions.truth(node.test) is Truth.YES
        machine.state, machine.is_recording = before
        return holds


def _is_always_true(test: tree.BaseExpression) -> bool:
    """``while True`` and ``while 1``; a variable may change in the body."""
    return isinstance(test, (tree.Name, tree.Integer)) and test.value in {"True", "1"}
