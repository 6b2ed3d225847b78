"""The flag ``requires_grad``: what it does where it is assigned or switched."""

from __future__ import annotations

from tapelint.source import tree
from tapelint.tape.autograd import gradient_pages, hidden_histories, leaves
from tapelint.tape.domain.graph_nodes import Cut
from tapelint.tape.domain.terms import LeafForm, Truth, Use
from tapelint.tape.domain.values import UNKNOWN, Tensor, Unknown, Value
from tapelint.tape.machine.frames import known_truth
from tapelint.tape.machine.machine import Machine
from tapelint.tape.models import module_parameters
from tapelint.torch_api.conversions import CONVERSIONS


def switch(
    machine: Machine,
    tensor: Tensor,
    on: Truth,
    node: tree.Node,
    target: tree.BaseExpression,
    *,
    proves_leaf: bool,
) -> None:
    """``target.requires_grad = on`` (which proves a leaf) or ``target.requires_grad_(on)``."""
    record = machine.tensor_record(tensor)
    if record is None:
        return
    is_of_nobody = record.is_parameter and record.requires_grad is Truth.UNKNOWN
    if is_of_nobody and not record.members and on is not Truth.NO:
        module_parameters.any_may_be_unfrozen(machine)
    made = Cut(node)
    if on is Truth.YES and not record.is_parameter:
        form = LeafForm.FLAG if proves_leaf else LeafForm.METHOD
        leaves.note_made(machine, form, target, tensor, node, made)
    for member in record.members:
        before = machine.state.get(member.identity)
        if before is not None and before.requires_grad is not on:
            machine.update_tensor(Tensor(member.identity), requires_grad=Truth.UNKNOWN)
    if record.requires_grad is Truth.YES and record.is_leaf is Truth.NO and on is Truth.YES:
        return
    if on is Truth.YES:
        for cut in record.cuts:
            if cut.node is _converted(record.made_at):
                cut.uses.setdefault(Use.MADE_LEAF, node)
    is_leaf = Truth.YES if proves_leaf or record.requires_grad is Truth.NO else record.is_leaf
    # Whoever asks for it takes the tensor for a leaf: a history that is not known does not count.
    is_doubtful = record.requires_grad is Truth.UNKNOWN and not record.may_train
    machine.update_tensor(
        tensor,
        graph=None if on is Truth.YES and is_doubtful else record.graph,
        requires_grad=Truth.UNKNOWN if _is_one_of_many(machine, target) else on,
        is_leaf=is_leaf,
        requires_grad_at=node if on is Truth.YES else record.requires_grad_at,
        cuts=record.cuts | {made} if on is Truth.YES and not record.is_parameter else record.cuts,
    )
    if on is Truth.UNKNOWN:
        hidden_histories.may_have_one(machine, tensor)


def assign(
    machine: Machine, owner: Value, value: Value, node: tree.Node, target: tree.BaseExpression
) -> None:
    """``target.requires_grad = value``, and what ``setattr`` does in its place."""
    on = known_truth(value)
    if isinstance(owner, Unknown):
        switch_unknown(machine, on)
    elif isinstance(owner, Tensor):
        gradient_pages.note_frozen(machine, owner, on)
        switch(machine, owner, on, node, target, proves_leaf=on is Truth.YES)


def switch_unknown(machine: Machine, on: Truth) -> None:
    """Something unknown is switched: it may be any network's parameter."""
    gradient_pages.note_frozen(machine, UNKNOWN, on)
    if on is not Truth.NO:
        module_parameters.any_may_be_unfrozen(machine)


def _converted(made_at: tree.Node | None) -> tree.Node | None:
    """What made the numbers: ``torch.tensor(x)`` of ``torch.tensor(x).float().to(device)``."""
    while isinstance(made_at, tree.Call) and isinstance(made_at.func, tree.Attribute):
        if made_at.func.attr.value not in CONVERSIONS:
            break
        made_at = made_at.func.value
    return made_at


def _is_one_of_many(machine: Machine, target: tree.BaseExpression) -> bool:
    """Whether it is another item in each round of a loop: ``values[at]``."""
    if not machine.is_in_loop or not isinstance(target, tree.Subscript):
        return False
    part = target.slice[0].slice
    return not (isinstance(part, tree.Index) and isinstance(part.value, tree.Integer))
