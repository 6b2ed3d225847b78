"""Changes that go through ``.data``: what autograd does not see."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tapelint.source import tree
from tapelint.source.tree import walk
from tapelint.tape import write_events
from tapelint.tape.autograd import graph, views
from tapelint.tape.domain.graph_nodes import GRADIENT
from tapelint.tape.domain.terms import WriteForm
from tapelint.tape.domain.values import DataOfUnknown, Value
from tapelint.tape.machine.machine import Machine

_MOST_NODES = 32
"""How many operations are looked at between what is written and a gradient."""
_OF_TENSORS = frozenset({WriteForm.METHOD, WriteForm.INIT, WriteForm.OUT})
"""How nothing but a tensor is changed."""


def note(
    machine: Machine,
    read: tree.Attribute,
    node: tree.Node,
    operation: str,
    form: WriteForm,
    given: Sequence[Value],
    *,
    is_direct: bool,
    is_guess: bool = False,
) -> None:
    """Tell of a change in place that goes through the ``.data`` expression ``read``."""
    machine.emit(
        write_events.DataWrite,
        node,
        read=read,
        owner=read.value,
        operation=operation,
        form=form,
        argument=None,
        is_conversion=False,
        is_direct=is_direct,
        is_fresh=views.makes_fresh(read.value),
        is_guess=is_guess,
        loses_gradient=holds_gradient(machine, given),
    )


def holds_gradient(machine: Machine, values: Iterable[Value]) -> bool:
    """Whether something is computed of a gradient that has a history: by ``create_graph``."""
    pending = graph.graph_inputs(machine, list(values))
    seen = set(pending)
    while pending and len(seen) < _MOST_NODES:
        node = pending.pop()
        if node.operation == GRADIENT:
            return True
        new = [each for each in node.inputs if each not in seen]
        seen.update(new)
        pending += new
    return False


def note_of_unknown(
    machine: Machine,
    owner: DataOfUnknown,
    node: tree.Node,
    operation: str,
    form: WriteForm,
    given: Sequence[Value] = (),
) -> None:
    """A change through ``.data`` of something that only its name or its use shows to be a tensor.

    Of ``box.data[0].zero_()`` it is likely: the ``data`` of a box may be a list of tensors.
    """
    if not owner.is_tensor and form not in _OF_TENSORS:
        return
    parts = frozenset(walk(node))
    for read in owner.reads:
        note(
            machine,
            read,
            node,
            operation,
            form,
            given,
            is_direct=read in parts,
            is_guess=owner.is_guess and not owner.is_tensor,
        )
