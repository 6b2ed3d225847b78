"""Calls of functions and classes of torch, by their canonical names."""

from __future__ import annotations

from collections.abc import Callable

from tapelint.source import tree
from tapelint.tape import distribution_events
from tapelint.tape.autograd import (
    backward,
    flow,
    gradient_pages,
    graph,
    inplace,
    samples,
    views,
)
from tapelint.tape.domain import powers
from tapelint.tape.domain.frozen import replace
from tapelint.tape.domain.graph_nodes import Origin
from tapelint.tape.domain.terms import AUTOGRAD_GRAD, Truth, WriteForm
from tapelint.tape.domain.values import (
    NONE,
    UNKNOWN,
    Array,
    ContainerKind,
    DataOfUnknown,
    Function,
    GradModeContext,
    Instance,
    Method,
    Number,
    Symbol,
    Tensor,
    Unknown,
    Value,
)
from tapelint.tape.machine.frames import Arguments
from tapelint.tape.machine.machine import Machine
from tapelint.tape.models import (
    builtin_calls,
    checkpoints,
    clipping,
    constructors,
    distributions,
    fresh_modules,
    iteration,
    module_parameters,
    modules,
    optimisers,
    scalers,
    sequences,
    spread,
    tensors,
)
from tapelint.torch_api.families import families
from tapelint.torch_api.gradient_calls import clips_gradients, is_scaler_class
from tapelint.torch_api.knowledge import knowledge

_FUNCTIONAL = "torch.nn.functional."
_INIT = "torch.nn.init."
_CHECKPOINTS = frozenset(
    {"torch.utils.checkpoint.checkpoint", "torch.utils.checkpoint.checkpoint_sequential"}
)


def call(machine: Machine, name: str, arguments: Arguments, node: tree.Call) -> Value:
    """``name(...)`` for a canonical name that starts with ``torch.``."""
    known = knowledge()
    out = arguments.pair(None, "out")
    if out is not None and _write_out(machine, out, node):
        return out[0]
    special = _SPECIAL.get(name)
    if special is not None:
        return special(machine, arguments, node)
    if name in constructors.WRAPPERS:
        if name.endswith(".Parameter"):
            fresh_modules.note_parameter(machine, arguments, node)
        return constructors.wrap(machine, name, arguments, node)
    if distributions.is_distribution_class(name):
        return distributions.bind(machine, name.rsplit(".", 1)[-1], arguments, node)
    if name.endswith(".__init__") and distributions.is_distribution_class(name[:-9]):
        kind = name.split(".")[-2]
        return distributions.bind(machine, kind, arguments.after_first(), node)
    if name.endswith(".__init__") and module_parameters.is_module_class(
        name.removesuffix(".__init__")
    ):
        owner = arguments.at(0)
        if isinstance(owner, Instance):
            modules.initialise(machine, owner, arguments.after_first())
        return NONE
    if module_parameters.is_module_class(name):
        return modules.make(machine, name, arguments)
    if optimisers.is_optimiser_class(name):
        return optimisers.make(machine, name, arguments, node)
    if clips_gradients(name):
        return clipping.call(machine, arguments, node)
    if is_scaler_class(name):
        return scalers.make(machine, arguments)
    last = name.rsplit(".", 1)[-1]
    sequence = sequences.call(machine, name, arguments, node)
    if sequence is not None:
        return sequence
    if name.startswith(_FUNCTIONAL):
        if last in known.loss_functions:
            return modules.loss(machine, arguments, node, last)
        return _function(machine, name, arguments, node)
    if name.startswith(_INIT):
        return _init(machine, last, arguments, node)
    if name.endswith("." + distributions.VALIDATION_SWITCH):
        return distributions.switch_default(machine, name.split(".")[-2], arguments, node)
    if name.startswith("torch.cuda.") and constructors.is_from_data(last):
        return constructors.make(machine, last, arguments, node)
    if name.startswith("torch.Tensor."):
        return _unbound_method(machine, last, arguments, node)
    if name.count(".") == 1 or name.startswith(("torch.linalg.", "torch.special.", "torch.fft.")):
        return _torch_function(machine, name, arguments, node)
    if name in _CHECKPOINTS:
        checkpoints.note(machine, name, arguments, node)
    machine.pass_on(arguments, node)
    return UNKNOWN


def _torch_function(
    machine: Machine, full_name: str, arguments: Arguments, node: tree.Call
) -> Value:
    known = knowledge()
    name = full_name.rsplit(".", 1)[-1]
    if constructors.is_from_data(name):
        return constructors.make(machine, name, arguments, node)
    if name == "from_numpy":
        return constructors.from_numpy(machine, arguments, node)
    if name in known.factories:
        return constructors.filled(machine, name, arguments, node)
    return _function(machine, full_name, arguments, node)


def _function(machine: Machine, full_name: str, arguments: Arguments, node: tree.Call) -> Value:
    """A function of torch or ``torch.nn.functional`` that is also an operation."""
    known = knowledge()
    name = full_name.rsplit(".", 1)[-1]
    fresh_modules.note_function(machine, name, arguments, node)
    first = arguments.pair(0, "input")
    if name.endswith("_") and first is not None and isinstance(first[0], Tensor):
        operands = arguments.tensors_after(1)
        inplace.write(machine, first[0], first[1], node, name, WriteForm.FUNCTION, operands)
        return spread.write(machine, name, first[0], arguments.positional, node)
    is_function = (
        name in known.torch_functions or name in known.functional or name in known.operations
    )
    if not is_function:
        if name.endswith("_"):  # of many tensors at once, which may be gradients
            gradient_pages.note_unseen(machine)
        machine.pass_on(arguments, node)
        return UNKNOWN
    if first is not None and isinstance(first[0], Tensor) and _is_inplace(name, arguments):
        inplace.write(
            machine,
            first[0],
            first[1],
            node,
            name,
            WriteForm.FUNCTION,
            measured=f"F.{name}(inplace)",
        )
        return first[0]
    if name in {"embedding", "embedding_bag"}:
        modules.renormalise(machine, name, arguments, arguments.pair(1, "weight"), node)
    if first is not None and isinstance(first[0], Tensor):
        seen = tensors.call_as_method(machine, first[0], name, arguments, node)
        if seen is not None:
            return seen
    return tensors.operation(machine, name, arguments.positional, arguments, node, full_name)


def _write_out(machine: Machine, out: flow.Operand, node: tree.Call) -> bool:
    """``out=target``; whether anything is known of the target."""
    value, target = out
    if isinstance(value, Tensor):
        inplace.write(machine, value, target, node, "out=", WriteForm.OUT, ())
        return True
    return isinstance(value, DataOfUnknown)


def _unbound_method(machine: Machine, name: str, arguments: Arguments, node: tree.Call) -> Value:
    """``torch.Tensor.add_(w, 1)``."""
    first = arguments.pair(0)
    if first is None or not isinstance(first[0], Tensor):
        return UNKNOWN
    rest = arguments.after_first()
    return tensors.call_method(machine, first[0], name, rest, node, first[1])


def _is_inplace(name: str, arguments: Arguments) -> bool:
    """Whether a function of ``torch.nn.functional`` is asked to work in place."""
    parameters = knowledge().functional_parameters.get(name, ())
    if "inplace" not in parameters:
        return False
    if "p" in parameters:
        chance = arguments.at(parameters.index("p"), "p")
        default = Truth.of(name in families().dropouts)
        trains = arguments.truth(parameters.index("training"), "training", default)
        if modules.may_drop_nothing(chance) or trains is not Truth.YES:
            return False
    return arguments.truth(parameters.index("inplace"), "inplace", Truth.NO) is Truth.YES


def _init(machine: Machine, name: str, arguments: Arguments, node: tree.Call) -> Value:
    """``nn.init.normal_(w)``: in place, under ``no_grad`` of its own.

    What ends with no underscore computes numbers from a tensor's shape: ``calculate_gain``.
    """
    if not name.endswith("_") and f"{name}_" not in knowledge().init_functions:
        if name.endswith("fan_in_and_fan_out"):
            return machine.new_container(ContainerKind.TUPLE, (Number(), Number()))
        return Number()
    given = arguments.pair(0, "tensor")
    if given is None:
        return UNKNOWN
    value, target = given
    if name in knowledge().init_functions and isinstance(value, Tensor):
        with machine.under_no_grad():
            inplace.write(machine, value, target, node, name, WriteForm.INIT)
    return value


def _no_grad(machine: Machine, arguments: Arguments, node: tree.Call) -> Value:
    return _context(machine, Truth.NO, arguments, node)


def _enable_grad(machine: Machine, arguments: Arguments, node: tree.Call) -> Value:
    return _context(machine, Truth.YES, arguments, node)


def _inference_mode(machine: Machine, arguments: Arguments, node: tree.Call) -> Value:
    flag = arguments.at(0, "mode")
    if isinstance(flag, Number):
        off = builtin_calls.truth_of(flag)
        enabled = {Truth.YES: Truth.NO, Truth.NO: Truth.YES}.get(off, Truth.UNKNOWN)
        return GradModeContext(enabled, is_inference=True)
    if flag is not None and not isinstance(flag, (Function, Method)):
        return GradModeContext(Truth.UNKNOWN, is_inference=True)
    made = _context(machine, Truth.NO, arguments, node)
    return replace(made, is_inference=True) if isinstance(made, GradModeContext) else made


def _context(machine: Machine, enabled: Truth, arguments: Arguments, node: tree.Call) -> Value:
    """``no_grad()`` or, called with a function, the function wrapped."""
    function = arguments.at(0)
    if function is not None:
        return UNKNOWN
    return GradModeContext(enabled)


def _set_grad_enabled(machine: Machine, arguments: Arguments, node: tree.Call) -> Value:
    flag = arguments.at(0, "mode")
    enabled = builtin_calls.truth_of(flag) if flag is not None else Truth.UNKNOWN
    before, machine.grad_mode = machine.grad_mode, enabled
    return GradModeContext(enabled, before)


def _grad(machine: Machine, arguments: Arguments, node: tree.Call) -> Value:
    """``torch.autograd.grad(outputs, inputs)``."""
    outputs = arguments.at(0, "outputs")
    if outputs is not None:
        root = arguments.pair(0, "outputs")
        backward.run(
            machine,
            outputs,
            root[1] if root else node,
            node,
            arguments.keeps_graph(3, 4),
            arguments.at(1, "inputs"),
            call="autograd.grad",
            fills_gradients=False,
            may_be_unused=not _must_be_used(arguments),
        )
    if outputs is None:
        return UNKNOWN
    creates_graph = arguments.truth(4, "create_graph", Truth.NO)
    inputs = arguments.at(1, "inputs")
    return backward.gradients(machine, outputs, inputs, node, creates_graph)


def _derivatives(machine: Machine, arguments: Arguments, node: tree.Call) -> Value:
    """``torch.autograd.functional.jacobian(f, x)``: without ``create_graph`` a constant."""
    machine.pass_on(arguments, node)
    function, inputs = arguments.at(0, "func"), arguments.at(1, "inputs")
    is_constant = isinstance(function, Symbol) and (
        inputs is None or flow.requires_grad(machine, inputs) is Truth.NO
    )
    if arguments.truth(2, "create_graph", Truth.NO) is not Truth.NO or is_constant:
        return UNKNOWN
    if not isinstance(inputs, (Tensor, Unknown)):
        return UNKNOWN
    origin = Origin(AUTOGRAD_GRAD, node, machine.conditions, may_be_penalised=True)
    return machine.new_tensor(node, Truth.NO, Truth.YES, origin=origin)


def _must_be_used(arguments: Arguments) -> bool:
    """Whether ``autograd.grad`` raises where the outputs are not computed from the inputs."""
    may_be_unused = arguments.truth(5, "allow_unused", Truth.NO)
    materialises = arguments.truth(7, "materialize_grads", Truth.NO)
    return not arguments.spread and max(may_be_unused, materialises) is Truth.NO


def _backward(machine: Machine, arguments: Arguments, node: tree.Call) -> Value:
    """``torch.autograd.backward(tensors)``."""
    given = arguments.pair(0, "tensors")
    if given is not None:
        keeps = arguments.keeps_graph(2, 3)
        inputs = arguments.at(5, "inputs")
        backward.run(machine, *given, node, keeps, inputs, call="autograd.backward")
    return NONE


def _pretrained_embedding(machine: Machine, arguments: Arguments, node: tree.Call) -> Value:
    """``nn.Embedding.from_pretrained(embeddings, freeze, padding_idx, max_norm)``."""
    made = machine.new_object("torch.nn.Embedding")
    frozen = arguments.truth(1, "freeze", Truth.YES)
    trained = {Truth.YES: Truth.NO, Truth.NO: Truth.YES}.get(frozen, Truth.UNKNOWN)
    weight = machine.new_tensor(node, trained, Truth.YES, is_parameter=True)
    machine.set_attribute(made, "weight", weight)
    machine.set_attribute(made, "max_norm", arguments.at(3, "max_norm") or NONE)
    return made


def _normal(machine: Machine, arguments: Arguments, node: tree.Call) -> Value:
    """``torch.normal(mean, std)``: its gradient is zero, so it counts as cut off."""
    asked = arguments.truth(None, "requires_grad", Truth.NO)
    if asked is not Truth.NO:
        return machine.new_tensor(node, asked, Truth.YES)
    given = [(name, arguments.pair(at, name)) for at, name in enumerate(("mean", "std"))]
    bound = tuple((name, *pair) for name, pair in given if pair is not None)
    machine.emit(
        distribution_events.DistributionMade, node, kind="normal", called="normal", arguments=bound
    )
    is_standard = bool(bound) and all(spread.is_alike(value) for _, value, _ in bound)
    power = powers.STANDARD_NOISE if is_standard else None
    values = [value for _, value, _ in bound]
    flows = flow.any_of([flow.requires_grad(machine, value) for value in values])
    sources = graph.graph_inputs(machine, values)
    traces = samples.draw(machine, "torch.normal", values, sources, node)
    flows, is_leaf = min(flows, Truth.UNKNOWN), Truth.NO if traces else Truth.UNKNOWN
    return machine.new_tensor(node, flows, is_leaf, power=power, samples=traces)


def _is_tensor(machine: Machine, arguments: Arguments, node: tree.Call) -> Value:
    value = arguments.at(0)
    if isinstance(value, Tensor):
        return Number(value=True)
    return Number(value=False) if isinstance(value, (Number, Array)) else Number()


def _is_grad_enabled(machine: Machine, arguments: Arguments, node: tree.Call) -> Value:
    mode = machine.grad_mode
    return Number(value=None if mode is Truth.UNKNOWN else mode is Truth.YES)


def _is_something(machine: Machine, arguments: Arguments, node: tree.Call) -> Value:
    return Number()


def _clone(machine: Machine, arguments: Arguments, node: tree.Call) -> Value:
    given = arguments.pair(0, "input")
    if given is None or not isinstance(given[0], Tensor):
        return UNKNOWN
    return graph.result(machine, "clone", [given], node, given[0].power)


def _gathered(name: str) -> Callable[[Machine, Arguments, tree.Call], Value]:
    """``stack`` and ``cat``: what the container holds goes on with its history."""

    def run(machine: Machine, arguments: Arguments, node: tree.Call) -> Value:
        given = arguments.pair(0, "tensors")
        if given is None:
            return UNKNOWN
        each = iteration.iterated(machine, *given)
        return graph.result(machine, name, [given], node, each.power)

    return run


def _many_views(machine: Machine, arguments: Arguments, node: tree.Call) -> Value:
    given = arguments.pair(0, "input") or arguments.pair(0, "tensor")
    if given is None or not isinstance(given[0], Tensor):
        each: Value = machine.new_tensor(node, Truth.UNKNOWN, Truth.UNKNOWN)
    else:
        each = views.view(machine, given[0], node)
    return machine.new_container(ContainerKind.TUPLE, rest=(each,))


_SPECIAL: dict[str, Callable[[Machine, Arguments, tree.Call], Value]] = {
    **{f"torch.{name}": _is_something for name in families().queries},
    **{f"torch.{name}": _many_views for name in families().several_views},
    "torch.no_grad": _no_grad,
    "torch.enable_grad": _enable_grad,
    "torch.inference_mode": _inference_mode,
    "torch.set_grad_enabled": _set_grad_enabled,
    "torch.autograd.grad": _grad,
    "torch.autograd.backward": _backward,
    "torch.autograd.functional.jacobian": _derivatives,
    "torch.autograd.functional.hessian": _derivatives,
    "torch.nn.Embedding.from_pretrained": _pretrained_embedding,
    "torch.normal": _normal,
    "torch.distributions.kl_divergence": distributions.divergence,
    "torch.distributions.kl.kl_divergence": distributions.divergence,
    "torch.is_tensor": _is_tensor,
    "torch.is_grad_enabled": _is_grad_enabled,
    "torch._C._set_grad_enabled": _set_grad_enabled,
    "torch.clone": _clone,
    **{f"torch.{name}": _gathered(name) for name in families().joins},
}


def decorated(value: Value) -> Truth | None:
    """The grad mode that a decorator sets for the function's body, or ``None``."""
    if isinstance(value, GradModeContext):
        return value.enabled
    if isinstance(value, Symbol):
        return {
            "torch.no_grad": Truth.NO,
            "torch.inference_mode": Truth.NO,
            "torch.enable_grad": Truth.YES,
        }.get(value.name)
    return None
