"""Calls of what is not known: their names, and what they are given, tell a little."""

from __future__ import annotations

from tapelint.source import tree
from tapelint.source.spelling import last_name
from tapelint.tape.autograd import backward, gradient_pages, graph, owning
from tapelint.tape.domain.assumptions import Assumed, Assumption, Sign
from tapelint.tape.domain.program import FunctionUnit
from tapelint.tape.domain.terms import DeedKind, Truth, Use
from tapelint.tape.domain.values import (
    UNKNOWN,
    Either,
    GradModeContext,
    Instance,
    LibraryObject,
    Tensor,
    Unknown,
    UnknownAttribute,
    Value,
    options_of,
)
from tapelint.tape.interpreter import attributes
from tapelint.tape.interpreter.backward_starts import BackwardStarts
from tapelint.tape.interpreter.escapes import Escapes
from tapelint.tape.interpreter.interface import Interpreter
from tapelint.tape.machine.frames import Arguments
from tapelint.tape.machine.machine import Machine
from tapelint.tape.models import (
    inline_leaf,
    module_parameters,
    optimisers,
    scalers,
    sequences,
    tensors,
    wrapping,
)
from tapelint.tape.syntax import (
    dotted_name,
    is_used_as_sequence,
)
from tapelint.tape.syntax import receiver as syntax_receiver
from tapelint.torch_api.gradient_calls import SCALER_METHODS, asked_of_scaler
from tapelint.torch_api.names import (
    hands_to_backward,
    logs,
    words,
)

LOGS = frozenset(
    {
        "log", "log_dict", "log_metrics", "add_scalar", "add_scalars", "add_histogram", "info",
        "debug", "warning", "write", "print", "record", "record_mean",
        "add_text", "add_figure", "log_metric", "log_scalar", "log_scalars", "log_value",
        "report_scalar",
    }
)  # fmt: skip
"""Methods that note numbers for people to look at."""
HOOKS = "register_forward"
"""With what the methods begin that let a function change what a layer gives."""


class UnknownCalls:
    """Calls functions and methods of which nothing is known but how they are called."""

    def __init__(self, machine: Machine, interpreter: Interpreter, escapes: Escapes) -> None:
        self.machine = machine
        self.interpreter = interpreter
        self.escapes = escapes
        self.backward_starts = BackwardStarts(machine, interpreter)
        self._sequences: dict[tuple[FunctionUnit, str], bool] = {}

    def call(self, arguments: Arguments, node: tree.Node) -> Value:
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
                meant = "a function that runs a backward"
                doubt = Assumption(Assumed.MEANING, Sign.NAME, node.func, node.func, meant)
                backward.run(self.machine, *given, node, keeps, call=call, doubt=doubt)
                return UNKNOWN
            if asked_of_scaler(dotted_name(node.func)):
                return self.of_scaler(UNKNOWN, name, arguments, node)
            optimiser = arguments.positional[0][0]
            if name == "step" and all(map(optimisers.is_optimiser, options_of(optimiser))):
                self._step(optimiser, node)
                return UNKNOWN
            if name in LOGS:
                self.machine.use_all(arguments, Use.LOGGED, node)
                return UNKNOWN
        if isinstance(node, tree.Call) and _is_loss_by_name(node.func):
            first = arguments.pair(0)
            if first is not None:
                self.note_inline_leaves(arguments, node)
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
            self.escapes.forget_given(arguments)
        gradient_pages.note_handed(self.machine, arguments, node)
        self.machine.hand_over(arguments, node)
        if arguments.positional and sequences.is_packed(arguments.positional[0][0]):
            return sequences.of_recurrent(self.machine)
        return UNKNOWN

    def call_attribute(
        self, function: UnknownAttribute, arguments: Arguments, node: tree.Call
    ) -> Value:
        """A method of something unknown: ``something.name(...)``."""
        if function.name.startswith(HOOKS):
            self.machine.note_hook()
        if function.name == "backward" and not arguments.positional:
            root = syntax_receiver(node)
            loss = self.backward_starts.told(self.interpreter.evaluate(root), root)
            if isinstance(loss, Tensor):
                return tensors.call_method(self.machine, loss, "backward", arguments, node)
            backward.note_unknown(self.machine, root, node)
        if function.name == "step":
            gradient_pages.note_unknown_step(self.machine)
        is_known = function.name in LOGS | {"scale", "step"} or _runs_backward(function.name)
        if function.name in SCALER_METHODS:
            is_known = is_known or bool(asked_of_scaler(dotted_name(node.func)))
        is_known = is_known or any(isinstance(each, GradModeContext) for each in arguments.values)
        if arguments.positional and (is_known or _is_loss_by_name(node.func)):
            return self.call(arguments, node)
        prepared = wrapping.prepared(self.machine, function.name, arguments, node)
        if prepared is not None:
            return prepared
        if function.name in {"parameters", "named_parameters"} and not arguments.positional:
            network = (
                self.network(node.func.value) if isinstance(node.func, tree.Attribute) else None
            )
            if network is not None:
                is_named = function.name == "named_parameters"
                return module_parameters.parameters(self.machine, network, node, named=is_named)
        if function.name == "forward" and isinstance(node.func, tree.Attribute):
            named = node.func.value
            is_trained = self.interpreter.networks.is_trained(self.machine.frame, named)
            network = self.network(named) if is_trained else None
            if network is not None:
                return self.interpreter.call(network, arguments, node)
        if not logs(function.name):
            self.escapes.forget_given(arguments)
        return attributes.call_on_unknown(self.machine, function, arguments, node)

    def of_scaler(self, scaler: Value, name: str, arguments: Arguments, node: tree.Call) -> Value:
        """A method of what scales losses."""
        given = scalers.call_method(self.machine, scaler, name, arguments, node)
        if given is None and name == "step" and arguments.positional:
            scalers.note_step(self.machine, scaler, node)
            self._step(arguments.positional[0][0], node)
        return given if given is not None else UNKNOWN

    def _step(self, optimiser: Value, node: tree.Call) -> None:
        """A step of an optimiser that something else runs: ``scaler.step(optimiser)``."""
        if isinstance(optimiser, Either):
            self.machine.for_each(optimiser, lambda each: self._step(each, node))
        elif optimisers.is_optimiser(optimiser):
            optimisers.step(self.machine, optimiser, node)
        else:
            gradient_pages.note(self.machine, (), DeedKind.STEPPED, node)

    def network(self, expression: tree.BaseExpression) -> LibraryObject | Instance | None:
        """What has parameters is a network: from here on the name stands for one."""
        value = self.interpreter.evaluate(expression)
        if isinstance(value, (LibraryObject, Instance)):
            return value
        if not isinstance(value, Unknown) or not isinstance(
            expression, (tree.Name, tree.Attribute)
        ):
            return None
        if isinstance(expression, tree.Attribute) and self.network(expression.value) is None:
            return None
        network = module_parameters.opaque(self.machine)
        if self.interpreter.networks.is_optimised(self.machine.frame, expression):
            owning.note_owned(self.machine, module_parameters.identities(self.machine, network))
        self.interpreter.assign(expression, network, None)
        return network

    def _is_used_as_sequence(self, name: str) -> bool:
        """Whether the function at hand takes what a variable holds for a list or a tuple."""
        unit = self.machine.frame.unit
        if unit is None or not name.isidentifier():
            return False
        if (unit, name) not in self._sequences:
            self._sequences[unit, name] = is_used_as_sequence(unit.node, name)
        return self._sequences[unit, name]

    def note_inline_leaves(self, arguments: Arguments, node: tree.Call) -> None:
        """Note which arguments are leaves that are made in their place."""
        name = last_name(node.func)
        pairs = [*arguments.positional, *((value, each) for _, value, each in arguments.keywords)]
        for value, expression in pairs:
            inline_leaf.note(self.machine, value, expression, node, name, False)


def _runs_backward(name: str) -> bool:
    """``accelerator.backward(loss)``, ``self.manual_backward(loss)``; not a hook for it."""
    return words(name)[-1:] == ("backward",) and "for" not in words(name)


def _is_loss_by_name(function: tree.BaseExpression) -> bool:
    name = last_name(function)
    found = words(name)
    return bool(found) and (
        found[-1] in {"loss", "criterion", "mse", "loss_fn"}
        or found[-2:] in {("loss", "fn"), ("loss", "func"), ("loss", "function")}
        or found[0] == "criterion"
    )
