"""Executing statements: control flow, and what statements of one line do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from tapelint.source import tree
from tapelint.tape.autograd import backward
from tapelint.tape.domain.domains import GRAD_MODE
from tapelint.tape.domain.frozen import replace
from tapelint.tape.domain.path_conditions import EITHER_BACKWARD, Condition
from tapelint.tape.domain.program import FunctionUnit
from tapelint.tape.domain.state import State
from tapelint.tape.domain.terms import Truth, Use
from tapelint.tape.domain.values import (
    NONE,
    UNKNOWN,
    Container,
    ContainerKind,
    Either,
    GradModeContext,
    Instance,
    LibraryObject,
    Tensor,
    Unknown,
    UnknownAttribute,
    Value,
)
from tapelint.tape.interpreter import contexts, first_rounds, frameworks, matching, thrown_away
from tapelint.tape.interpreter.annotations import Annotations
from tapelint.tape.interpreter.assignments import Assignments
from tapelint.tape.interpreter.calls import Calls
from tapelint.tape.interpreter.conditions import Conditions
from tapelint.tape.interpreter.definitions import Definitions
from tapelint.tape.interpreter.demonstrations import shows_error
from tapelint.tape.interpreter.expressions import Expressions
from tapelint.tape.interpreter.parameters import Parameters
from tapelint.tape.interpreter.returned_losses import ReturnedLosses
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
from tapelint.tape.models import distributions, iteration, layers, modules, spread
from tapelint.tape.syntax import dotted_name, mentions
from tapelint.torch_api.names import BACKWARD_CALLS, is_metric_function, keeps

MOST_ITEMS_IN_TURN = 4
"""Over how many known items a loop is followed one by one."""
MOST_LAYERS_IN_TURN = 24
"""Over how many layers a loop is followed one by one, in all the ways they may be put together."""
MOST_LOOPS_TWICE = 4
"""How many loops within each other are run twice each."""


_REBIND = frozenset({"requires_grad_", "detach_"})
"""Methods that tell of something unknown that it is a tensor, and which."""


class Statements:
    """Executes statements on a machine."""

    def __init__(self, machine: Machine, expressions: Expressions, calls: Calls) -> None:
        self.machine = machine
        self.expressions = expressions
        self.calls = calls
        expressions.calls = calls
        calls.statements = self
        self.annotations = Annotations(machine, expressions)
        calls.annotations = self.annotations
        self.assignments = Assignments(machine, expressions, calls, self.annotations)
        calls.parameters = Parameters(machine, self.annotations, expressions.note_bound)
        self.conditions = Conditions(machine, expressions, self.annotations)
        self.definitions = Definitions(machine, expressions, self.execute_body)
        self.rounds = Rounds(expressions)
        self.returned_losses = ReturnedLosses(machine)
        self._trains: dict[tree.Node, bool] = {}
        self._running: dict[tree.Node, bool] = {}
        self._are_cut_short = False
        """Whether a loop was run once alone, since more rounds of the loop around it follow."""
        self._by_type: dict[type[tree.Node], Callable[[Any], None]] = {
            tree.SimpleStatementLine: self._line,
            tree.SimpleStatementSuite: self._line,
            tree.IndentedBlock: self._line,
            tree.Expr: self._expression,
            tree.Assign: self.assignments.assign,
            tree.AnnAssign: self.assignments.annotated,
            tree.AugAssign: self._augmented,
            tree.Return: self._return,
            tree.Raise: self._raise,
            tree.Assert: self._assert,
            tree.Break: self._break,
            tree.Continue: self._continue,
            tree.Del: self.assignments.delete,
            tree.Global: self._global,
            tree.Nonlocal: self._nonlocal,
            tree.Import: self.definitions.import_modules,
            tree.ImportFrom: self.definitions.import_names,
            tree.If: self._if,
            tree.For: self._for,
            tree.While: self._while,
            tree.With: self._with,
            tree.Try: self._try,
            tree.TryStar: self._try,
            tree.Match: self._match,
            tree.FunctionDef: self.definitions.define_function,
            tree.ClassDef: self.definitions.define_class,
        }

    def execute_body(self, body: tree.Node) -> None:
        """Execute a block, as far as it can be reached."""
        statements: Sequence[tree.Node] = getattr(body, "body", ())
        for statement in statements:
            if not self.machine.alive:
                return
            self.execute(statement)

    def execute(self, node: tree.Node) -> None:
        """Execute one statement."""
        self.machine.spend()
        run = self._by_type.get(type(node))
        if run is not None:
            run(node)

    def _line(self, node: tree.SimpleStatementLine) -> None:
        self.execute_body(node)

    # --- simple statements ---

    def _expression(self, node: tree.Expr) -> None:
        machine = self.machine
        outer, alone = machine.done_for_effect, machine.stands_alone
        machine.done_for_effect = node.value if _may_fill(node.value) else None
        machine.stands_alone = node.value
        value = self.expressions.evaluate(node.value)
        machine.done_for_effect, machine.stands_alone = outer, alone
        if isinstance(value, GradModeContext):
            self.machine.frame.switched_to = value.enabled
        thrown_away.note(self.expressions, node, value)
        self._change_power(node.value, value)
        call = node.value
        function = call.func if isinstance(call, tree.Call) else None
        if not isinstance(function, tree.Attribute) or function.attr.value not in _REBIND:
            return
        owner = function.value
        if isinstance(owner, tree.Name) and isinstance(value, Tensor):
            if type(self.expressions.look_up(owner.value)) in {Unknown, UnknownAttribute}:
                self.expressions.bind(owner.value, value)

    def _change_power(self, call: tree.BaseExpression, result: Value) -> None:
        """``std.pow_(2)`` of something unknown: the name stands for the result from here on."""
        function = call.func if isinstance(call, tree.Call) else None
        if not isinstance(function, tree.Attribute) or not function.attr.value.endswith("_"):
            return
        owner = function.value
        value = self.expressions.look_up(owner.value) if isinstance(owner, tree.Name) else None
        if isinstance(value, Unknown) and value.power is not None and isinstance(owner, tree.Name):
            if not spread.is_filling(function.attr.value):
                changed = Unknown(power=result.power)
                self.machine.state.set((self.machine.frame.scope, owner.value), changed)

    def _augmented(self, node: tree.AugAssign) -> None:
        self.assignments.augmented(node)

    def _return(self, node: tree.Return) -> None:
        machine = self.machine
        frame = machine.frame
        evaluator = self.expressions
        value = evaluator.evaluate(node.value) if node.value is not None else NONE
        is_loss = frame.computes_loss and not is_metric_function(frame.name)
        # Whoever runs the backward itself hands out the loss to be shown, or compared.
        is_loss = is_loss and not self._trains_here(frame.unit)
        machine.use(value, Use.RETURNED_AS_LOSS if is_loss else Use.RETURNED, node)
        machine.hand_on(value, with_attributes=True, to_caller=self.calls.is_following)
        if machine.keepers:
            self.calls.kept_weights.note_returned(node)
        if is_loss and isinstance(value, Tensor):
            machine.use(value, Use.RETURNED_ALONE, node)
        parameters = distributions.parameters(machine, value)
        unit = frame.unit
        if not self.calls.is_following:
            loss = unit.handed_over if unit is not None else None
            if loss is None or not frameworks.run_backward(evaluator, loss, value, node):
                backward.expect(machine, value, parameters, node)
                self.returned_losses.note(node, value)
        is_output = unit is not None and unit.last_name == "forward"
        if is_loss and (not is_output or _is_of_module(unit)):
            backward.expect_loss(machine, value, parameters, node, is_output=is_output)
        left = machine.state if frame.base is None else machine.state.as_layer_over(frame.base)
        frame.returns.append((left, value))
        machine.alive = False

    def _trains_here(self, unit: FunctionUnit | None) -> bool:
        """Whether a function runs a backward: ``loss.backward()``, and then ``return loss``."""
        if unit is None:
            return False
        trains = self._trains.get(unit.node)
        if trains is None:
            trains = self._trains[unit.node] = mentions(unit.node.body, BACKWARD_CALLS)
        return trains

    def _raise(self, node: tree.Raise) -> None:
        for part in (node.exc, node.cause.item if node.cause is not None else None):
            if part is not None:
                self.expressions.evaluate(part)
        self._leave_by_error()

    def _leave_by_error(self) -> None:
        """Nothing behind an error is reached, but for what handles it."""
        if self.machine.frame.raises:
            start, raised = self.machine.frame.raises[-1]
            raised.append(self.machine.state.as_layer_over(start))
        self.machine.alive = False

    def _assert(self, node: tree.Assert) -> None:
        self.expressions.evaluate(node.test)
        if _never_holds(node.test):
            self._leave_by_error()
        else:
            self.conditions.narrow(node.test, True)

    def _break(self, node: tree.Break) -> None:
        if self.machine.frame.loops:
            exits = self.machine.frame.loops[-1]
            exits.breaks.append(self.machine.state.as_layer_over(exits.base))
        self.machine.alive = False

    def _continue(self, node: tree.Continue) -> None:
        if self.machine.frame.loops:
            exits = self.machine.frame.loops[-1]
            exits.continues.append(self.machine.state.as_layer_over(exits.before))
        self.machine.alive = False

    def _global(self, node: tree.Global) -> None:
        self.machine.frame.global_names.update(item.name.value for item in node.names)

    def _nonlocal(self, node: tree.Nonlocal) -> None:
        frame = self.machine.frame
        for item in node.names:
            name = item.name.value
            for scope in frame.enclosing:
                if self.machine.state.get((scope, name)) is not None:
                    frame.outer_names[name] = scope
                    break

    # --- branches ---

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

    def _if(self, node: tree.If) -> None:
        """A chain of ``elif`` may be long: its links are walked, not nested."""
        machine = self.machine
        base = machine.state
        ends: list[State] = []
        link: tree.If | tree.Else | None = node
        reaches_on = True
        current = base
        conditions = machine.conditions
        ways: list[frozenset[Condition]] = []
        while isinstance(link, tree.If) and reaches_on:
            machine.state = current
            truth = self.conditions.truth(link.test)
            before = machine.conditions
            otherwise = self.conditions.parts(link.test, False)
            otherwise |= self.conditions.assumed(link.test, False)
            if truth is not Truth.NO:
                machine.state, machine.alive = current.fork(), True
                machine.conditions = before | self.conditions.parts(link.test, True)
                machine.conditions |= self.conditions.either(link)
                machine.conditions |= self.conditions.assumed(link.test, True)
                machine.state.conditions = machine.conditions
                self.conditions.narrow(link.test, True)
                self.execute_body(link.body)
                if machine.alive:
                    ends.append(machine.state)
                    ways.append(machine.conditions)
            machine.conditions = before | otherwise | self.conditions.either(link)
            if truth is Truth.YES:
                reaches_on = False
            current = current.fork() if current is base else current
            machine.state = current
            self.conditions.narrow(link.test, False)
            link = link.orelse
        if reaches_on:
            machine.state, machine.alive = current.fork(), True
            machine.state.conditions = machine.conditions
            if isinstance(link, tree.Else):
                self.execute_body(link.body)
            if machine.alive:
                ends.append(machine.state)
                ways.append(machine.conditions)
        machine.conditions = conditions | _on_all(ways)
        machine.state, machine.alive = base, bool(ends)
        if ends:
            base.absorb(ends, machine.join_cells)

    # --- loops ---

    def _for(self, node: tree.For) -> None:
        evaluator = self.expressions
        iterated = evaluator.evaluate(node.iter)
        record = self.machine.container_record(iterated)
        if record is not None and 0 < len(record.items) <= MOST_ITEMS_IN_TURN and not record.rest:
            if not record.is_open and record.kind is not ContainerKind.DICT:
                self._for_items(node, record.items, self.rounds.counter(node))
                return
        orders = layers.orders_of(self.machine, iterated)
        if orders and sum(map(len, orders)) <= MOST_LAYERS_IN_TURN:
            many = layers.standing_for_many(self.machine, iterated)
            self._branch([partial(self._for_items, node, order, None, many) for order in orders])
            return

        met: dict[int, Truth] = {}
        counter = self.rounds.counter(node)

        def body(at: Round) -> None:
            each = iteration.iterated(self.machine, iterated, node.iter)
            self._meet_another(each, met)
            evaluator.assign(node.target, each, None)
            if counter is not None:
                evaluator.bind(counter.name, counter.number(at))
            self.execute_body(node.body)

        runs = record is not None and bool(record.items) and not record.is_open
        runs = runs or isinstance(iterated, LibraryObject)  # a list of layers is not empty
        runs = runs or self._must_run(node)
        goes_over = container_gone_over(self.expressions, node.iter)
        self._loop(body, node, at_least_once=runs, goes_over=goes_over, counter=counter)

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
                modules.meet_another(machine, value)

    def _must_run(self, node: tree.For | tree.While) -> bool:
        """Whether a loop runs at least once, as the code behind it shows."""
        known = self._running.get(node)
        if known is None:
            frame, expressions = self.machine.frame, self.expressions
            root: tree.Node | None = frame.unit.node if frame.unit is not None else None
            if root is None and frame.scope == expressions.module_scope:
                root = expressions.module
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
                self.expressions.assign(node.target, item, None)
                if counter is not None:
                    self.expressions.bind(counter.name, counter.number(at))
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
            self._loop(body, node, forever=forever, at_least_once=must_run)
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
        *,
        forever: bool = False,
        at_least_once: bool = False,
        goes_over: Container | None = None,
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
            record = machine.container_record(goes_over) if goes_over is not None else None
            if record is not None and goes_over is not None:
                empty = replace(record, items=(), rest=(), keys=(), is_open=False)
                finished[0].set(goes_over.identity, empty)
        executed = executed_rounds(self._rounds(node), counter)
        is_early = machine.is_early_round
        for at in executed:
            machine.is_early_round = is_early or at is not executed[-1]
            if at.is_generic:
                widen_numbers(rounds, base)
            ends = self._early_round(body, at, rounds, exits, is_early=is_early)
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
        exits.before = before
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

    # --- with, try, match ---

    def _with(self, node: tree.With) -> None:
        machine = self.machine
        before = machine.grad_mode
        was_recording = machine.is_recording
        for item in node.items:
            value = self.expressions.evaluate(item.item)
            if contexts.expects_error(item.item):
                machine.is_recording = False
            if isinstance(value, GradModeContext):
                machine.grad_mode = value.enabled
            elif contexts.may_switch_grad_mode(self.expressions, item.item, value):
                machine.grad_mode = Truth.UNKNOWN
            if item.asname is not None:
                self.expressions.assign(
                    item.asname.name, contexts.entered(self.calls, value, item.item), None
                )
        left = self._left()
        self.execute_body(node.body)
        machine.grad_mode = before
        for each in self._left():
            if all(each is not other for other in left):
                each.set_fact(GRAD_MODE, None, before)
        machine.is_recording = was_recording

    def _left(self) -> list[State]:
        """The states in which the function at hand, or its innermost loop, was left so far."""
        frame = self.machine.frame
        left = [state for state, _ in frame.returns]
        for exits in frame.loops[-1:]:
            left += [*exits.breaks, *exits.continues]
        for _, raised in frame.raises[-1:]:
            left += raised
        return left

    def _try(self, node: tree.Try | tree.TryStar) -> None:
        machine = self.machine
        base = machine.state
        start = base.fork()
        machine.state = start.fork()
        raised: list[State] = []
        left = self._left()
        machine.frame.raises.append((start, raised))
        frame = machine.frame
        expected_before = frame.expects_error
        frame.expects_error = expected_before or shows_error(node)
        self._attempt(node.body, raised)
        frame.expects_error = expected_before
        machine.frame.raises.pop()
        body_end = machine.state if machine.alive else None
        ends: list[State] = []
        broken = start.fork()
        failures = [*([body_end] if body_end is not None else []), *raised]
        broken.absorb(
            [broken.fork(), *(each.as_layer_over(broken, start) for each in failures)],
            machine.join_cells,
        )
        for handler in node.handlers:
            if body_end is not None and self._is_passed_over(handler):
                continue  # the body may fail on other values; on these it does not
            machine.state, machine.alive = broken.fork(), True
            if handler.name is not None and isinstance(handler.name.name, tree.Name):
                self.expressions.bind(handler.name.name.value, UNKNOWN)
            self.execute_body(handler.body)
            if machine.alive:
                ends.append(machine.state)
        if body_end is not None:
            machine.state, machine.alive = body_end, True
            if node.orelse is not None:
                self.execute_body(node.orelse.body)
            if machine.alive:
                ends.append(machine.state)
        machine.state, machine.alive = base, bool(ends)
        if ends:
            base.absorb(ends, machine.join_cells)
        if node.finalbody is not None:
            was_alive, machine.alive = machine.alive, True
            leaving = [each for each in self._left() if all(each is not other for other in left)]
            self._finish(node.finalbody.body, broken)
            state, machine.alive = machine.state, machine.alive and was_alive
            is_alive = machine.alive
            for each in leaving:
                machine.state, machine.alive = each, True
                self.execute_body(node.finalbody.body)
            machine.state, machine.alive = state, is_alive

    def _attempt(self, body: tree.BaseSuite, raised: list[State]) -> None:
        """What stands under ``try``; ``raised`` are the states in which it may end early."""
        self.execute_body(body)

    def _is_passed_over(self, handler: tree.ExceptHandler | tree.ExceptStarHandler) -> bool:
        """Whether a handler counts as never run."""
        return _does_nothing(handler.body)

    def _finish(self, body: tree.BaseSuite, broken: State) -> None:
        """What stands under ``finally``; ``broken`` is the state where the ``try`` has failed."""
        self.execute_body(body)

    def _match(self, node: tree.Match) -> None:
        value = self.expressions.evaluate(node.subject)
        runs: list[Callable[[], None]] = [partial(self._case, case, value) for case in node.cases]
        if not any(matching.is_irrefutable(case) for case in node.cases):
            runs.insert(0, lambda: None)
        self._branch(runs)

    def _case(self, case: tree.MatchCase, value: Value) -> None:
        matching.bind(self.expressions, case.pattern, value)
        if case.guard is not None:
            self.expressions.evaluate(case.guard)
        self.execute_body(case.body)


def _on_all(ways: Sequence[frozenset[Condition]]) -> frozenset[Condition]:
    """What holds behind an ``if``: what holds on each way that leads there."""
    if not ways:
        return frozenset()
    common = frozenset.intersection(*ways)
    return frozenset(each for each in common if not each[0].startswith(EITHER_BACKWARD))


def _may_fill(node: tree.BaseExpression) -> bool:
    """Whether a call that stands alone may be there to change what it is given."""
    if not isinstance(node, tree.Call):
        return False
    name = dotted_name(node.func)
    return not keeps(name) and not is_metric_function(name)


def _is_of_module(unit: FunctionUnit | None) -> bool:
    return unit is not None and unit.unit_class is not None and unit.unit_class.is_module


def _is_always_true(test: tree.BaseExpression) -> bool:
    """``while True`` and ``while 1``; a variable may change in the body."""
    return isinstance(test, (tree.Name, tree.Integer)) and test.value in {"True", "1"}


def _never_holds(test: tree.BaseExpression) -> bool:
    """``assert False`` and ``assert 0``: they say that no path leads here."""
    return isinstance(test, (tree.Name, tree.Integer)) and test.value in {"False", "0"}


def _does_nothing(body: tree.BaseSuite) -> bool:
    """Whether a block is ``pass`` alone."""
    inner = body.body[0] if len(body.body) == 1 else None
    if isinstance(inner, tree.SimpleStatementLine):
        inner = inner.body[0] if len(inner.body) == 1 else None
    return isinstance(inner, tree.Pass)
