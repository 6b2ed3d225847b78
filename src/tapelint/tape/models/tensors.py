"""Attributes and methods of tensors, and what each does to the graph."""

from __future__ import annotations

from collections.abc import Callable

from tapelint.source import tree
from tapelint.source.spelling import last_name
from tapelint.tape import syntax
from tapelint.tape.autograd import (
    backward,
    flow,
    gradient_pages,
    graph,
    inplace,
    leaves,
    views,
)
from tapelint.tape.autograd.origins import ended
from tapelint.tape.domain.domains import GRADIENT
from tapelint.tape.domain.terms import LeafUse, Truth, Use, WriteForm
from tapelint.tape.domain.values import (
    NONE,
    UNKNOWN,
    Array,
    ContainerKind,
    GradModeContext,
    Method,
    NoneValue,
    Number,
    Symbol,
    Tensor,
    Text,
    Unknown,
    Value,
)
from tapelint.tape.machine.frames import Arguments
from tapelint.tape.machine.machine import Machine
from tapelint.tape.models import (
    arrays_of_graph,
    constructors,
    inline_leaf,
    operators,
    requires_grad,
    spellings,
    spread,
)
from tapelint.torch_api.conversions import CONVERSIONS
from tapelint.torch_api.families import families
from tapelint.torch_api.gradient_flag import GRAD_FN, IS_LEAF
from tapelint.torch_api.knowledge import knowledge

_OF_DISTRIBUTIONS = frozenset({"log_prob", "rsample"})
"""Methods that tell that a network gives a distribution; they have its history."""
_LOGGING = families().python_numbers | {"__float__", "__int__", "__bool__"}
_WITHOUT_HISTORY = families().without_history & knowledge().tensor_methods | {"numpy"}


def tells_only(name: str) -> bool:
    """Whether an attribute or a method gives a fact of a tensor, or its numbers without history."""
    known = knowledge()
    is_fact = name in known.tensor_attributes and name not in families().attribute_views
    if is_fact:
        return name != "grad"
    return name in _WITHOUT_HISTORY | _LOGGING | families().queries


def attribute(machine: Machine, tensor: Tensor, name: str, node: tree.Attribute) -> Value:
    """``tensor.name``."""
    if tells_only(name) and name not in knowledge().tensor_methods:
        inline_leaf.note_read(machine, tensor, node.value, tells_only)
    if name == "data":
        return views.data_alias(machine, tensor, node)
    if name == "grad":
        record = machine.tensor_record(tensor)
        machine.use(tensor, Use.GRADIENT_ASKED, node)
        leaves.note_use(machine, tensor, LeafUse.GRADIENT, node)
        if record is not None and record.is_parameter and record.requires_grad is Truth.UNKNOWN:
            machine.update_tensor(tensor, requires_grad=Truth.YES)  # only such have a gradient
        memory = record.storage if record else tensor.identity
        grad = machine.state.fact(GRADIENT, memory)
        if not isinstance(grad, Tensor):
            has_history = (Truth.NO, Truth.YES)
            if machine.may_create_graphs():
                has_history = (Truth.UNKNOWN, Truth.UNKNOWN)
            grad = machine.new_tensor(node, *has_history)
            machine.state.set_fact(GRADIENT, memory, grad)
        gradient_pages.note_read(machine, grad, tensor.identity)
        return Tensor(grad.identity)
    if name in families().attribute_views:
        return views.view(machine, tensor, node, is_part=False)
    if name == "requires_grad":
        record = machine.tensor_record(tensor)
        known = record.requires_grad if record else Truth.UNKNOWN
        return Number(None if known is Truth.UNKNOWN else known is Truth.YES)
    if name in {GRAD_FN, IS_LEAF} and flow.requires_grad(machine, tensor) is Truth.NO:
        return NONE if name == GRAD_FN else Number(value=True)
    if name in families().queries and name not in knowledge().tensor_methods:
        return Number()
    if name == "shape":
        return machine.new_container(ContainerKind.TUPLE, rest=(Number(),))
    if name in knowledge().tensor_methods or name.endswith("_"):
        return Method(tensor, name)
    if name in _OF_DISTRIBUTIONS and machine.is_guess(tensor):
        return Method(tensor, name)
    return UNKNOWN


def call_as_method(
    machine: Machine, tensor: Tensor, name: str, arguments: Arguments, node: tree.Call
) -> Value | None:
    """``torch.name(tensor, ...)`` where it does what ``tensor.name(...)`` does, else ``None``."""
    given = arguments.pair(0, "input")
    if given is None or not (name in knowledge().views or name in {"detach", "clone"}):
        return None
    return call_method(machine, tensor, name, arguments.after_first(), node, given[1])


def call_method(
    machine: Machine,
    tensor: Tensor,
    name: str,
    arguments: Arguments,
    node: tree.Call,
    receiver: tree.BaseExpression | None = None,
) -> Value:
    """``tensor.name(...)``.

    Args:
        machine: The machine.
        tensor: The tensor.
        name: The method.
        arguments: What else is given.
        node: The call.
        receiver: The tensor's expression, where the call is not spelled ``tensor.name(...)``.
    """
    known = knowledge()
    if receiver is None:
        receiver = syntax.receiver(node)
    if tells_only(name):
        inline_leaf.note_read(machine, tensor, receiver, tells_only)
    own = _METHODS.get(name)
    if own is not None:
        return own(machine, tensor, arguments, node)
    if name == "new_tensor":
        return constructors.make(machine, name, arguments, node)
    if name in known.inplace_methods or name in known.inplace_metadata_methods:
        operands = arguments.tensors_after(0)
        form, others = WriteForm.METHOD, arguments.values
        inplace.write(machine, tensor, receiver, node, name, form, operands, others=others)
        given = ((tensor, receiver), *arguments.positional)
        return spread.write(machine, name, tensor, given, node)
    if name.startswith("new_"):
        asked = arguments.truth(None, "requires_grad", Truth.NO)
        power = constructors.power_of_filling(name[4:], arguments, asked)
        return machine.new_tensor(node, asked, Truth.YES, power=power)
    record = machine.tensor_record(tensor)
    if name in families().copies_where_needed and record is not None and record.base is not None:
        return graph.result(machine, "clone", [(tensor, receiver)], node, tensor.power)
    if name in known.views:
        each = views.view(machine, tensor, node, is_part=name in families().partial_views)
        is_many = name in families().several_views
        return machine.new_container(ContainerKind.TUPLE, rest=(each,)) if is_many else each
    if name in _LOGGING:
        machine.use(tensor, Use.LOGGED, node)
        return Number(
            taken_at=node if name == "item" else None,
            power=tensor.power,
            origin=ended(machine, record, name, node),
        )
    if name in families().queries or name == "__len__":
        return Number()
    if name in _OF_DISTRIBUTIONS and machine.is_guess(tensor):
        given = ((tensor, receiver), *arguments.positional)
        told = graph.result(machine, name, given, node, passes_cuts=False)
        machine.update_tensor(told, is_guess=True)
        return told
    if name not in known.tensor_methods:
        spelled, given = f"torch.Tensor.{name}", ((tensor, receiver), *arguments.positional)
        written_out = operators.by_name(machine, spelled, given, node)
        if written_out is not None:
            return written_out
        machine.pass_on(arguments, node)
        return UNKNOWN
    if name in families().reductions:
        inline_leaf.note(machine, tensor, receiver, node, name, True)
    given = ((tensor, receiver), *arguments.positional)
    return operation(machine, name, given, arguments, node, f"torch.Tensor.{name}")


def operation(
    machine: Machine,
    name: str,
    operands: tuple[flow.Operand, ...],
    arguments: Arguments,
    node: tree.BaseExpression,
    spelled: str = "",
) -> Value:
    """An operation that makes a new tensor, spelled as a function or as a method.

    Args:
        machine: The machine.
        name: Its name.
        operands: What is given by place, the tensor of which it is a method among it.
        arguments: The call's arguments.
        node: The call.
        spelled: How it is written, as far as that is known.
    """
    values = [value for value, _ in operands]
    spread.note_treatment(machine, name, values, node)
    power = spread.result_power(name, values)
    if flow.is_cut(machine, [*values, *arguments.values]):
        return Unknown(power=power, is_tensor=True, is_cut=True)
    row, first = knowledge().spellings.get(spelled, (name, 0))
    measured, given = spellings.bound(
        machine, row, first, operands, arguments.keywords, arguments.hidden
    )
    facts = knowledge().operations.get(measured)
    given = [each if _may_be_operand(each[0]) else (NONE, each[1]) for each in given]
    made = graph.results(machine, measured, given, node, power)
    if name in {"std_mean", "var_mean"}:
        std = Tensor(made[0].identity, power=spread.result_power(name[:3], []))
        return machine.new_container(ContainerKind.TUPLE, (std, *made[1:]))
    spread.note(machine, name, operands, made[0], node)
    if facts is not None and len(facts.saves_results) > 1:
        return machine.new_container(ContainerKind.TUPLE, tuple(made))
    return made[0]


def _may_be_operand(value: Value) -> bool:
    return not isinstance(value, (Text, NoneValue, Symbol, GradModeContext))


# --- methods with a meaning of their own ---------------------------------------------------


def _detach(machine: Machine, tensor: Tensor, arguments: Arguments, node: tree.Call) -> Value:
    return views.detached(machine, tensor, node)


def _detach_in_place(
    machine: Machine, tensor: Tensor, arguments: Arguments, node: tree.Call
) -> Value:
    """``tensor.detach_()``: the history ends, and a leaf does not require grad any more."""
    if machine.tensor_record(tensor) is not None:
        machine.update_tensor(
            tensor,
            requires_grad=Truth.NO,
            is_leaf=Truth.YES,
            graph=None,
            trained_on_a_path=False,
        )
    return tensor


def _clone(machine: Machine, tensor: Tensor, arguments: Arguments, node: tree.Call) -> Value:
    receiver = syntax.receiver(node)
    return graph.result(machine, "clone", [(tensor, receiver)], node, tensor.power)


def _convert(machine: Machine, tensor: Tensor, arguments: Arguments, node: tree.Call) -> Value:
    """The same tensor, or a copy with history: whether it is the leaf is not known."""
    if constructors.asks_for_whole_numbers(arguments):
        return _whole_number(machine, tensor, arguments, node)
    record = machine.tensor_record(tensor)
    receiver = syntax.receiver(node)
    copy = graph.result(machine, "to", [(tensor, receiver)], node, tensor.power)
    if record is not None and record.requires_grad is not Truth.NO:
        machine.update_tensor(copy, is_leaf=Truth.UNKNOWN)
    return copy


def _whole_number(machine: Machine, tensor: Tensor, arguments: Arguments, node: tree.Call) -> Value:
    name = last_name(node.func)
    origin = ended(machine, machine.tensor_record(tensor), name, node)
    return machine.new_tensor(node, Truth.NO, Truth.YES, origin=origin)


def _numpy(machine: Machine, tensor: Tensor, arguments: Arguments, node: tree.Call) -> Value:
    machine.use(tensor, Use.LOGGED, node)
    if arguments.truth(0, "force", Truth.NO) is Truth.NO:
        arrays_of_graph.note(machine, "Tensor.numpy", tensor, syntax.receiver(node), node)
    origin = ended(machine, machine.tensor_record(tensor), "numpy", node)
    return Array(power=tensor.power, origin=origin)


def _requires_grad_in_place(
    machine: Machine, tensor: Tensor, arguments: Arguments, node: tree.Call
) -> Value:
    on = arguments.truth(0, "requires_grad", Truth.YES)
    requires_grad.switch(machine, tensor, on, node, syntax.receiver(node), proves_leaf=False)
    return tensor


def _backward(machine: Machine, tensor: Tensor, arguments: Arguments, node: tree.Call) -> Value:
    root = syntax.receiver(node)
    inputs = arguments.at(3, "inputs")
    keeps = arguments.keeps_graph(1, 2)
    backward.run(machine, tensor, root, node, keeps, inputs, call="backward")
    return NONE


def _same(machine: Machine, tensor: Tensor, arguments: Arguments, node: tree.Call) -> Value:
    return tensor


def _retain_grad(machine: Machine, tensor: Tensor, arguments: Arguments, node: tree.Call) -> Value:
    leaves.keep_gradient(machine, tensor)
    machine.use(tensor, Use.GRADIENT_ASKED, node)
    return NONE


def _hook(machine: Machine, tensor: Tensor, arguments: Arguments, node: tree.Call) -> Value:
    machine.use(tensor, Use.GRADIENT_ASKED, node)
    return UNKNOWN


def _fresh(machine: Machine, tensor: Tensor, arguments: Arguments, node: tree.Call) -> Value:
    """``x.new(size)``: memory of its own, no history."""
    return machine.new_tensor(node, Truth.NO, Truth.YES)


_METHODS: dict[str, Callable[[Machine, Tensor, Arguments, tree.Call], Value]] = {
    "new": _fresh,
    "detach": _detach,
    "detach_": _detach_in_place,
    "clone": _clone,
    "numpy": _numpy,
    "requires_grad_": _requires_grad_in_place,
    "backward": _backward,
    "retain_grad": _retain_grad,
    "register_hook": _hook,
    "share_memory_": _same,
    "rename_": _same,
    **dict.fromkeys(CONVERSIONS, _convert),
    **dict.fromkeys(families().whole_number_conversions, _whole_number),
}
