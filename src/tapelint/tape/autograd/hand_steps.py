"""Steps that are written out: ``p -= lr * p.grad``, in whatever spelling.

Whoever changes the memory of a leaf by numbers that come from its own gradient takes a step with
it. Where numbers come from gradients is followed through operations and changes in place.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tapelint.source import tree
from tapelint.tape.autograd import gradient_pages, step_order
from tapelint.tape.autograd.flow import Operand
from tapelint.tape.domain.terms import DeedKind
from tapelint.tape.domain.values import Tensor, TensorRecord, Value
from tapelint.tape.machine.machine import Machine


def note_computed(machine: Machine, operands: Sequence[Operand], made: Sequence[Tensor]) -> None:
    """Numbers are computed: those of a gradient go on."""
    if machine.from_gradients:
        leaves = _leaves_behind(machine, [each for each, _ in operands])
        if leaves:
            for each in made:
                machine.from_gradients[each.identity] = leaves


def note_write(
    machine: Machine, value: Value, record: TensorRecord, operands: Sequence[Value], node: tree.Node
) -> None:
    """A memory is changed: is it that of a leaf, and the numbers those of its gradient, a step."""
    leaves = _leaves_behind(machine, operands) if machine.from_gradients else frozenset()
    if not leaves or not isinstance(value, Tensor):
        return
    changed = record.memory_of if record.memory_of is not None else record.base
    leaf = changed if changed is not None else value.identity
    if leaf not in leaves:
        before = machine.from_gradients.get(record.storage, frozenset())
        machine.from_gradients[record.storage] = before | leaves
        return
    whole = machine.tensor_record(Tensor(leaf))
    members = [each.identity for each in whole.members] if whole is not None else []
    sure, unsure = ([], members) if members else ([leaf], [])
    step_order.tell_by_hand(machine, sure or unsure, node)
    gradient_pages.note(machine, sure, DeedKind.STEPPED, node, unsure=unsure)


def _leaves_behind(machine: Machine, operands: Iterable[Value]) -> frozenset[int]:
    """The leaves from whose gradients numbers come."""
    found: frozenset[int] = frozenset()
    for each in operands:
        record = machine.tensor_record(each)
        if record is not None:
            found |= machine.from_gradients.get(record.storage, frozenset())
    return found
