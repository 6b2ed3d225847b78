"""Calling values: following the functions and classes of this file, and asking for the rest."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, TypeGuard

import libcst as cst

from tapelint.tape import (
    attributes,
    backward,
    builtin_calls,
    containers,
    distributions,
    environments,
    graph,
    inline_leaf,
    modules,
    numpy_calls,
    objects,
    optimisers,
    tensors,
    torch_calls,
)
from tapelint.tape.budgets import Ended, Limit
from tapelint.tape.expressions import Expressions
from tapelint.tape.frames import Arguments, Frame
from tapelint.tape.machine import Machine
from tapelint.tape.program import ClassUnit, FunctionUnit
from tapelint.tape.state import NO_SIDE
from tapelint.tape.syntax import acts_late
from tapelint.tape.syntax import receiver as syntax_receiver
from tapelint.tape.terms import Truth, Use, WriteForm
from tapelint.tape.values import (
    NONE,
    UNKNOWN,
    Array,
    Class,
    Container,
    ContainerKind,
    DataOfUnknown,
    Distribution,
    Function,
    GradModeContext,
    Instance,
    LibraryObject,
    Method,
    Number,
    Partial,
    Super,
    Symbol,
    Tensor,
    TensorRecord,
    Text,
    Unknown,
    UnknownAttribute,
    Value,
)
from tapelint.torch_api.knowledge import knowledge
from tapelint.torch_api.names import computes_loss, logs, words

if TYPE_CHECKING:
    from tapelint.tape.annotations import Annotations
    from tapelint.tape.parameters import Parameters
    from tapelint.tape.statements import Statements

_LOGS = frozenset(
    {
        "log", "log_dict", "log_metrics", "add_scalar", "add_scalars", "add_histogram", "info",
        "debug", "warning", "write", "print", "record", "record_mean",
        "add_text", "add_figure", "log_metric", "log_scalar", "log_scalars", "log_value",
        "report_scalar",
    }
)  # fmt: skip
"""Methods that note numbers for people to look at."""
_HOOKS = "register_forward"
"""With what the methods begin that let a function change what a layer gives."""
MOST_FOLLOWED = 4
"""How many calls deep the functions of a file are followed."""
MOST_ABROAD = 2
"""How many of those calls may be of functions of other files."""


class Calls:
    """Calls any value."""

    def __init__(self, machine: Machine, expressions: Expressions) -> None:
        self.machine = machine
        self.expressions = expressions
        self.statements: Statements
        self.parameters: Parameters
        self.annotations: Annotations
        self.follow_budget = 0
        self.abroad_budget = 0
        self._late: dict[cst.CSTNode, bool] = {}
        self._stack: list[FunctionUnit] = []
        machine.call = self.call
        self._by_type: dict[type[Value], Callable[..., Value]] = {
            Symbol: self._symbol,
            Method: self._method,
            Function: self._function,
            Class: self._class,
            Partial: self._partial,
            Instance: self._instance,
            LibraryObject: self._library_object,
            UnknownAttribute: self._unknown_attribute,
        }

    @property
    def is_following(self) -> bool:
        """Whether the function at hand is executed for a caller of this file."""
        return bool(self._stack)

    def call(self, function: Value, arguments: Arguments, node: cst.CSTNode) -> Value:
        """``function(...)``; ``node`` is the call, or what stands for it."""
        run = self._by_type.get(type(function))
        if run is not None:
            return run(function, arguments, node)
        return self._unknown(arguments, node)

    def _unknown(self, arguments: Arguments, node: cst.CSTNode) -> Value:
        """A call of which only the name tells: ``criterion(prediction, target)``."""
        for value in arguments.values:
            if isinstance(value, GradModeContext):
                self.machine.grad_mode = Truth.UNKNOWN  # stack.enter_context(torch.no_grad())
        if isinstance(node, cst.Call) and arguments.positional:
            name = _name_of(node.func)
            if _runs_backward(name) or name == "scale":
                given = arguments.positional[0]
                keeps = arguments.keeps_graph(None, None)
                backward.run(self.machine, *given, node, keeps)
                return UNKNOWN
            optimiser = arguments.positional[0][0]
            if name == "step" and _is_optimiser(optimiser):
                optimisers.step(self.machine, optimiser, node)
                return UNKNOWN
            if name in _LOGS:
                self.machine.use_all(arguments, Use.LOGGED, node)
                return UNKNOWN
        if isinstance(node, cst.Call) and _is_loss_by_name(node.func):
            first = arguments.pair(0)
            if first is not None:
                self._note_inline_leaves(arguments, node)
                self.machine.use(first[0], Use.LOSS_INPUT, node)
                for value in arguments.values[1:]:
                    self.machine.use(value, Use.LOSS_TARGET, node)
                return graph.guess(self.machine, _name_of(node.func), arguments.values, node)
        if isinstance(node, cst.Call) and logs(_name_of(node.func)):
            self.machine.use_all(arguments, Use.LOGGED, node)
        self.machine.hand_over(arguments, node)
        return UNKNOWN

    def _note_inline_leaves(self, arguments: Arguments, node: cst.Call) -> None:
        name = _name_of(node.func)
        pairs = [*arguments.positional, *((value, each) for _, value, each in arguments.keywords)]
        for value, expression in pairs:
            inline_leaf.note(self.machine, value, expression, node, name, False)

    # --- libraries ---

    def _symbol(self, function: Symbol, arguments: Arguments, node: cst.Call) -> Value:
        name = function.name
        machine = self.machine
        if name.startswith("torch."):
            if _is_loss_symbol(name):
                self._note_inline_leaves(arguments, node)
            return torch_calls.call(machine, name, arguments, node)
        if name.startswith("numpy."):
            return numpy_calls.call(machine, name, arguments, node)
        if name in {"collections.namedtuple", "typing.NamedTuple"}:
            return self._named_tuple(arguments)
        known = environments.make(machine, name, arguments)
        if known is not None:
            return known
        known = builtin_calls.call(machine, name, arguments, node)
        if known is not None:
            return known
        return self._unknown(arguments, node)

    def _named_tuple(self, arguments: Arguments) -> Value:
        given = arguments.at(1, "field_names")
        names: tuple[str, ...] = ()
        record = self.machine.container_record(given) if given is not None else None
        if isinstance(given, Text) and given.value is not None:
            names = tuple(given.value.replace(",", " ").split())
        elif record is not None:
            names = tuple(
                each.value
                for each in (self._first_of(item) for item in record.items)
                if isinstance(each, Text) and each.value
            )
        return Class(ClassUnit("namedtuple", None, fields=names, is_tuple=True))

    def _first_of(self, value: Value) -> Value:
        """The name in ``("name", type)``."""
        record = self.machine.container_record(value)
        return record.items[0] if record is not None and record.items else value

    def _method(self, method: Method, arguments: Arguments, node: cst.Call) -> Value:
        machine = self.machine
        receiver, name = method.receiver, method.name
        if name.startswith(_HOOKS):
            machine.note_hook()
        if isinstance(receiver, Tensor):
            return tensors.call_method(machine, receiver, name, arguments, node)
        if isinstance(receiver, Container):
            return containers.call_method(machine, receiver, name, arguments, node)
        if name == "backward" and isinstance(receiver, (Array, Number)):
            backward.run(machine, receiver, syntax_receiver(node), node, Truth.NO, call=name)
            return UNKNOWN
        if isinstance(receiver, Array):
            return numpy_calls.call_method(machine, receiver, name, arguments, node)
        if isinstance(receiver, Distribution):
            return distributions.call_method(machine, receiver, name, arguments, node)
        if isinstance(receiver, DataOfUnknown):
            return self._data_method(receiver, name, arguments, node)
        if isinstance(receiver, (Instance, Class)) and name in objects.METHODS:
            return objects.call_method(machine, receiver, name, arguments)
        if isinstance(receiver, Super):
            return self._super_method(receiver, name, arguments, node)
        if isinstance(receiver, (LibraryObject, Instance)):
            return self._object_method(receiver, name, arguments, node)
        if isinstance(receiver, Number):
            return Number()
        if isinstance(receiver, GradModeContext):
            machine.grad_mode = receiver.enabled if name == "__enter__" else Truth.UNKNOWN
            return UNKNOWN
        if isinstance(receiver, Text):
            machine.use_all(arguments, Use.LOGGED, node)
            return Text() if name in {"join", "format", "lower", "upper", "strip"} else UNKNOWN
        return self._unknown(arguments, node)

    def _data_method(
        self, receiver: DataOfUnknown, name: str, arguments: Arguments, node: cst.Call
    ) -> Value:
        known = knowledge()
        if name in known.inplace_methods and name != "apply_":
            attributes.note_unknown_write(self.machine, receiver, node, name, WriteForm.METHOD)
            return UNKNOWN
        as_attribute = UnknownAttribute(name=name, owner_power=receiver.power)
        return attributes.call_on_unknown(self.machine, as_attribute, arguments, node)

    def _object_method(
        self,
        receiver: LibraryObject | Instance,
        name: str,
        arguments: Arguments,
        node: cst.Call,
    ) -> Value:
        machine = self.machine
        if _is_optimiser(receiver):
            return optimisers.call_method(machine, receiver, name, arguments, node)
        is_module = (
            receiver.unit is not None and receiver.unit.is_module
            if isinstance(receiver, Instance)
            else receiver.kind == modules.OPAQUE or modules.is_module_class(receiver.kind)
        )
        if is_module:
            if name in _LOGS:
                return self._unknown(arguments, node)
            return modules.call_method(machine, receiver, name, arguments, node)
        if isinstance(receiver, LibraryObject) and environments.is_environment(receiver):
            machine.pass_on(arguments, node)
            return environments.call_method(machine, receiver, name) or UNKNOWN
        distribution = distributions.behind(machine, receiver)
        if distribution is not None:
            return distributions.call_method(machine, distribution, name, arguments, node)
        return self._unknown(arguments, node)

    def _super_method(
        self, receiver: Super, name: str, arguments: Arguments, node: cst.Call
    ) -> Value:
        """``super().__init__(...)`` of a class of torch's."""
        if name != "__init__" or receiver.unit is None:
            if isinstance(receiver.receiver, Instance):
                return self._object_method(receiver.receiver, name, arguments, node)
            return UNKNOWN
        kind = distributions.kind_of(receiver.unit)
        if kind is not None:
            made = distributions.bind(self.machine, kind, arguments, node)
            distributions.keep(self.machine, receiver.receiver, made)
        return UNKNOWN

    def _unknown_attribute(
        self, function: UnknownAttribute, arguments: Arguments, node: cst.Call
    ) -> Value:
        if function.name.startswith(_HOOKS):
            self.machine.note_hook()
        is_known = function.name in _LOGS | {"scale", "step"} or _runs_backward(function.name)
        is_known = is_known or any(isinstance(each, GradModeContext) for each in arguments.values)
        if arguments.positional and (is_known or _is_loss_by_name(node.func)):
            return self._unknown(arguments, node)
        if function.name in {"parameters", "named_parameters"} and not arguments.positional:
            network = (
                self._network(node.func.value) if isinstance(node.func, cst.Attribute) else None
            )
            if network is not None:
                is_named = function.name == "named_parameters"
                return modules.parameters(self.machine, network, node, named=is_named)
        return attributes.call_on_unknown(self.machine, function, arguments, node)

    def _network(self, expression: cst.BaseExpression) -> LibraryObject | Instance | None:
        """What has parameters is a network: from here on the name stands for one."""
        value = self.expressions.evaluate(expression)
        if isinstance(value, (LibraryObject, Instance)):
            return value
        if not isinstance(value, Unknown) or not isinstance(expression, (cst.Name, cst.Attribute)):
            return None
        if isinstance(expression, cst.Attribute) and self._network(expression.value) is None:
            return None
        network = modules.opaque(self.machine)
        self.expressions.assign(expression, network, None)
        return network

    def _partial(self, function: Partial, arguments: Arguments, node: cst.Call) -> Value:
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

    def _library_object(
        self, function: LibraryObject, arguments: Arguments, node: cst.Call
    ) -> Value:
        if modules.is_loss_class(function.kind):
            self._note_inline_leaves(arguments, node)
        if function.kind == "torch.nn.DataParallel":
            wrapped = modules.children(self.machine, function)
            return self.call(wrapped[0] if wrapped else UNKNOWN, arguments, node)
        if function.kind == "torch.nn.Sequential":
            value = arguments.at(0)
            children = modules.children(self.machine, function)
            if value is not None and children and modules.in_order(self.machine, function):
                for child in children:
                    value = self.call(child, Arguments(((value, node),)), node)
                return value
        return modules.call(self.machine, function, arguments, node)

    # --- this file ---

    def _instance(self, function: Instance, arguments: Arguments, node: cst.CSTNode) -> Value:
        unit = function.unit
        if unit is None:
            return UNKNOWN
        method = unit.method("__call__") or (unit.method("forward") if unit.is_module else None)
        if method is None:
            self.machine.pass_on(arguments, node)
            return UNKNOWN
        return self._function(Function(method, function), arguments, node)

    def _class(self, function: Class, arguments: Arguments, node: cst.CSTNode) -> Value:
        unit = function.unit
        if unit is None:
            return UNKNOWN
        instance = Instance(unit, self.machine.new_identity())
        if unit.fields:
            for name, (value, _) in zip(unit.fields, arguments.positional, strict=False):
                self.machine.set_attribute(instance, name, value)
            for keyword, value, _ in arguments.keywords:
                self.machine.set_attribute(instance, keyword, value)
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
        if initialiser is None and kind is not None and isinstance(node, cst.Call):
            made = distributions.bind(self.machine, kind, arguments, node)
            distributions.keep(self.machine, instance, made)
        elif initialiser is not None:
            self._function(Function(initialiser, instance), arguments, node)
        else:
            self.machine.use_all(arguments, Use.STORED, node)
        return instance

    def _set_defaults(self, instance: Instance, arguments: Arguments, node: cst.CSTNode) -> None:
        """The fields that a call leaves to their defaults."""
        unit, record = instance.unit, self.machine.attributes(instance)
        if unit is None or arguments.spread:
            return
        for name in unit.fields:
            default = unit.attribute(name)
            if default is None or (record is not None and record.get(name) is not None):
                continue
            if isinstance(default, Partial):
                default = self.call(default.function, Arguments(), node)
            self.machine.set_attribute(instance, name, default)

    def _function(self, function: Function, arguments: Arguments, node: cst.CSTNode) -> Value:
        unit = function.unit
        machine = self.machine
        if unit is None:
            return UNKNOWN
        if unit.wrapper is not None and not function.is_bare:
            given = arguments
            if function.receiver is not None:
                first = (function.receiver, cst.Name("self"))
                given = replace(arguments, positional=(first, *arguments.positional))
            return self._function(unit.wrapper, given, node)
        mode = unit.grad_mode if unit.grad_mode is not None else machine.grad_mode
        is_recursive = any(frame.unit is unit for frame in machine.frames)
        if not is_recursive:
            unit.called_under.add(machine.grad_mode)
            unit.callers.add(machine.frame.unit)
        if unit.last_name in _LOGS or logs(unit.last_name):
            self.machine.use_all(arguments, Use.LOGGED, node)
        if unit.is_abstract:
            self.machine.hand_over(arguments, node)
            return self.annotations.returned(unit)
        may_be_run = not unit.is_opaque and not unit.is_unreadable
        is_followed = not is_recursive and may_be_run and self._may_follow(unit)
        if is_followed and self._acts_late(unit):
            self._loosen_by(unit, function, arguments, mode)
            is_followed = False
        if not is_followed:
            self.machine.hand_over(arguments, node)
            self.machine.begin_era()
            return self.annotations.returned(unit)
        before = machine.budget
        is_abroad = self.expressions.other_files.is_abroad
        is_first_abroad = is_abroad(unit) and not any(map(is_abroad, self._stack))
        self._stack.append(unit)
        try:
            self.expressions.other_files.note_call(unit, node)
            value = self.run(unit, function.receiver, arguments, mode)
            if _may_be_overridden(unit, function.receiver):
                return UNKNOWN
            is_known = type(value) is not Unknown or value.power is not None
            return value if is_known else self.annotations.returned(unit)
        finally:
            self._stack.pop()
            if not self._stack:
                self.follow_budget -= before - machine.budget
            if is_first_abroad:
                self.abroad_budget -= before - machine.budget

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

    def _may_follow(self, unit: FunctionUnit) -> bool:
        """Whether a call of a function is worth its cost."""
        if len(self._stack) >= MOST_FOLLOWED:
            return False
        if self.follow_budget < 0:
            frames = self.machine.frames
            executed = frames[1].name if len(frames) > 1 else ""
            self.machine.ended[Ended(executed, Limit.CALLS)] = None
            return False
        is_abroad = self.expressions.other_files.is_abroad
        if not is_abroad(unit):
            return True
        return self.abroad_budget > 0 and sum(map(is_abroad, self._stack)) < MOST_ABROAD

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
        outer_mode = machine.grad_mode
        frame = Frame(
            name=unit.name,
            unit=unit,
            scope=machine.new_identity(),
            enclosing=unit.enclosing,
            below=len(machine.state.layers),
            receiver=receiver,
            unit_class=unit.unit_class,
            computes_loss=unit.last_name in {"forward", "training_step"}
            or computes_loss(unit.last_name),
        )
        base, was_alive = machine.state, machine.alive
        machine.state = base.fork()
        machine.frames.append(frame)
        machine.grad_mode = grad_mode
        depth, self.expressions._depth = self.expressions._depth, 0
        conditions = machine.conditions
        try:
            self.parameters.bind(unit, receiver, arguments)
            if isinstance(unit.node, cst.Lambda):
                frame.returns.append((machine.state, self.expressions.evaluate(unit.node.body)))
            else:
                self.statements.execute_body(unit.node.body)
                if machine.alive:
                    frame.returns.append((machine.state, NONE))
        finally:
            machine.frames.pop()
            machine.state, machine.alive = base, was_alive
            self.expressions._depth = depth
            machine.conditions = conditions
        ends = [state.as_layer_over(base) for state, _ in frame.returns]
        sides = base.sides(ends)
        base.absorb(ends, machine.join_cells)
        machine.grad_mode = outer_mode
        if frame.switched_to is not None and unit.grad_mode is None:
            machine.grad_mode = frame.switched_to
            if machine.frames:
                machine.frame.switched_to = frame.switched_to
        if frame.yields:
            return machine.new_container(ContainerKind.ITERATOR, rest=tuple(frame.yields[:8]))
        result: Value | None = None
        before = NO_SIDE
        for (_, value), side in zip(frame.returns, sides, strict=True):
            if result is None:
                result, before = value, side
            else:
                result = machine.join_of_paths(result, value, (before, side))
                before = NO_SIDE
        return result if result is not None else UNKNOWN


def _may_be_overridden(unit: FunctionUnit, receiver: Value | None) -> bool:
    """Whether the object may be of a class of this file that has a method of its own for it."""
    return (
        isinstance(receiver, Instance)
        and receiver.unit is not None
        and receiver.identity == receiver.unit.stands_for
        and unit.last_name in receiver.unit.overridden
        and unit.last_name != "__init__"
    )


def _name_of(function: cst.BaseExpression) -> str:
    if isinstance(function, cst.Attribute):
        return function.attr.value
    return function.value if isinstance(function, cst.Name) else ""


def _runs_backward(name: str) -> bool:
    """``accelerator.backward(loss)``, ``self.manual_backward(loss)``; not a hook for it."""
    return words(name)[-1:] == ("backward",) and "for" not in words(name)


def _is_optimiser(value: Value) -> TypeGuard[LibraryObject]:
    return isinstance(value, LibraryObject) and optimisers.is_optimiser_class(value.kind)


def _is_loss_by_name(function: cst.BaseExpression) -> bool:
    name = _name_of(function)
    found = words(name)
    return bool(found) and (
        found[-1] in {"loss", "criterion", "mse", "loss_fn"}
        or found[-2:] in {("loss", "fn"), ("loss", "func"), ("loss", "function")}
        or found[0] == "criterion"
    )


def _is_loss_symbol(name: str) -> bool:
    prefix = "torch.nn.functional."
    return name.startswith(prefix) and name[len(prefix) :] in knowledge().loss_functions
