"""Calling values: following the functions and classes of this file, and asking for the rest."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tapelint.source import tree
from tapelint.source.spelling import last_name
from tapelint.tape.autograd import gradient_pages
from tapelint.tape.domain.domains import GRAD_MODE
from tapelint.tape.domain.frozen import replace
from tapelint.tape.domain.path_conditions import INFERENCE
from tapelint.tape.domain.program import FunctionUnit
from tapelint.tape.domain.terms import Truth, Use
from tapelint.tape.domain.values import (
    NONE,
    UNKNOWN,
    Class,
    ContainerKind,
    Either,
    Function,
    Instance,
    LibraryObject,
    Method,
    Partial,
    Symbol,
    TensorRecord,
    Unknown,
    UnknownAttribute,
    Value,
)
from tapelint.tape.interpreter import custom_functions
from tapelint.tape.interpreter.escapes import Escapes
from tapelint.tape.interpreter.expressions import Expressions
from tapelint.tape.interpreter.interface import Subject
from tapelint.tape.interpreter.kept_weights import KeptWeights
from tapelint.tape.interpreter.library_calls import LibraryCalls
from tapelint.tape.interpreter.named import Named
from tapelint.tape.interpreter.never_cleared import NeverCleared
from tapelint.tape.interpreter.parameters import Parameters
from tapelint.tape.interpreter.switched_modes import is_under_inference
from tapelint.tape.interpreter.unknown_calls import LOGS, UnknownCalls
from tapelint.tape.machine.budgets import Budgets, Ended, Limit
from tapelint.tape.machine.frames import Arguments, Frame
from tapelint.tape.machine.machine import Machine
from tapelint.tape.models import distributions, forward_hooks, fresh_modules, modules
from tapelint.tape.models.naming import labelled
from tapelint.tape.syntax import acts_late, last_part, returns_only
from tapelint.torch_api.names import computes_loss, is_for_inference, logs

MOST_FOLLOWED = 4
"""How many calls deep the functions of a file are followed."""
MOST_ELSEWHERE = 3
"""How many of those calls may be of functions of other files."""


class Calls(Expressions):
    """Calls any value."""

    def __init__(self, machine: Machine, subject: Subject) -> None:
        super().__init__(machine, subject)
        self.parameters = Parameters(machine, self)
        self._follow_budget = 0
        self._elsewhere_budget = 0
        self.named = Named(machine, self)
        self.kept_weights = KeptWeights(machine, self, self.networks)
        self.never_cleared = NeverCleared(machine, subject.module, subject.neighbours)
        self.escapes = Escapes(machine, self)
        self.unknown = UnknownCalls(machine, self, self.escapes)
        self.library = LibraryCalls(machine, self, self.named, self.unknown)
        self._late: dict[tree.Node, bool] = {}
        self._stack: list[FunctionUnit] = []
        self._callers: dict[type[Value], Callable[[Any, Arguments, tree.Node], Value]] = {
            Function: self._function,
            Class: self._class,
            Instance: self._instance,
        }
        self._outside: dict[type[Value], Callable[[Any, Arguments, tree.Call], Value]] = {
            Symbol: self.library.symbol,
            Method: self.library.method,
            Partial: self._partial,
            LibraryObject: self.library.library_object,
            UnknownAttribute: self.unknown.call_attribute,
        }
        self._calls_meant: dict[tree.Node, tree.Call] = {}

    def member(self, names: Symbol, index: Value | None) -> Value | None:
        """``module.__dict__[name]``; ``None`` where it is not the dictionary of a module."""
        return self.named.item(names, index)

    @property
    def is_following(self) -> bool:
        """Whether the function at hand is executed for a caller of this file."""
        return bool(self._stack)

    def call(self, function: Value, arguments: Arguments, node: tree.Node) -> Value:
        """``function(...)``; ``node`` is the call, or what stands for it."""
        name = last_name(node.func if isinstance(node, tree.Call) else node)
        return labelled(self.dispatch(function, arguments, node), name)

    def dispatch(self, function: Value, arguments: Arguments, node: tree.Node) -> Value:
        """Call a value, as its kind wants it."""
        if isinstance(function, Either):
            return self.machine.of_each(function, lambda each: self.call(each, arguments, node))
        if self.machine.keepers and isinstance(node, tree.Call):
            self.kept_weights.note_call(node)
        run = self._callers.get(type(function))
        if run is not None:
            return run(function, arguments, node)
        outside = self._outside.get(type(function))
        if outside is not None:
            found = outside(function, arguments, self._call_meant(node))
            if isinstance(function, (Method, UnknownAttribute)) and function.name == "step":
                self.never_cleared.note_step(node)
            return found
        if type(function) is Unknown and isinstance(node, tree.Call):
            if self.networks.is_trained(self.machine.frame, node.func):
                network = self.unknown.network(node.func)
                if network is not None:
                    return self.call(network, arguments, node)
        return self.unknown.call(arguments, node)

    def _call_meant(self, node: tree.Node) -> tree.Call:
        """The call itself; of what calls without saying so, as ``x[0]``, a call at its place."""
        if isinstance(node, tree.Call):
            return node
        meant = self._calls_meant.get(node)
        if meant is None:
            meant = self._calls_meant[node] = tree.Call()
            meant.origin, meant.source, meant.args = node.origin, node.source, []
            meant.func = node if isinstance(node, tree.BaseExpression) else tree.name("")
        return meant

    def _partial(self, function: Partial, arguments: Arguments, node: tree.Call) -> Value:
        given = {name for name, _, _ in arguments.keywords}
        merged = Arguments(
            (*((value, node) for value in function.positional), *arguments.positional),
            (
                *((name, value, node) for name, value in function.keywords if name not in given),
                *arguments.keywords,
            ),
            arguments.spread,
        )
        return self.call(function.function, merged, node)

    # --- this file ---

    def _instance(self, function: Instance, arguments: Arguments, node: tree.Node) -> Value:
        unit = function.unit
        if unit is None:
            return UNKNOWN
        if unit.is_module:
            fresh_modules.note_module(self.machine, function, arguments, node)
        method = unit.method("__call__") or (unit.method("forward") if unit.is_module else None)
        if method is None and unit.is_autograd_function:
            custom_functions.note_called(self.machine, unit, node)
        if method is None and unit.layer and isinstance(node, tree.Call):
            if not _has_other(function, "forward"):
                return self.library.library_object(function, arguments, node)
        if method is None:
            self.machine.pass_on(arguments, node)
            return UNKNOWN
        made = self._function(Function(method, function), arguments, node)
        return forward_hooks.after(self.machine, function, arguments, made, node)

    def _class(self, function: Class, arguments: Arguments, node: tree.Node) -> Value:
        unit = function.unit
        if unit is None:
            return UNKNOWN
        instance = Instance(unit, self.machine.new_identity())
        if unit.is_module:
            self.machine.constructed.add(instance.identity)
        if unit.fields:
            for name, (value, _) in zip(unit.fields, arguments.positional, strict=False):
                self.machine.set_attribute(instance, name, labelled(value, name))
            for keyword, value, _ in arguments.keywords:
                self.machine.set_attribute(instance, keyword, labelled(value, keyword))
            self._set_defaults(instance, arguments, node)
            if unit.method("__init__") is None:
                prepare = unit.method("__post_init__")
                if prepare is not None:
                    self._function(Function(prepare, instance), Arguments(), node)
                return instance
        kind = distributions.kind_of(unit)
        initialiser = unit.method("__init__")
        if kind is not None and initialiser is not None:
            distributions.note_validation(self.machine, kind, arguments)
        if initialiser is None and kind is not None and isinstance(node, tree.Call):
            made = distributions.bind(self.machine, kind, arguments, node)
            distributions.keep(self.machine, instance, made)
        elif initialiser is not None:
            self._function(Function(initialiser, instance), arguments, node)
        elif unit.layer:
            modules.initialise(self.machine, instance, arguments)
        else:
            self.machine.use_all(arguments, Use.STORED, node)
        return instance

    def _set_defaults(self, instance: Instance, arguments: Arguments, node: tree.Node) -> None:
        """The fields that a call leaves to their defaults."""
        unit, record = instance.unit, self.machine.attributes(instance)
        if unit is None or arguments.spread:
            return
        for name in unit.fields:
            default = self.machine.class_attribute(unit, name)
            if default is None or (record is not None and record.get(name) is not None):
                continue
            if isinstance(default, Partial):
                default = self.call(default.function, Arguments(), node)
            self.machine.set_attribute(instance, name, default)

    def _function(self, function: Function, arguments: Arguments, node: tree.Node) -> Value:
        unit = function.unit
        machine = self.machine
        if unit is None:
            return UNKNOWN
        if isinstance(function.receiver, Either):
            return machine.of_each(
                function.receiver,
                lambda each: self._function(replace(function, receiver=each), arguments, node),
            )
        if isinstance(unit.wrapper, Function) and not function.is_bare:
            given = arguments
            if function.receiver is not None:
                first = (function.receiver, tree.name("self"))
                given = replace(arguments, positional=(first, *arguments.positional))
            return self._function(unit.wrapper, given, node)
        mode = unit.grad_mode if unit.grad_mode is not None else machine.grad_mode
        is_recursive = any(frame.unit is unit for frame in machine.frames)
        self._note_called(unit, function, arguments, is_recursive=is_recursive)
        if unit.last_name in LOGS or logs(unit.last_name):
            machine.use_all(arguments, Use.LOGGED, node)
        if unit.does_nothing and not unit.is_opaque and _is_of_class(function.receiver):
            machine.use_all(arguments, Use.IGNORED, node)
            return NONE
        if unit.is_abstract or (unit.is_declared_abstract and not _is_of_super(node)):
            gradient_pages.note_unseen(machine)
            machine.hand_over(arguments, node)
            self.escapes.forget_given(arguments)
            return self.annotations.returned(unit)
        is_followed = (
            not is_recursive
            and not unit.is_opaque
            and self._may_follow(unit, function.receiver, arguments)
        )
        if is_followed and self._acts_late(unit):
            self._loosen_by(unit, function, arguments, mode)
            is_followed = False
        if not is_followed:
            self.escapes.pass_by(unit, function.receiver, arguments, node)
            return self.annotations.returned(unit)
        return self._follow(unit, function, arguments, node, mode)

    def _note_called(
        self, unit: FunctionUnit, function: Function, arguments: Arguments, *, is_recursive: bool
    ) -> None:
        """Remember from where a function is called, and under which grad mode."""
        machine = self.machine
        if is_recursive:
            machine.calling_themselves.add(unit.name)
        elif not machine.is_for_caller:
            unit.called_under.add(machine.grad_mode)
            caller = machine.frame.unit
            if caller is not None and caller.is_recorded and machine.grad_mode is Truth.YES:
                unit.is_recorded = True
            unit.callers.add(machine.frame.unit)
            self.parameters.note_given(unit, arguments, function.receiver is not None)

    def _follow(
        self,
        unit: FunctionUnit,
        function: Function,
        arguments: Arguments,
        node: tree.Node,
        mode: Truth,
    ) -> Value:
        """Execute a function for a call of it, and pay for that."""
        machine = self.machine
        before = machine.budget
        is_elsewhere = self.other_files.is_elsewhere
        is_first_elsewhere = is_elsewhere(unit) and not any(map(is_elsewhere, self._stack))
        self._stack.append(unit)
        is_way_in = machine.is_for_caller and not machine.is_within and not is_elsewhere(unit)
        if is_way_in:  # from here on it may concern the file at hand, also after the call
            machine.caller, machine.is_within, machine.is_recording = node, True, True
        try:
            self.other_files.note_call(unit, node)
            value = self.run(unit, function.receiver, arguments, mode)
            if _may_be_overridden(unit, function.receiver) or self._is_filled(function):
                return UNKNOWN
            is_known = type(value) is not Unknown or value.power is not None
            return value if is_known else self.annotations.returned(unit)
        finally:
            if is_way_in:
                machine.is_within = False
            self._stack.pop()
            if not self._stack:
                self._follow_budget -= before - machine.budget
            if is_first_elsewhere:
                self._elsewhere_budget -= before - machine.budget

    def _is_filled(self, function: Function) -> bool:
        """Whether it is a placeholder, and each class of the project that derives has its own."""
        unit, receiver = function.unit, function.receiver
        if unit is None or not isinstance(receiver, Instance) or receiver.unit is None:
            return False
        if receiver.identity != receiver.unit.stands_for:
            return False
        if not returns_only(unit.node, unit.first_parameter(is_bound=True)):
            return False
        return self.other_files.is_always_overridden(receiver.unit, unit.last_name)

    def _loosen_by(
        self, unit: FunctionUnit, function: Function, arguments: Arguments, mode: Truth
    ) -> None:
        """Forget what is known of the tensors that a generator changes sooner or later."""
        machine = self.machine
        base, was_recording, known = machine.state, machine.is_recording, machine.new_identity()
        machine.state, machine.is_recording = base.fork(), False
        self._stack.append(unit)
        try:
            self.run(unit, function.receiver, arguments, mode)
        finally:
            self._stack.pop()
            layers = machine.state.layers_above(base)
            machine.state, machine.is_recording = base, was_recording
        for key in {key for layer in layers for key in layer.cells if isinstance(key, int)}:
            record = base.get(key) if key < known else None
            if isinstance(record, TensorRecord):
                unknown = replace(record, requires_grad=Truth.UNKNOWN, is_leaf=Truth.UNKNOWN)
                base.set(key, replace(unknown, trained_on_a_path=False))

    def _acts_late(self, unit: FunctionUnit) -> bool:
        known = self._late.get(unit.node)
        if known is None:
            known = self._late[unit.node] = acts_late(unit.node)
        return known

    def allow(self, budgets: Budgets, *, trains: bool, is_script: bool = False) -> None:
        """Begin an execution: allow it as many steps in the functions that it calls.

        Args:
            budgets: How many.
            trains: Whether it runs a backward: the networks stand in other files.
            is_script: Whether it is the file's own statements.
        """
        self._follow_budget = budgets.followed
        to_train = budgets.elsewhere_of_script if is_script else budgets.elsewhere_to_train
        self._elsewhere_budget = to_train if trains else budgets.elsewhere

    def _may_follow(self, unit: FunctionUnit, receiver: Value | None, arguments: Arguments) -> bool:
        """Whether a call of a function is worth its cost."""
        if not self.escapes.is_needed or len(self._stack) >= MOST_FOLLOWED:
            return False
        if self._follow_budget < 0:
            frames = self.machine.frames
            executed = frames[1].name if len(frames) > 1 else ""
            self.machine.ended[Ended(executed, Limit.CALLS)] = None
            return False
        is_elsewhere = self.other_files.is_elsewhere
        if not is_elsewhere(unit):
            return True
        levels = MOST_ELSEWHERE - sum(map(is_elsewhere, self._stack))
        if self._elsewhere_budget <= 0 or levels <= 0:
            return False
        given = arguments.values if receiver is None else (receiver, *arguments.values)
        return self.other_files.is_worth(unit, given, levels)

    def run(
        self,
        unit: FunctionUnit,
        receiver: Value | None,
        arguments: Arguments | None,
        grad_mode: Truth,
    ) -> Value:
        """Execute a function's body.

        Args:
            unit: The function.
            receiver: What it is bound to.
            arguments: The arguments of the call, or ``None`` for a call from anywhere.
            grad_mode: Whether autograd records in it.

        Returns:
            The value returned; for a generator, what it yields.
        """
        machine = self.machine
        if unit.is_of_other_library:
            return UNKNOWN
        if machine.observer is not None:
            machine.observer.entered(unit)
        outer_mode, outer_inference = machine.state.fact(GRAD_MODE), machine.inference
        machine.inference = max(outer_inference, is_under_inference(unit))
        frame = self._frame(unit, receiver, arguments)
        base, was_alive = machine.state, machine.alive
        frame.base, frame.mode, frame.conditions = base, grad_mode, machine.conditions
        machine.state = base.fork()
        machine.frames.append(frame)
        machine.grad_mode = grad_mode
        depth, self.depth = self.depth, 0
        conditions = machine.conditions
        if any(map(is_for_inference, unit.name.split("."))):  # a function within one, too
            machine.conditions |= {(INFERENCE + unit.name, True)}
        try:
            self.parameters.bind(unit, receiver, arguments)
            if isinstance(unit.node, tree.Lambda):
                frame.returns.append((machine.state, self.evaluate(unit.node.body)))
            else:
                self.execute_body(unit.node.body)
                if machine.alive:
                    frame.returns.append((machine.state, NONE))
        finally:
            machine.frames.pop()
            machine.state, machine.alive = base, was_alive
            self.depth = depth
            machine.conditions = conditions
            if machine.observer is not None:
                machine.observer.left(unit)
        ends = [state.layer_over(base) for state, _ in frame.returns]
        sides = base.sides(ends)
        base.absorb(ends, machine.join_cells)
        machine.inference = outer_inference
        if unit.grad_mode is not None or frame.yields or not ends:
            machine.state.set_fact(GRAD_MODE, None, outer_mode)
        if frame.yields:
            return machine.new_container(ContainerKind.ITERATOR, rest=tuple(frame.yields[:8]))
        values = [value for _, value in frame.returns]
        return machine.join_paths(values, sides) if values else UNKNOWN

    def _frame(
        self, unit: FunctionUnit, receiver: Value | None, arguments: Arguments | None
    ) -> Frame:
        """The frame of a function that is about to be executed."""
        machine = self.machine
        frame = Frame(
            name=unit.name,
            unit=unit,
            scope=machine.new_identity(),
            enclosing=unit.enclosing,
            below=len(machine.state.layers),
            receiver=receiver,
            unit_class=unit.unit_class,
            arguments=arguments,
            computes_loss=unit.last_name == "forward"
            or unit.is_step
            or unit.handed_over is not None
            or computes_loss(unit.last_name),
        )
        frame.given_tests = self.conditions.given_tests(unit, receiver, arguments)
        return frame


def _is_of_super(node: tree.Node) -> bool:
    """``super().step()``: the method of the base class itself."""
    owner = (
        node.func.value if type(node) is tree.Call and type(node.func) is tree.Attribute else None
    )
    return type(owner) is tree.Call and last_part(owner.func) == "super"


def _may_be_overridden(unit: FunctionUnit, receiver: Value | None) -> bool:
    """Whether the object may be of a class of this file that has a method of its own for it."""
    return unit.last_name != "__init__" and _has_other(receiver, unit.last_name)


def _is_of_class(receiver: Value | None) -> bool:
    """Whether the object is known to be of a class itself, and not of one that derives from it."""
    unit = receiver.unit if isinstance(receiver, Instance) else None
    return (
        unit is not None and isinstance(receiver, Instance) and receiver.identity != unit.stands_for
    )


def _has_other(receiver: Value | None, name: str) -> bool:
    """Whether it stands for all of its class, and a class that derives from it has the method."""
    return (
        isinstance(receiver, Instance)
        and receiver.unit is not None
        and receiver.identity == receiver.unit.stands_for
        and name in receiver.unit.overridden
    )
