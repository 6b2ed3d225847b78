"""Changes of memory in place: what notices them, and what they do to the graph."""

from __future__ import annotations

from collections.abc import Sequence

from tapelint.source import tree
from tapelint.tape.autograd import (
    chances,
    dead_terms,
    flow,
    gradient_pages,
    graph,
    hand_steps,
    hidden_histories,
    owning,
)
from tapelint.tape.autograd.flow import Operand
from tapelint.tape.domain.domains import REBASED
from tapelint.tape.domain.frozen import dataclass, replace
from tapelint.tape.domain.graph_nodes import GraphNode, Saved, Write
from tapelint.tape.domain.path_conditions import contradict
from tapelint.tape.domain.terms import Truth, WriteForm
from tapelint.tape.domain.values import Number, Tensor, TensorRecord, Unknown, Value
from tapelint.tape.machine.machine import Machine
from tapelint.torch_api.knowledge import knowledge
from tapelint.torch_api.operators import OPERATORS

_OPERATORS = {f"{each.symbol}=": f"{each.operation}_" for each in OPERATORS}
"""The methods that augmented assignments call."""
_NOWHERE = tree.name("...")


def write(
    machine: Machine,
    value: Tensor,
    target: tree.BaseExpression,
    node: tree.Node,
    operation: str,
    form: WriteForm,
    operands: Sequence[Operand] = (),
    measured: str = "",
    others: Sequence[Value] | None = None,
) -> None:
    """A change of a tensor's memory in place.

    Args:
        machine: The machine.
        value: The tensor.
        target: Its expression.
        node: The expression or statement that changes it.
        operation: ``normal_``, ``+=`` and the like.
        form: How it is spelled.
        operands: The other operands, whose history the tensor takes on.
        measured: The operation's name in the table, where it is not ``operation``.
        others: All other operands, numbers included, where these are not ``operands``.
    """
    record = machine.tensor_record(value)
    if record is None:
        return
    gradient_pages.note_changed(machine, record)
    leaf = record if record.base is None else machine.state.get(record.base, record)
    is_refused = _is_refused(record, leaf, operation, form)
    if is_refused and machine.grad_mode is Truth.YES:
        return  # torch raises: nothing is changed
    given = others if others is not None else [each for each, _ in operands]
    recorded = None
    if not is_refused:  # where autograd does not record after all, nothing is recorded
        name = measured or _OPERATORS.get(operation, operation)
        recorded = _recorded(machine, value, record, node, name, operands, others or ())
        if record.base is not None or (form is WriteForm.SUBSCRIPT and not is_whole(node)):
            recorded = _freed_as_a_whole(recorded)
    if Truth.NO in {machine.grad_mode, record.requires_grad}:
        hand_steps.note_write(machine, value, record, given, node)
    note(machine, record, node, form)
    _note_other_numbers(machine, value, given, operation, node, target)
    if recorded is not None:
        _rebase(machine, value, record, recorded)


def _freed_as_a_whole(recorded: _Recorded | None) -> _Recorded | None:
    """What a change of a part leaves in the graph, which a backward frees with all of it."""
    return replace(recorded, frees=True) if recorded is not None else None


def _note_other_numbers(
    machine: Machine,
    value: Tensor,
    given: Sequence[Value],
    operation: str,
    node: tree.Node,
    target: tree.BaseExpression,
) -> None:
    """What was known of the numbers that a tensor held may not be true of the new ones."""
    chances.note_write(machine, value, operation, node, target)
    stem = _OPERATORS.get(operation, operation).rstrip("_")
    dead_terms.note_overwritten(machine, value, stem)
    owning.note_written(machine, value, given, operation)


def note(machine: Machine, record: TensorRecord, node: tree.Node, form: WriteForm) -> None:
    """Remember that a tensor's memory has changed, for all that was saved of it before."""
    change = Write(record.counter, node, form, machine.conditions, machine.era)
    machine.note_write(change, record.storage)
    for member in record.members or record.shares:
        if contradict(member.conditions, change.conditions):
            continue  # it is that one on the other side of the same test
        known: TensorRecord | None = machine.state.get(member.identity)
        if known is not None and known.storage != record.storage:
            counter = record.counter if record.data_of is not None else known.counter
            conditions = change.conditions | member.conditions
            same_change = replace(change, counter=counter, conditions=conditions)
            machine.note_write(same_change, known.storage, member.elsewhere)


def is_whole(node: tree.Node) -> bool:
    """Whether a subscript is ``[:]`` or ``[...]``: all of the tensor."""
    if not isinstance(node, tree.Subscript) or len(node.slice) != 1:
        return False
    part = node.slice[0].slice
    if isinstance(part, tree.Slice):
        return part.lower is None and part.upper is None and part.step is None
    return isinstance(part, tree.Index) and isinstance(part.value, tree.Ellipsis)


def _is_refused(record: TensorRecord, leaf: TensorRecord, operation: str, form: WriteForm) -> bool:
    """Whether it is a leaf that requires grad (or a view of one) and torch minds."""
    if record.requires_grad is not Truth.YES:
        return False
    if leaf.requires_grad is not Truth.YES or leaf.is_leaf is not Truth.YES:
        return False
    return _minds(operation, form)


def _minds(operation: str, form: WriteForm) -> bool:
    """Whether torch minds a change of a leaf that requires grad, by how it is spelled."""
    if form is WriteForm.METHOD:
        return operation in knowledge().inplace_refused_on_leaf
    return form is not WriteForm.INIT


@dataclass(frozen=True)
class _Recorded:
    """A change that autograd records, before it is done.

    Attributes:
        operation: Its name in the table.
        node: The expression or statement.
        flows: Whether the changed tensor requires grad.
        is_certain: Whether it is recorded for sure, on some path.
        inputs: Where the backward goes on to.
        saved: The operands that it saves.
        saves_new_value: Whether it saves the changed tensor, too.
        frees: Whether a second backward through it raises.
        beside_unknown: Whether an operand may bring a history that is not known.
        operands: What else the changed tensor is computed of.
    """

    operation: str
    node: tree.Node
    flows: Truth
    is_certain: bool
    inputs: tuple[GraphNode, ...]
    saved: tuple[Saved, ...]
    saves_new_value: bool
    frees: bool
    beside_unknown: bool
    operands: tuple[Operand, ...] = ()


def _recorded(
    machine: Machine,
    value: Tensor,
    record: TensorRecord,
    node: tree.Node,
    operation: str,
    operands: Sequence[Operand],
    others: Sequence[Value],
) -> _Recorded | None:
    """What autograd records of a change, or ``None``; notes the operands that are saved.

    ``others`` is all that the call was given, numbers among it.
    """
    if machine.grad_mode is Truth.NO:
        return None
    flows = flow.any_of(
        [record.requires_grad, *(flow.requires_grad(machine, each) for each, _ in operands)]
    )
    known = knowledge()
    if flows is Truth.NO and operation in known.inplace_operations:
        flows = flow.any_of([flows, *(Truth.UNKNOWN for each in others if type(each) is Unknown)])
    if flows is Truth.NO:
        return None
    stem = operation.rstrip("_")
    is_scalar = all(isinstance(each, Number) for each, _ in operands)
    facts = known.inplace_operations.get(f"{stem}_scalar_") if is_scalar else None
    facts = facts or known.inplace_operations.get(operation)
    saved: list[Saved] = []
    frees = False
    if facts is not None:
        expression = node if isinstance(node, tree.BaseExpression) else _NOWHERE
        written = dict(operands)
        given = [(each, written.get(each, _NOWHERE)) for each in others] or list(operands)
        by_name = graph.named_operands(facts, [(value, expression), *given])
        saved = graph.as_saved(machine, by_name, facts.saves)
        # A number is not saved as a tensor is.
        always = {name for name, conditions in facts.saves.items() if not conditions}
        numbers = {name for name, (each, _) in by_name.items() if isinstance(each, Number)}
        frees = facts.frees and not (always and always <= numbers)
        for each in saved:
            machine.note_saved(each)
    is_certain = flows is Truth.YES or record.may_train
    is_certain = is_certain or graph.trains_on_a_path(machine, operands)
    is_certain = is_certain and machine.grad_mode is Truth.YES
    saves_new_value = facts is not None and facts.saves_new_value
    return _Recorded(
        operation,
        node,
        flows,
        is_certain,
        tuple(graph.graph_inputs(machine, [value, *(each for each, _ in operands)])),
        tuple(saved),
        saves_new_value,
        bool(saved) or saves_new_value or frees,
        _beside(machine, operation, operands, others, node),
        tuple(operands),
    )


def _beside(
    machine: Machine,
    operation: str,
    operands: Sequence[Operand],
    others: Sequence[Value],
    node: tree.Node,
) -> bool:
    """Whether what a change was given may bring a history that the graph does not show."""
    values = [value for value, _ in operands]
    if any(isinstance(each, Unknown) and each not in values for each in others):
        return True
    return hidden_histories.beside(machine, operation, operands, node)


def _rebase(machine: Machine, value: Tensor, record: TensorRecord, change: _Recorded) -> None:
    """A change that autograd records gives the tensor, and its base, a new history."""
    saved = change.saved
    if change.saves_new_value:
        new = Saved(
            record.storage,
            record.counter,
            change.node,
            is_result=True,
            is_part=record.is_part,
            has_history=True,
            moment=machine.new_identity(),
        )
        machine.note_saved(new)
        saved = (*saved, new)
    grad_fn = GraphNode(
        change.operation,
        tuple(dict.fromkeys(change.inputs)),
        saved,
        change.node,
        is_certain=change.is_certain,
        frees=change.frees,
        beside_unknown=change.beside_unknown,
        passes_on=machine.grad_mode is Truth.YES,
    )
    dead_terms.note(machine, change.operation, change.operands, grad_fn)
    base = record.base
    rebased = grad_fn
    if base is not None:
        before: TensorRecord | None = machine.state.get(base)
        if before is not None:
            whole = graph.graph_inputs(machine, [Tensor(base)])
            rebased = GraphNode(
                "view", (*whole, grad_fn), (), change.node, change.is_certain, frees=True
            )
            _give_history(machine, base, before, rebased, change.flows)
    machine.state.set_fact(REBASED, base if base is not None else value.identity, rebased)
    seen = replace(record, rebased_by=rebased) if base is not None else record
    _give_history(machine, value.identity, seen, grad_fn, change.flows)


def _give_history(
    machine: Machine, identity: int, record: TensorRecord, grad_fn: GraphNode, flows: Truth
) -> None:
    machine.state.set(
        identity,
        replace(
            record,
            requires_grad=max(record.requires_grad, flows),
            trained_on_a_path=grad_fn.is_certain and flows is not Truth.YES,
            is_leaf=Truth.NO if flows is Truth.YES else Truth.UNKNOWN,
            graph=grad_fn,
            requires_grad_at=record.requires_grad_at or grad_fn.node,
            origin=None,
        ),
    )
