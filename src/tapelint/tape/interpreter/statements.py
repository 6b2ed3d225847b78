"""Executing statements: control flow, and what statements of one line do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from tapelint.source import tree
from tapelint.tape.autograd import backward
from tapelint.tape.domain.domains import GRAD_MODE
from tapelint.tape.domain.path_conditions import Condition
from tapelint.tape.domain.program import ClassUnit, FunctionUnit
from tapelint.tape.domain.state import State
from tapelint.tape.domain.terms import Truth, Use
from tapelint.tape.domain.values import (
    NONE,
    UNKNOWN,
    Container,
    GradModeContext,
    Tensor,
    Unknown,
    UnknownAttribute,
    Value,
)
from tapelint.tape.interpreter import contexts, frameworks, matching, thrown_away
from tapelint.tape.interpreter.assignments import Assignments
from tapelint.tape.interpreter.definitions import Definitions
from tapelint.tape.interpreter.demonstrations import of_other_types, shows_error
from tapelint.tape.interpreter.interface import Subject
from tapelint.tape.interpreter.loops import Loops
from tapelint.tape.interpreter.returned_losses import ReturnedLosses
from tapelint.tape.machine.machine import Machine
from tapelint.tape.models import (
    distributions,
    spread,
)
from tapelint.tape.syntax import dotted_name, mentions
from tapelint.torch_api.names import BACKWARD_CALLS, is_metric_function, keeps

_REBIND = frozenset({"requires_grad_", "detach_"})
"""Methods that tell of something unknown that it is a tensor, and which."""


class Statements(Loops):
    """Executes statements."""

    def __init__(self, machine: Machine, subject: Subject) -> None:
        super().__init__(machine, subject)
        self.observer = machine.observer
        self.assignments = Assignments(
            machine, self, self.annotations, self.kept_weights, self.parameters.roles
        )
        self.definitions = Definitions(machine, self)
        self.returned_losses = ReturnedLosses(machine)
        self._executors: dict[type[tree.Node], Callable[[Any], None]] = {
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

    def classes(self) -> list[ClassUnit]:
        """The classes of the file that are known by now."""
        return [unit for unit, _ in self.definitions.classes]

    def execute(self, node: tree.Node) -> None:
        """Execute one statement."""
        self.machine.spend()
        run = self._executors.get(type(node))
        if self.observer is not None:
            self.observer.executing(node)
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
        value = self.evaluate(node.value)
        machine.done_for_effect, machine.stands_alone = outer, alone
        thrown_away.note(self, node, value)
        self._change_power(node.value, value)
        call = node.value
        function = call.func if isinstance(call, tree.Call) else None
        if not isinstance(function, tree.Attribute) or function.attr.value not in _REBIND:
            return
        owner = function.value
        if isinstance(owner, tree.Name) and isinstance(value, Tensor):
            if type(self.look_up(owner.value)) in {Unknown, UnknownAttribute}:
                self.bind(owner.value, value)

    def _change_power(self, call: tree.BaseExpression, result: Value) -> None:
        """``std.pow_(2)`` of something unknown: the name stands for the result from here on."""
        function = call.func if isinstance(call, tree.Call) else None
        if not isinstance(function, tree.Attribute) or not function.attr.value.endswith("_"):
            return
        owner = function.value
        value = self.look_up(owner.value) if isinstance(owner, tree.Name) else None
        if isinstance(value, Unknown) and value.power is not None and isinstance(owner, tree.Name):
            if not spread.is_filling(function.attr.value):
                changed = Unknown(power=result.power)
                self.machine.state.set((self.machine.frame.scope, owner.value), changed)

    def _augmented(self, node: tree.AugAssign) -> None:
        self.assignments.augmented(node)

    def _return(self, node: tree.Return) -> None:
        machine = self.machine
        frame = machine.frame
        value = self.evaluate(node.value) if node.value is not None else NONE
        is_loss = frame.computes_loss and not is_metric_function(frame.name)
        # Whoever runs the backward itself hands out the loss to be shown, or compared.
        is_loss = is_loss and not self._trains_here(frame.unit)
        machine.use(value, Use.RETURNED_AS_LOSS if is_loss else Use.RETURNED, node)
        machine.hand_on(value, with_attributes=True, to_caller=self.is_following)
        if machine.keepers:
            self.kept_weights.note_returned(node)
        if is_loss and isinstance(value, Tensor):
            machine.use(value, Use.RETURNED_ALONE, node)
        parameters = distributions.parameters(machine, value)
        unit = frame.unit
        if not self.is_following:
            loss = unit.handed_over if unit is not None else None
            if loss is None or not frameworks.run_backward(self, loss, value, node):
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
                self.evaluate(part)
        self._leave_by_error()

    def _leave_by_error(self) -> None:
        """Nothing behind an error is reached, but for what handles it."""
        if self.machine.frame.raises:
            start, raised = self.machine.frame.raises[-1]
            raised.append(self.machine.state.as_layer_over(start))
        self.machine.alive = False

    def _assert(self, node: tree.Assert) -> None:
        self.evaluate(node.test)
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
                machine.conditions |= self.conditions.assumed(link.test, True)
                machine.state.conditions = machine.conditions
                self.conditions.narrow(link.test, True)
                self.execute_body(link.body)
                if machine.alive:
                    ends.append(machine.state)
                    ways.append(machine.conditions)
            machine.conditions = before | otherwise
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

    # --- with, try, match ---

    def _with(self, node: tree.With) -> None:
        machine = self.machine
        before, inference = machine.state.fact(GRAD_MODE), machine.inference
        was_recording = machine.is_recording
        for item in node.items:
            machine.inference = contexts.inference(self, item.item)
        modes: list[GradModeContext] = []
        for item in node.items:
            value = self.evaluate(item.item)
            if contexts.expects_error(item.item):
                machine.is_recording = False
            if isinstance(value, GradModeContext):
                machine.grad_mode = value.enabled
                modes.append(value)
            elif contexts.may_switch_grad_mode(self, item.item, value):
                machine.grad_mode = Truth.UNKNOWN
            if item.asname is not None:
                self.assign(item.asname.name, contexts.entered(self, value, item.item), None)
        left = self._left()
        self.execute_body(node.body)
        if modes and modes[0].before is not None:
            before = modes[0].before
        machine.state.set_fact(GRAD_MODE, None, before)
        machine.inference = inference
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
        frame.attempts.append(node)
        self.execute_body(node.body)
        frame.expects_error = expected_before
        frame.attempts.pop()
        frame.raises.pop()
        body_end = machine.state if machine.alive else None
        ends: list[State] = []
        broken = start.fork()
        failures = [*([body_end] if body_end is not None else []), *raised]
        broken.absorb(
            [broken.fork(), *(each.as_layer_over(broken, start) for each in failures)],
            machine.join_cells,
        )
        for handler in node.handlers:
            if body_end is not None and _does_nothing(handler.body):
                continue  # the body may fail on other values; on these it does not
            machine.state, machine.alive = broken.fork(), True
            if handler.name is not None and isinstance(handler.name.name, tree.Name):
                self.bind(handler.name.name.value, UNKNOWN)
            self._handle(node, handler)
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
            self.execute_body(node.finalbody.body)
            state, machine.alive = machine.state, machine.alive and was_alive
            is_alive = machine.alive
            for each in leaving:
                machine.state, machine.alive = each, True
                self.execute_body(node.finalbody.body)
            machine.state, machine.alive = state, is_alive

    def _handle(
        self, node: tree.Try | tree.TryStar, handler: tree.ExceptHandler | tree.ExceptStarHandler
    ) -> None:
        """A handler: what the body has failed on is no tensor there, if its type tells so."""
        names = of_other_types(node, handler)
        tensors = {
            name: value
            for name in names
            if isinstance(value := self.look_up(name), (Tensor, Container))
        }
        for name in tensors:
            self.bind(name, UNKNOWN)
        self.execute_body(handler.body)
        for name, value in tensors.items() if self.machine.alive else ():
            if self.look_up(name) is UNKNOWN:
                self.bind(name, value)

    def _match(self, node: tree.Match) -> None:
        value = self.evaluate(node.subject)
        runs: list[Callable[[], None]] = [partial(self._case, case, value) for case in node.cases]
        if not any(matching.is_irrefutable(case) for case in node.cases):
            runs.insert(0, lambda: None)
        self._branch(runs)

    def _case(self, case: tree.MatchCase, value: Value) -> None:
        matching.bind(self, case.pattern, value)
        if case.guard is not None:
            self.evaluate(case.guard)
        self.execute_body(case.body)


def _on_all(ways: Sequence[frozenset[Condition]]) -> frozenset[Condition]:
    """What holds behind an ``if``: what holds on each way that leads there."""
    if not ways:
        return frozenset()
    return frozenset.intersection(*ways)


def _may_fill(node: tree.BaseExpression) -> bool:
    """Whether a call that stands alone may be there to change what it is given."""
    if not isinstance(node, tree.Call):
        return False
    name = dotted_name(node.func)
    return not keeps(name) and not is_metric_function(name)


def _is_of_module(unit: FunctionUnit | None) -> bool:
    return unit is not None and unit.unit_class is not None and unit.unit_class.is_module


def _never_holds(test: tree.BaseExpression) -> bool:
    """``assert False`` and ``assert 0``: they say that no path leads here."""
    return isinstance(test, (tree.Name, tree.Integer)) and test.value in {"False", "0"}


def _does_nothing(body: tree.BaseSuite) -> bool:
    """Whether a block is ``pass`` alone."""
    inner = body.body[0] if len(body.body) == 1 else None
    if isinstance(inner, tree.SimpleStatementLine):
        inner = inner.body[0] if len(inner.body) == 1 else None
    return isinstance(inner, tree.Pass)
