"""A backward of what has no graph: a number, an array, a tensor that requires no grad."""

from __future__ import annotations

from tapelint.source import tree
from tapelint.tape import events
from tapelint.tape.autograd import (
    flow,
)
from tapelint.tape.domain.assumptions import Assumed, Assumption, Sign
from tapelint.tape.domain.path_conditions import (
    contradict,
)
from tapelint.tape.domain.terms import NO_GRAD, Truth
from tapelint.tape.domain.values import Array, DataOfUnknown, Number, Tensor, Value
from tapelint.tape.machine.machine import Machine
from tapelint.tape.syntax import last_part
from tapelint.torch_api.families import families
from tapelint.torch_api.names import computes_loss


def note_without_graph(
    machine: Machine,
    value: Value,
    root: tree.BaseExpression,
    node: tree.Node,
    call: str,
    doubt: Assumption | None,
) -> None:
    """A number, an array or a tensor that requires no grad: torch raises."""
    record = machine.tensor_record(value)
    origin = record.origin if record is not None else None
    is_cut_here = (
        record is not None
        and record.trained_on_a_path
        and origin is not None
        and origin.operation in _EXPLICIT
        and not contradict(origin.conditions, machine.conditions)
    )
    has_none = record is not None and flow.requires_grad(machine, value) is Truth.NO
    if origin is not None and origin.operation == NO_GRAD and _is_left_to_caller(machine):
        return
    if _is_left_to_derived(machine, value):
        return
    if record is not None and (has_none or is_cut_here) and not machine.is_hooked:
        machine.emit(
            events.BackwardWithoutGraph,
            node,
            origin.conditions if is_cut_here and not has_none and origin else frozenset(),
            root=root,
            call=call,
            is_tensor=True,
            origin=origin.operation if origin else "",
            origin_at=origin.node if origin else record.made_at,
            cuts=record.cuts,
            doubt=doubt,
        )
    if isinstance(value, Number) and value.taken_at is None and value.origin is None:
        return
    if isinstance(value, (Number, Array)):
        taken_at = value.taken_at if isinstance(value, Number) else None
        otherwise = "item" if isinstance(value, Number) else "numpy"
        machine.emit(
            events.BackwardWithoutGraph,
            node,
            root=root,
            call=call,
            is_tensor=False,
            origin=value.origin.operation if value.origin is not None else otherwise,
            origin_at=value.origin.node if value.origin is not None else taken_at,
            cuts=frozenset(),
            doubt=doubt,
        )


def note_data_of_unknown(
    machine: Machine, value: DataOfUnknown, root: tree.BaseExpression, node: tree.Node, call: str
) -> None:
    """``loss.data.backward()``, where a name alone tells that ``loss`` is a tensor."""
    read = value.reads[0] if value.reads else None
    if read is None or value.is_guess or not computes_loss(last_part(read.value)):
        return
    machine.emit(
        events.BackwardWithoutGraph,
        node,
        root=root,
        call=call,
        is_tensor=True,
        origin="data",
        origin_at=read,
        cuts=frozenset(),
        doubt=Assumption(Assumed.TYPE, Sign.USE, None, read.value, "a tensor"),
    )


def _is_left_to_derived(machine: Machine, value: Value) -> bool:
    """Whether a value was there before an abstract method: the one that calls it may change it."""
    frame = machine.frame
    is_from_anywhere = frame.unit is not None and frame.arguments is None
    if not is_from_anywhere or frame.unit is None or not frame.unit.is_declared_abstract:
        return False
    return not isinstance(value, Tensor) or value.identity <= frame.scope


def _is_left_to_caller(machine: Machine) -> bool:
    """Whether a function's caller has switched recording off, and a branch of it decides the rest.

    ``if phase == TRAIN: loss.backward()`` in a function that is called for validation, too.
    """
    return any(
        frame.mode is Truth.NO and bool(machine.conditions - frame.conditions)
        for frame in machine.frames
    )


_EXPLICIT = families().without_history
"""What cuts a tensor itself: on the path that does so, a backward of it raises."""
