"""Calling values: following the functions and classes of this file, and asking for the rest."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeGuard

from tapelint.source import tree
from tapelint.tape.autograd import backward, gradient_pages, graph
from tapelint.tape.domain.frozen import replace
from tapelint.tape.domain.path_conditions import INFERENCE
from tapelint.tape.domain.program import ClassUnit, FunctionUnit
from tapelint.tape.domain.terms import DeedKind, Truth, Use
from tapelint.tape.domain.values import (
    NONE,
    UNKNOWN,
    Array,
    Class,
    Container,
    ContainerKind,
    DataOfUnknown,
    Distribution,
    Either,
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
    options_of,
)
from tapelint.tape.interpreter import attributes, custom_functions, frameworks
from tapelint.tape.interpreter.expressions import Expressions
from tapelint.tape.interpreter.kept_weights import KeptWeights
from tapelint.tape.interpreter.named import Named
from tapelint.tape.interpreter.networks import Networks
from tapelint.tape.interpreter.unfollowed import (
    assigned_by,
    hands_on,
    may_replace,
    touches_gradients,
)
from tapelint.tape.machine.budgets import Ended, Limit
from tapelint.tape.machine.frames import Arguments, Frame
from tapelint.tape.machine.machine import Machine
from tapelint.tape.models import (
    builtin_calls,
    containers,
    distributions,
    environments,
    fresh_modules,
    inline_leaf,
    layers,
    modules,
    numpy_calls,
    objects,
    optimisers,
    scalers,
    sequences,
    tensors,
    torch_calls,
    wrapping,
)
from tapelint.tape.syntax import (
    acts_late,
    dotted_name,
    is_used_as_sequence,
    last_name,
    last_part,
    returns_only,
)
from tapelint.tape.syntax import receiver as syntax_receiver
from tapelint.torch_api.families import families
from tapelint.torch_api.gradient_calls import SCALER_METHODS, asked_of_scaler
from tapelint.torch_api.knowledge import knowledge
from tapelint.torch_api.names import (
    computes_loss,
    hands_to_backward,
    is_for_inference,
    logs,
    words,
)

if TYPE_CHECKING:
    from tapelint.tape.interpreter.annotations import Annotations
    from tapelint.tape.interpreter.parameters import Parameters
    from tapelint.tape.interpreter.statements import Statements

_LOGS = frozenset(
    {
        "log", "log_dict", "log_metrics", "add_scalar", "add_scalars", "add_histogram", "info",
        "debug", "warning", "write", "print", "record", "record_mean",
        "add_text", "add_figure", "log_metric", "log_scalar", "log_scalars", "log_value",
        "report_scalar",
    }
)  # fmt: skip
"""Methods that note numbers for people to look at."""
_DISTRIBUTIONS = "torch.distributions."
_HOOKS = "register_forward"
"""With what the methods begin that let a function change what a layer gives."""
MOST_FOLLOWED = 4
"""How many calls deep the functions of a file are followed."""
MOST_ABROAD = 3
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
        self.is_needed = True
        self.abroad_budget = 0
        self.named = Named(machine, expressions)
        self.networks = Networks()
        self.kept_weights = KeptWeights(machine, expressions, self.networks)
        self._late: dict[tree.Node, bool] = {}
        self._sequences: dict[tuple[FunctionUnit, str], bool] = {}
        self._may_replace: dict[FunctionUnit, bool] = {}
        self._may_touch: dict[FunctionUnit, Truth] = {}
        self._assigned: dict[ClassUnit, frozenset[str]] = {}
        self._stack: list[FunctionUnit] = []
        self._optimisers = frameworks.Optimisers(machine)
        self.losses_taken: dict[FunctionUnit, int] = {}
        """The functions that a framework was given, and the number of the execution that did so."""
        machine.call = self.call
        self._by_type: dict[type[Value], Callable[[Any, Arguments, tree.Node], Value]] = {
            Function: self._function,
            Class: self._class,
            Instance: self._instance,
        }
        self._outside: dict[type[Value], Callable[[Any, Arguments, tree.Call], Value]] = {
            Symbol: self._symbol,
            Method: self._method,
            Partial: self._partial,
            LibraryObject: self._library_object,
            UnknownAttribute: self._unknown_attribute,
        }
        self._calls_meant: dict[tree.Node, tree.Call] = {}

    @property
    def is_following(self) -> bool:
        """Whether the function at hand is executed for a caller of this file."""
        return bool(self._stack)

    def call(self, function: Value, arguments: Arguments, node: tree.Node) -> Value:
        """``function(...)``; ``node`` is the call, or what stands for it."""
        if isinstance(function, Either):
            return self.machine.of_each(function, lambda each: self.call(each, arguments, node))
        if self.machine.keepers and isinstance(node, tree.Call):
            self.kept_weights.note_call(node)
        run = self._by_type.get(type(function))
        if run is not None:
            return run(function, arguments, node)
        outside = self._outside.get(type(function))
        if outside is not None:
            return outside(function, arguments, self._call_meant(node))
        if type(function) is Unknown and isinstance(node, tree.Call):
            if self.networks.is_trained(self.machine.frame, node.func):
                network = self._network(node.func)
                if network is not None:
                    return self.call(network, arguments, node)
        return self._unknown(arguments, node)

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

    def _unknown(self, arguments: Arguments, node: tree.Node) -> Value:
        """A call of which only the name tells: ``criterion(prediction, target)``."""
        for value in arguments.values:
            if isinstance(value, GradModeContext):
                self.machine.grad_mode = Truth.UNKNOWN  # stack.enter_context(torch.no_grad())
        if isinstance(node, tree.Call) and arguments.positional:
            name = last_name(node.func)
            if _runs_backward(name):
                given = arguments.positional[0]
                keeps = arguments.keeps_graph(None, None)
                call = name if hands_to_backward(dotted_name(node.func)) else ""
                backward.run(self.machine, *given, node, keeps, call=call)
                return UNKNOWN
            if asked_of_scaler(dotted_name(node.func)):
                return self._of_scaler(UNKNOWN, name, arguments, node)
            optimiser = arguments.positional[0][0]
            if name == "step" and all(map(_is_optimiser, options_of(optimiser))):
                self._step(optimiser, node)
                return UNKNOWN
            if name in _LOGS:
                self.machine.use_all(arguments, Use.LOGGED, node)
                return UNKNOWN
        if isinstance(node, tree.Call) and _is_loss_by_name(node.func):
            first = arguments.pair(0)
            if first is not None:
                self._note_inline_leaves(arguments, node)
                self.machine.use(first[0], Use.LOSS_INPUT, node)
                for value in arguments.values[1:]:
                    self.machine.use(value, Use.LOSS_TARGET, node)
                if self._is_used_as_sequence(self.machine.assigned_name):
                    return UNKNOWN  # the parts of a loss
                pairs = [*arguments.positional, *(each[1:] for each in arguments.keywords)]
                pairs += [(each, node) for each in arguments.spread]
                return graph.guess(self.machine, last_name(node.func), pairs, node)
        if isinstance(node, tree.Call) and logs(last_name(node.func)):
            self.machine.use_all(arguments, Use.LOGGED, node)
        else:
            self._forget_handed_over(arguments)
        gradient_pages.note_handed(self.machine, arguments, node)
        self.machine.hand_over(arguments, node)
        if arguments.positional and sequences.is_packed(arguments.positional[0][0]):
            return sequences.of_recurrent(self.machine)
        return UNKNOWN

    def _of_scaler(self, scaler: Value, name: str, arguments: Arguments, node: tree.Call) -> Value:
        """A method of what scales losses."""
        given = scalers.call_method(self.machine, scaler, name, arguments, node)
        if given is None and name == "step" and arguments.positional:
            scalers.note_step(self.machine, scaler, node)
            self._step(arguments.positional[0][0], node)
        return given if given is not None else UNKNOWN

    def _is_used_as_sequence(self, name: str) -> bool:
        """Whether the function at hand takes what a variable holds for a list or a tuple."""
        unit = self.machine.frame.unit
        if unit is None or not name.isidentifier():
            return False
        if (unit, name) not in self._sequences:
            self._sequences[unit, name] = is_used_as_sequence(unit.node, name)
        return self._sequences[unit, name]

    def _step(self, optimiser: Value, node: tree.Call) -> None:
        """A step of an optimiser that something else runs: ``scaler.step(optimiser)``."""
        if isinstance(optimiser, Either):
            self.machine.for_each(optimiser, lambda each: self._step(each, node))
        elif _is_optimiser(optimiser):
            optimisers.step(self.machine, optimiser, node)
        else:
            gradient_pages.note(self.machine, (), DeedKind.STEPPED, node)

    def _note_inline_leaves(self, arguments: Arguments, node: tree.Call) -> None:
        name = last_name(node.func)
        pairs = [*arguments.positional, *((value, each) for _, value, each in arguments.keywords)]
        for value, expression in pairs:
            inline_leaf.note(self.machine, value, expression, node, name, False)

    def _note_joined_leaves(self, arguments: Arguments, node: tree.Call) -> None:
        """``torch.stack([x, torch.zeros(3, requires_grad=True)])``: the list is not kept."""
        value, written = arguments.pair(0, "tensors") or (UNKNOWN, None)
        record = self.machine.container_record(value)
        if record is None or not isinstance(written, (tree.List, tree.Tuple)):
            return
        if record.rest or len(record.items) != len(written.elements):
            return
        pairs = [
            (item, each.value) for item, each in zip(record.items, written.elements, strict=True)
        ]
        self.expressions.note_inline_leaves(tuple(pairs), node, last_name(node.func))

    # --- libraries ---

    def _symbol(self, function: Symbol, arguments: Arguments, node: tree.Call) -> Value:
        name = function.name
        machine = self.machine
        named = self.named.call(name, arguments, node)
        if named is not None:
            return named
        if name.startswith(_DISTRIBUTIONS):
            either = next((each for each in arguments.values if isinstance(each, Either)), None)
            if either is not None:
                return machine.of_each(
                    either,
                    lambda each: self._symbol(function, arguments.with_one(either, each), node),
                )
        given_back = wrapping.call(machine, name, arguments, node)
        if given_back is not None:
            return given_back
        if name.startswith("torch."):
            if _is_loss_symbol(name):
                self._note_inline_leaves(arguments, node)
            elif name.rpartition(".")[2] in families().joins:
                self._note_joined_leaves(arguments, node)
            return torch_calls.call(machine, name, arguments, node)
        if name.startswith("numpy."):
            return numpy_calls.call(machine, name, arguments, node)
        if name in {"collections.namedtuple", "typing.NamedTuple"}:
            return self._named_tuple(arguments)
        for unit, loss in frameworks.functions_taken(name, arguments):
            unit.loss_taken = loss
            self.losses_taken[unit] = machine.entry
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

    def _method(self, method: Method, arguments: Arguments, node: tree.Call) -> Value:
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
            return attributes.data_method(machine, receiver, name, arguments, node)
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

    def _object_method(
        self,
        receiver: LibraryObject | Instance,
        name: str,
        arguments: Arguments,
        node: tree.Call,
    ) -> Value:
        machine = self.machine
        if scalers.is_scaler(receiver):
            return self._of_scaler(receiver, name, arguments, node)
        if _is_optimiser(receiver):
            return optimisers.call_method(machine, receiver, name, arguments, node)
        if isinstance(receiver, Instance):
            made = self._optimisers.of(receiver, name, node)
            if made is not None:
                return made
        if modules.is_network(receiver):
            if name in _LOGS or hands_to_backward(dotted_name(node.func)):
                return self._unknown(arguments, node)
            return modules.call_method(machine, receiver, name, arguments, node)
        if isinstance(receiver, LibraryObject) and environments.is_environment(receiver):
            machine.pass_on(arguments, node)
            return environments.call_method(machine, receiver, name) or UNKNOWN
        if isinstance(receiver, LibraryObject) and sequences.is_packed(receiver):
            moved = sequences.call_method(machine, receiver, name, node)
            if moved is not None:
                return moved
        distribution = distributions.behind(machine, receiver)
        if distribution is not None:
            return distributions.call_method(machine, distribution, name, arguments, node)
        return self._unknown(arguments, node)

    def _super_method(
        self, receiver: Super, name: str, arguments: Arguments, node: tree.Call
    ) -> Value:
        """``super().__init__(...)`` of a class of torch's, and its other methods."""
        owner = receiver.receiver
        is_layer = isinstance(owner, Instance) and bool(layers.kind_of(owner))
        if isinstance(owner, Instance) and is_layer and name in {"forward", "__call__"}:
            return self._library_object(owner, arguments, node)
        if name != "__init__" or receiver.unit is None:
            if isinstance(owner, Instance):
                return self._object_method(owner, name, arguments, node)
            return UNKNOWN
        if isinstance(owner, Instance) and is_layer:
            modules.initialise(self.machine, owner, arguments)
        kind = distributions.kind_of(receiver.unit)
        if kind is not None:
            made = distributions.bind(self.machine, kind, arguments, node)
            distributions.keep(self.machine, receiver.receiver, made)
        return UNKNOWN

    def _unknown_attribute(
        self, function: UnknownAttribute, arguments: Arguments, node: tree.Call
    ) -> Value:
        if function.name.startswith(_HOOKS):
            self.machine.note_hook()
        if function.name == "backward" and not arguments.positional:
            backward.note_unknown(self.machine, syntax_receiver(node), node)
        if function.name == "step":
            gradient_pages.note_unknown_step(self.machine)
        is_known = function.name in _LOGS | {"scale", "step"} or _runs_backward(function.name)
        if function.name in SCALER_METHODS:
            is_known = is_known or bool(asked_of_scaler(dotted_name(node.func)))
        is_known = is_known or any(isinstance(each, GradModeContext) for each in arguments.values)
        if arguments.positional and (is_known or _is_loss_by_name(node.func)):
            return self._unknown(arguments, node)
        prepared = wrapping.prepared(self.machine, function.name, arguments, node)
        if prepared is not None:
            return prepared
        if function.name in {"parameters", "named_parameters"} and not arguments.positional:
            network = (
                self._network(node.func.value) if isinstance(node.func, tree.Attribute) else None
            )
            if network is not None:
                is_named = function.name == "named_parameters"
                return modules.parameters(self.machine, network, node, named=is_named)
        if not logs(function.name):
            self._forget_handed_over(arguments)
        return attributes.call_on_unknown(self.machine, function, arguments, node)

    def _network(self, expression: tree.BaseExpression) -> LibraryObject | Instance | None:
        """What has parameters is a network: from here on the name stands for one."""
        value = self.expressions.evaluate(expression)
        if isinstance(value, (LibraryObject, Instance)):
            return value
        if not isinstance(value, Unknown) or not isinstance(
            expression, (tree.Name, tree.Attribute)
        ):
            return None
        if isinstance(expression, tree.Attribute) and self._network(expression.value) is None:
            return None
        network = modules.opaque(self.machine)
        self.expressions.assign(expression, network, None)
        return network

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

    def _library_object(
        self, function: LibraryObject | Instance, arguments: Arguments, node: tree.Call
    ) -> Value:
        """A call of an object of a class of torch's, or of one that takes its ``forward``."""
        kind = layers.kind_of(function)
        fresh_modules.note_module(self.machine, function, arguments, node)
        if modules.is_loss_class(kind):
            self._note_inline_leaves(arguments, node)
        value = arguments.at(0)
        if kind == "torch.nn.Sequential" and len(arguments.positional) > 1:
            self.machine.pass_on(arguments, node)
            return UNKNOWN  # it takes one: something else is meant
        if kind == "torch.nn.Sequential" and value is not None:
            found = layers.call_in_turn(self.machine, function, value, node, modules.meet_another)
            if found is not None:
                return found
        if layers.may_change_objects(self.machine, function):
            self.machine.begin_era()
        return modules.call(self.machine, function, arguments, node)

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
                return self._library_object(function, arguments, node)
        if method is None:
            self.machine.pass_on(arguments, node)
            return UNKNOWN
        return self._function(Function(method, function), arguments, node)

    def _class(self, function: Class, arguments: Arguments, node: tree.Node) -> Value:
        unit = function.unit
        if unit is None:
            return UNKNOWN
        instance = Instance(unit, self.machine.new_identity())
        if unit.is_module:
            self.machine.constructed.add(instance.identity)
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
            default = unit.attribute(name)
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
        if unit.wrapper is not None and not function.is_bare:
            given = arguments
            if function.receiver is not None:
                first = (function.receiver, tree.name("self"))
                given = replace(arguments, positional=(first, *arguments.positional))
            return self._function(unit.wrapper, given, node)
        mode = unit.grad_mode if unit.grad_mode is not None else machine.grad_mode
        is_recursive = any(frame.unit is unit for frame in machine.frames)
        if is_recursive:
            machine.calling_themselves.add(unit.name)
        elif not machine.is_for_caller:
            unit.called_under.add(machine.grad_mode)
            caller = machine.frame.unit
            if caller is not None and caller.is_recorded and machine.grad_mode is Truth.YES:
                unit.is_recorded = True
            unit.callers.add(machine.frame.unit)
            self.parameters.note_given(unit, arguments, function.receiver is not None)
        if unit.last_name in _LOGS or logs(unit.last_name):
            self.machine.use_all(arguments, Use.LOGGED, node)
        if unit.does_nothing and _is_of_class(function.receiver):
            self.machine.use_all(arguments, Use.IGNORED, node)
            return NONE
        if unit.is_abstract or (unit.is_declared_abstract and not _is_of_super(node)):
            gradient_pages.note_unseen(self.machine)
            self.machine.hand_over(arguments, node)
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
            self._pass_by(unit, function.receiver, arguments, node)
            return self.annotations.returned(unit)
        before = machine.budget
        is_abroad = self.expressions.other_files.is_abroad
        is_first_abroad = is_abroad(unit) and not any(map(is_abroad, self._stack))
        self._stack.append(unit)
        is_way_in = machine.is_for_caller and not machine.is_within and not is_abroad(unit)
        if is_way_in:  # from here on it may concern the file at hand, also after the call
            machine.caller, machine.is_within, machine.is_recording = node, True, True
        try:
            self.expressions.other_files.note_call(unit, node)
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
                self.follow_budget -= before - machine.budget
            if is_first_abroad:
                self.abroad_budget -= before - machine.budget

    def _is_filled(self, function: Function) -> bool:
        """Whether it is a placeholder, and each class of the project that derives has its own."""
        unit, receiver = function.unit, function.receiver
        if unit is None or not isinstance(receiver, Instance) or receiver.unit is None:
            return False
        if receiver.identity != receiver.unit.stands_for:
            return False
        if not returns_only(unit.node, unit.first_parameter(is_bound=True)):
            return False
        return self.expressions.other_files.is_always_overridden(receiver.unit, unit.last_name)

    def _pass_by(
        self,
        unit: FunctionUnit,
        receiver: Value | None,
        arguments: Arguments,
        node: tree.Node,
    ) -> None:
        """A function is called and not followed: what is pending stays so, unless it may end that.

        A function of another file knows of the objects that it is given alone.
        """
        is_abroad = self.expressions.other_files.is_abroad(unit)
        known = self._may_replace.get(unit)
        if known is None:
            known = unit.is_opaque or may_replace(unit.node)
            known = known or (not is_abroad and hands_on(unit.node))
            self._may_replace[unit] = known
        self.machine.hand_over(arguments, node, may_replace=known)
        touches = self._may_touch.get(unit)
        if touches is None:
            touches = self._may_touch[unit] = (
                Truth.YES if unit.is_opaque else touches_gradients(unit.node)
            )
        if touches is Truth.YES:
            gradient_pages.note_unseen(self.machine)
        elif touches is Truth.UNKNOWN:  # what it gives its arguments to may do so
            gradient_pages.note_handed(self.machine, arguments, node, receiver)
        if known and (not is_abroad or isinstance(receiver, Instance)):
            self.machine.begin_era()
        is_changed = known or (is_abroad and hands_on(unit.node))
        if is_changed and self.is_needed:  # else nothing of what it leaves is met
            given = arguments.values if receiver is None else (receiver, *arguments.values)
            for each in given:
                if isinstance(each, Instance) and not (
                    each is receiver and unit.last_name == "__init__"
                ):
                    self.forget_assigned(each)

    def _forget_handed_over(self, arguments: Arguments) -> None:
        """What is not known may call the methods of the objects that it is given."""
        for value in arguments.values if self.is_needed else ():
            for each in options_of(value):
                if isinstance(each, Instance):
                    self.forget_assigned(each)

    def forget_assigned(self, owner: Instance) -> None:
        """What methods assign on an object holds anything once one may have run unseen."""
        record = self.machine.attributes(owner)
        if record is None or not record.attributes or owner.unit is None:
            return
        names = self._assigned.get(owner.unit)
        if names is None:
            methods = [m for unit in owner.unit.lineage for m in unit.methods.values()]
            later = [each for each in methods if each.last_name != "__init__"]
            names = frozenset().union(*(assigned_by(each.node) for each in later))
            self._assigned[owner.unit] = names
        for name, value in record.attributes:
            if name in names and type(value) is not Unknown:
                self.machine.set_attribute(owner, name, UNKNOWN)

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

    def _may_follow(self, unit: FunctionUnit, receiver: Value | None, arguments: Arguments) -> bool:
        """Whether a call of a function is worth its cost."""
        if not self.is_needed or len(self._stack) >= MOST_FOLLOWED:
            return False
        if self.follow_budget < 0:
            frames = self.machine.frames
            executed = frames[1].name if len(frames) > 1 else ""
            self.machine.ended[Ended(executed, Limit.CALLS)] = None
            return False
        is_abroad = self.expressions.other_files.is_abroad
        if not is_abroad(unit):
            return True
        levels = MOST_ABROAD - sum(map(is_abroad, self._stack))
        if self.abroad_budget <= 0 or levels <= 0:
            return False
        given = arguments.values if receiver is None else (receiver, *arguments.values)
        return self.expressions.other_files.is_worth(unit, given, levels)

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
        if unit.is_foreign:
            return UNKNOWN
        outer_mode = machine.grad_mode
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
        frame.given_tests = self.statements.conditions.given_tests(unit, receiver, arguments)
        base, was_alive = machine.state, machine.alive
        frame.base, frame.mode, frame.conditions = base, grad_mode, machine.conditions
        machine.state = base.fork()
        machine.frames.append(frame)
        machine.grad_mode = grad_mode
        depth, self.expressions._depth = self.expressions._depth, 0
        conditions = machine.conditions
        if any(map(is_for_inference, unit.name.split("."))):  # a function within one, too
            machine.conditions |= {(INFERENCE + unit.name, True)}
        try:
            self.parameters.bind(unit, receiver, arguments)
            if isinstance(unit.node, tree.Lambda):
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
        ends = [state.layer_over(base) for state, _ in frame.returns]
        sides = base.sides(ends)
        base.absorb(ends, machine.join_cells)
        machine.grad_mode = outer_mode
        if frame.switched_to is not None and unit.grad_mode is None:
            machine.grad_mode = frame.switched_to
            if machine.frames:
                machine.frame.switched_to = frame.switched_to
        if frame.yields:
            return machine.new_container(ContainerKind.ITERATOR, rest=tuple(frame.yields[:8]))
        values = [value for _, value in frame.returns]
        return machine.join_paths(values, sides) if values else UNKNOWN


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


def _runs_backward(name: str) -> bool:
    """``accelerator.backward(loss)``, ``self.manual_backward(loss)``; not a hook for it."""
    return words(name)[-1:] == ("backward",) and "for" not in words(name)


def _is_optimiser(value: Value) -> TypeGuard[LibraryObject]:
    return isinstance(value, LibraryObject) and optimisers.is_optimiser_class(value.kind)


def _is_loss_by_name(function: tree.BaseExpression) -> bool:
    name = last_name(function)
    found = words(name)
    return bool(found) and (
        found[-1] in {"loss", "criterion", "mse", "loss_fn"}
        or found[-2:] in {("loss", "fn"), ("loss", "func"), ("loss", "function")}
        or found[0] == "criterion"
    )


def _is_loss_symbol(name: str) -> bool:
    prefix = "torch.nn.functional."
    return name.startswith(prefix) and name[len(prefix) :] in knowledge().loss_functions
