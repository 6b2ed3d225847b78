"""Calls of libraries: torch, numpy, Python, and the objects that they make."""

from __future__ import annotations

from tapelint.source import tree
from tapelint.source.spelling import last_name
from tapelint.tape.autograd import backward, missing_graphs
from tapelint.tape.domain.program import FunctionUnit
from tapelint.tape.domain.terms import Truth, Use
from tapelint.tape.domain.values import (
    UNKNOWN,
    Array,
    Class,
    Container,
    DataOfUnknown,
    Distribution,
    Either,
    GradModeContext,
    Instance,
    LibraryObject,
    Method,
    Number,
    Super,
    Symbol,
    Tensor,
    Text,
    Value,
    options_of,
)
from tapelint.tape.interpreter import attributes, flags, frameworks
from tapelint.tape.interpreter.interface import Interpreter
from tapelint.tape.interpreter.named import Named
from tapelint.tape.interpreter.unknown_calls import HOOKS, LOGS, UnknownCalls
from tapelint.tape.machine.frames import Arguments
from tapelint.tape.machine.machine import Machine
from tapelint.tape.models import (
    builtin_calls,
    container_methods,
    distributions,
    environments,
    forward_hooks,
    fresh_modules,
    layers,
    module_parameters,
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
    dotted_name,
)
from tapelint.tape.syntax import receiver as syntax_receiver
from tapelint.torch_api.families import families
from tapelint.torch_api.gradient_flag import is_flag
from tapelint.torch_api.knowledge import knowledge
from tapelint.torch_api.names import (
    hands_to_backward,
)

_DISTRIBUTIONS = "torch.distributions."
_HOOKS_OF_ALL = "register_module_forward"
_CALLS = frozenset({"forward", "__call__"})
"""Methods of a module that compute what a call of it gives."""


class LibraryCalls:
    """Calls what stands in no file of the project."""

    def __init__(
        self, machine: Machine, interpreter: Interpreter, named: Named, unknown: UnknownCalls
    ) -> None:
        self.machine = machine
        self.interpreter = interpreter
        self.named = named
        self.unknown = unknown
        self._optimisers = frameworks.Optimisers(machine)
        self.losses_taken: dict[FunctionUnit, int] = {}
        """The functions that a framework was given, and the number of the execution that did so."""

    def symbol(self, function: Symbol, arguments: Arguments, node: tree.Call) -> Value:
        """A function or class of a library."""
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
                    lambda each: self.symbol(function, arguments.with_one(either, each), node),
                )
        given_back = wrapping.call(machine, name, arguments, node)
        if given_back is not None:
            return given_back
        if name.startswith("torch."):
            if name.rpartition(".")[2].startswith(_HOOKS_OF_ALL):
                machine.note_hook()
            if _is_loss_symbol(name):
                self.unknown.note_inline_leaves(arguments, node)
            elif name.rpartition(".")[2] in families().joins:
                self._note_joined_leaves(arguments, node)
            return torch_calls.call(machine, name, arguments, node)
        if name.startswith("numpy."):
            return numpy_calls.call(machine, name, arguments, node)
        if name in {"collections.namedtuple", "typing.NamedTuple"}:
            return objects.named_tuple(machine, arguments)
        for unit, loss in frameworks.functions_taken(name, arguments):
            unit.loss_taken = loss
            self.losses_taken[unit] = machine.entry
        known = environments.make(machine, name, arguments)
        if known is not None:
            return known
        if name == "builtins.setattr" and len(arguments.positional) == 3:
            self._note_flag(arguments, node)
        known = builtin_calls.call(machine, name, arguments, node)
        if known is not None:
            return known
        return self.unknown.call(arguments, node)

    def _note_flag(self, arguments: Arguments, node: tree.Call) -> None:
        """``setattr(module, "requires_grad", False)``."""
        (owner, target), (name, _), (value, expression) = arguments.positional
        named, networks = getattr(name, "value", None), self.interpreter.networks
        if isinstance(named, str) and is_flag(named):
            for each in options_of(owner):
                flags.note(self.machine, networks, each, target, named, node, value, expression)

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
        self.interpreter.note_inline_leaves(tuple(pairs), node, last_name(node.func))

    def method(self, method: Method, arguments: Arguments, node: tree.Call) -> Value:
        """A method of a value of which the kind is known."""
        machine = self.machine
        receiver, name = method.receiver, method.name
        if name.startswith(HOOKS) and not forward_hooks.register(
            machine, receiver, name, arguments
        ):
            machine.note_hook()
        if isinstance(receiver, Tensor):
            if name == "backward":
                self.unknown.backward_starts.told(receiver, syntax_receiver(node))
            return tensors.call_method(machine, receiver, name, arguments, node)
        if isinstance(receiver, Container):
            return container_methods.call_method(machine, receiver, name, arguments, node)
        if name == "backward" and isinstance(receiver, (Array, Number)):
            backward.run(machine, receiver, syntax_receiver(node), node, Truth.NO, call=name)
            return UNKNOWN
        if isinstance(receiver, Array):
            return numpy_calls.call_method(machine, receiver, name, arguments, node)
        if isinstance(receiver, Distribution):
            return distributions.call_method(machine, receiver, name, arguments, node)
        if isinstance(receiver, DataOfUnknown):
            if name == "backward":
                root = syntax_receiver(node)
                missing_graphs.note_data_of_unknown(machine, receiver, root, node, name)
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
            is_entered = name == "__enter__" and not receiver.is_inference
            after = receiver.enabled if is_entered else receiver.before
            machine.grad_mode = Truth.UNKNOWN if after is None else after
            return UNKNOWN
        if isinstance(receiver, Text):
            machine.use_all(arguments, Use.LOGGED, node)
            return Text() if name in {"join", "format", "lower", "upper", "strip"} else UNKNOWN
        return self.unknown.call(arguments, node)

    def _object_method(
        self,
        receiver: LibraryObject | Instance,
        name: str,
        arguments: Arguments,
        node: tree.Call,
    ) -> Value:
        machine = self.machine
        if scalers.is_scaler(receiver):
            return self.unknown.of_scaler(receiver, name, arguments, node)
        if optimisers.is_optimiser(receiver):
            return optimisers.call_method(machine, receiver, name, arguments, node)
        if isinstance(receiver, Instance):
            made = self._optimisers.of(receiver, name, node)
            if made is not None:
                return made
        if module_parameters.is_network(receiver):
            if name == "__call__":
                return self.interpreter.call(receiver, arguments, node)
            if name == "forward" and isinstance(receiver, LibraryObject):
                return self._layer(receiver, arguments, node)
            if name in LOGS or hands_to_backward(dotted_name(node.func)):
                return self.unknown.call(arguments, node)
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
        return self.unknown.call(arguments, node)

    def _super_method(
        self, receiver: Super, name: str, arguments: Arguments, node: tree.Call
    ) -> Value:
        """``super().__init__(...)`` of a class of torch's, and its other methods."""
        owner = receiver.receiver
        is_layer = isinstance(owner, Instance) and bool(layers.kind_of(owner))
        if isinstance(owner, Instance) and is_layer and name in _CALLS:
            return self.library_object(owner, arguments, node)
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

    def library_object(
        self, function: LibraryObject | Instance, arguments: Arguments, node: tree.Call
    ) -> Value:
        """A call of an object of a class of torch's, or of one that takes its ``forward``."""
        made = self._layer(function, arguments, node)
        return forward_hooks.after(self.machine, function, arguments, made, node)

    def _layer(
        self, function: LibraryObject | Instance, arguments: Arguments, node: tree.Call
    ) -> Value:
        kind = layers.kind_of(function)
        fresh_modules.note_module(self.machine, function, arguments, node)
        if modules.is_loss_class(kind):
            self.unknown.note_inline_leaves(arguments, node)
        value = arguments.at(0)
        if kind == "torch.nn.Sequential" and len(arguments.positional) > 1:
            self.machine.pass_on(arguments, node)
            return UNKNOWN  # it takes one: something else is meant
        if kind == "torch.nn.Sequential" and value is not None:
            found = layers.call_in_turn(
                self.machine, function, value, node, module_parameters.meet_another
            )
            if found is not None:
                return found
        if layers.may_change_objects(self.machine, function):
            self.machine.begin_era()
        return modules.call(self.machine, function, arguments, node)


def _is_loss_symbol(name: str) -> bool:
    prefix = "torch.nn.functional."
    return name.startswith(prefix) and name[len(prefix) :] in knowledge().loss_functions
