"""What operations do to autograd's graph: results, views and aliases."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence

from tapelint.source import tree
from tapelint.tape.autograd import chances, dead_terms, hand_steps, hidden_histories, samples
from tapelint.tape.autograd.cuts import cuts_of_result
from tapelint.tape.autograd.flow import DEEPEST, Operand, any_of, requires_grad
from tapelint.tape.domain.graph_nodes import Cut, GraphNode, NodeKind, Origin, Saved
from tapelint.tape.domain.powers import SigmaPower
from tapelint.tape.domain.state import lasting
from tapelint.tape.domain.terms import INDICES, NO_GRAD, Truth
from tapelint.tape.domain.values import (
    Number,
    Tensor,
    TensorRecord,
    Trace,
    Value,
)
from tapelint.tape.machine.machine import Machine
from tapelint.torch_api.families import families
from tapelint.torch_api.knowledge import InplaceFacts, OperationFacts, knowledge

_CELLS_OF_OPERATION = 240
"""What an operation holds, in cells of the state: its results' records, its node, what it saves."""


def result(
    machine: Machine,
    name: str,
    operands: Sequence[Operand],
    node: tree.BaseExpression,
    power: SigmaPower | None = None,
    requires_grad_too: Truth = Truth.NO,
    *,
    passes_cuts: bool = True,
) -> Tensor:
    """The result of an operation: recorded in the graph as autograd would.

    Args:
        machine: The machine.
        name: The operation's bare name.
        operands: The tensor operands, in the order of the operation's parameters.
        node: The expression.
        power: The result's power of sigma.
        requires_grad_too: What hidden operands (a module's parameters) add.
        passes_cuts: Whether the result is a plain function of its operands' numbers, so that
            where they were cut off, it is.
    """
    first, *_ = results(
        machine, name, operands, node, power, requires_grad_too, passes_cuts=passes_cuts
    )
    return first


def results(
    machine: Machine,
    name: str,
    operands: Sequence[Operand],
    node: tree.BaseExpression,
    power: SigmaPower | None = None,
    requires_grad_too: Truth = Truth.NO,
    *,
    passes_cuts: bool = True,
    saved_too: Sequence[Value] = (),
) -> list[Tensor]:
    """All results of an operation, which share one node of the graph.

    Args:
        machine: The machine.
        name: The operation's bare name.
        operands: The tensor operands, in the order of the operation's parameters.
        node: The expression.
        power: The first result's power of sigma.
        requires_grad_too: What hidden operands (a module's parameters) add.
        passes_cuts: Whether the results are plain functions of the operands' numbers.
        saved_too: Hidden operands that are saved.
    """
    facts = knowledge().operations.get(name)
    flows, told, origin = _flow(machine, name, operands, node, facts, requires_grad_too)
    is_leaf = Truth.of(None) if told is Truth.UNKNOWN else Truth.of(told is Truth.NO)
    cuts: frozenset[Cut] = frozenset()
    if passes_cuts:
        cuts = cuts_of_result(machine, name, operands, node, requires_grad_too)
    traces = _traces(machine, name, operands, facts, requires_grad_too)
    is_certain = flows is Truth.YES
    is_certain = is_certain or (flows is Truth.UNKNOWN and trains_on_a_path(machine, operands))
    has_history = facts.with_history if facts is not None else (True,)
    tensors = [
        machine.new_tensor(
            node,
            told if kept else Truth.NO,
            is_leaf if kept else Truth.YES,
            power=power if not position else None,
            cuts=cuts if kept else frozenset(),
            samples=traces if kept else frozenset(),
            origin=origin if kept else ended_here(machine, f"{INDICES}{name}", operands, node),
            trained_on_a_path=is_certain and flows is not Truth.YES,
        )
        for position, kept in enumerate(has_history)
    ]
    chances.note(machine, name, operands, tensors[0], node)
    hand_steps.note_computed(machine, operands, tensors)
    if flows is Truth.NO:
        return tensors
    saved = _save(machine, name, operands, node, facts, tensors, saved_too)
    grad_fn = GraphNode(
        name,
        tuple(dict.fromkeys(graph_inputs(machine, [*(each for each, _ in operands), *saved_too]))),
        saved,
        node,
        is_certain=is_certain,
        frees=bool(saved) or _frees(machine, name, operands),
        conditions=lasting(machine.conditions),
        beside_unknown=requires_grad_too is not Truth.NO
        or hidden_histories.beside(machine, name, operands, node),
        passes_on=machine.grad_mode is Truth.YES,
    )
    dead_terms.note(machine, name, operands, grad_fn)
    is_guess = bool(operands) and all(machine.is_guess(value) for value, _ in operands)
    for tensor in itertools.compress(tensors, has_history):
        machine.update_tensor(tensor, graph=grad_fn, is_guess=is_guess)
    return tensors


def _traces(
    machine: Machine,
    name: str,
    operands: Sequence[Operand],
    facts: OperationFacts | None,
    requires_grad_too: Truth,
) -> frozenset[Trace]:
    """The traces of samples that an operation's results carry on."""
    is_differentiable = facts is None or facts.differentiable
    if not is_differentiable or machine.grad_mode is Truth.NO:
        return frozenset()
    return samples.carried(machine, name, operands, requires_grad_too is not Truth.NO)


def _flow(
    machine: Machine,
    name: str,
    operands: Sequence[Operand],
    node: tree.BaseExpression,
    facts: OperationFacts | None,
    requires_grad_too: Truth,
) -> tuple[Truth, Truth, Origin | None]:
    """Whether a history goes on in an operation's results, and what has ended it if not.

    Returns:
        Whether it goes on; whether the results say that they require grad; and what has ended it.
    """
    flows = any_of([requires_grad_too, *(requires_grad(machine, value) for value, _ in operands)])
    if not operands:
        flows = max(flows, Truth.UNKNOWN)
    origin: Origin | None = None
    if flows is Truth.NO:
        origin = dead_terms.computed(_origin_of(machine, operands), name)
    if machine.grad_mode is Truth.NO or (facts is not None and not facts.differentiable):
        if flows is not Truth.NO:
            ended_by = name if machine.grad_mode is not Truth.NO else NO_GRAD
            origin = ended_here(machine, ended_by, operands, node)
        flows = Truth.NO
    elif machine.grad_mode is Truth.UNKNOWN:
        flows = min(flows, Truth.UNKNOWN)
    if origin is not None and origin.node is node and facts is not None and facts.refuses_backward:
        return flows, Truth.UNKNOWN, None  # torch gives it a `grad_fn` that raises
    return flows, flows, origin


def ended_here(
    machine: Machine, operation: str, operands: Sequence[Operand], node: tree.BaseExpression
) -> Origin:
    """That an operation gives numbers of what it is given, and no history."""
    sources = graph_inputs(machine, [value for value, _ in operands])
    return Origin(operation, node, machine.conditions, sources=tuple(dict.fromkeys(sources)))


def _save(
    machine: Machine,
    name: str,
    operands: Sequence[Operand],
    node: tree.BaseExpression,
    facts: OperationFacts | None,
    tensors: Sequence[Tensor],
    saved_too: Sequence[Value],
) -> tuple[Saved, ...]:
    """What an operation saves: operands, hidden operands and results, in this order."""
    machine.state.shared.hold(_CELLS_OF_OPERATION)
    saved = list(saved_operands(machine, name, operands))
    for value in saved_too:
        record = machine.tensor_record(value)
        if record is not None:
            saved.append(
                Saved(
                    record.storage,
                    record.counter,
                    node,
                    False,
                    has_history=True,
                    moment=machine.new_identity(),
                )
            )
    for tensor, is_saved in zip(tensors, facts.saves_results if facts else (), strict=False):
        if is_saved:
            saved.append(
                Saved(
                    tensor.identity,
                    tensor.identity,
                    node,
                    True,
                    has_history=True,
                    moment=machine.new_identity(),
                )
            )
    for each in saved:
        machine.note_saved(each)
    return tuple(saved)


def guess(
    machine: Machine, name: str, operands: Sequence[Operand], node: tree.BaseExpression
) -> Tensor:
    """What a call gives of which only the name tells that it makes a tensor of its arguments."""
    values = [value for value, _ in operands]
    inputs = tuple(dict.fromkeys(graph_inputs(machine, values)))
    grad_fn = None
    if inputs:
        beside = hidden_histories.beside_call(machine, name, operands, node)
        grad_fn = GraphNode(name, inputs, (), node, is_certain=False, beside_unknown=beside)
    return machine.new_tensor(
        node,
        Truth.UNKNOWN,
        Truth.UNKNOWN,
        graph=grad_fn,
        is_guess=True,
        samples=samples.of(machine, values),
    )


def _origin_of(machine: Machine, operands: Sequence[Operand]) -> Origin | None:
    """Why none of the operands has a history: what was meant, if anything was."""
    found = [
        record.origin
        for value, _ in operands
        if (record := machine.tensor_record(value)) is not None
        and record.requires_grad is Truth.NO
        and record.origin is not None
    ]
    meant = [each for each in found if each.operation in families().ending_history]
    return next(iter(meant or found), None)


def graph_inputs(machine: Machine, values: Sequence[Value], depth: int = 0) -> list[GraphNode]:
    """The nodes of the graph that values come from; for a leaf, where its gradient goes."""
    inputs: list[GraphNode] = []
    for value in values:
        record = machine.tensor_record(value)
        if record is not None and isinstance(value, Tensor):
            inputs.extend(_nodes_of(machine, value.identity, record))
        held = machine.container_record(value)
        if held is not None and depth < DEEPEST:
            inputs.extend(graph_inputs(machine, held.held, depth + 1))
    return inputs


def _nodes_of(machine: Machine, identity: int, record: TensorRecord) -> list[GraphNode]:
    if record.graph is not None:
        return [record.graph]
    if record.requires_grad is Truth.NO or record.is_leaf is Truth.NO:
        return []
    nodes = []
    for leaf in [each.identity for each in record.members] or [identity]:
        node = machine.leaf_nodes.get((leaf, record.may_train))
        if node is None:
            node = machine.leaf_nodes[leaf, record.may_train] = GraphNode(
                "leaf",
                (),
                (),
                record.made_at,
                record.may_train,
                leaf=leaf,
                kind=NodeKind.LEAF,
            )
        nodes.append(node)
    return nodes


def saved_operands(machine: Machine, name: str, operands: Sequence[Operand]) -> list[Saved]:
    """What an operation saves of its operands."""
    facts = knowledge().operations.get(name)
    if facts is None:
        return []
    return as_saved(machine, named_operands(facts, operands), facts.saves, facts.keeps_itself)


def named_operands(
    facts: OperationFacts | InplaceFacts, operands: Sequence[Operand]
) -> dict[str, Operand]:
    """The operands by the names that the table gives them."""
    return {
        parameter: operands[at]
        for parameter, at in zip(facts.parameters, facts.positions, strict=False)
        if at < len(operands)
    }


def numbers(facts: OperationFacts, values: Sequence[Value]) -> set[str]:
    """The operands, by the names that the table gives them, that are numbers here."""
    return {
        parameter
        for parameter, at in zip(facts.parameters, facts.positions, strict=False)
        if at < len(values) and isinstance(values[at], Number)
    }


def _frees(machine: Machine, name: str, operands: Sequence[Operand]) -> bool:
    """Whether a second backward raises, though no tensor is known that is saved.

    What is saved under a condition alone is not saved where that does not hold: a linear layer
    of which only the bias requires grad saves nothing. Nor is a number saved that would be
    saved in any case as a tensor: ``torch.lerp(a, b, 0.5)`` frees nothing.
    """
    facts = knowledge().operations.get(name)
    if facts is None or not facts.frees or not facts.saves or any(facts.saves_results):
        return facts is not None and facts.frees
    by_name = named_operands(facts, operands)
    given = numbers(facts, [value for value, _ in operands])
    return any(
        any(_trained(machine, by_name, each) for each in conditions)
        if conditions
        else operand not in given
        for operand, conditions in facts.saves.items()
    )


def as_saved(
    machine: Machine,
    by_name: Mapping[str, Operand],
    saves: Mapping[str, tuple[str, ...]],
    keeps_itself: frozenset[str] = frozenset(),
) -> list[Saved]:
    """The operands of which a table says that they are saved, where its conditions hold."""
    saved = []
    for operand, conditions in saves.items():
        given = _operand(machine, by_name, operand)
        record = machine.tensor_record(given[0]) if given is not None else None
        if record is None or given is None:
            continue
        if not conditions or any(_trained(machine, by_name, name) for name in conditions):
            saved.append(
                Saved(
                    record.storage,
                    record.counter,
                    given[1],
                    False,
                    is_part=record.is_part,
                    is_itself=operand in keeps_itself and record.base is None,
                    has_history=record.may_train,
                    sources=tuple(graph_inputs(machine, [given[0]])),
                    moment=machine.new_identity(),
                    tensor=given[0].identity if isinstance(given[0], Tensor) else 0,
                )
            )
    return saved


def _trained(machine: Machine, by_name: Mapping[str, Operand], name: str) -> bool:
    given = _operand(machine, by_name, name)
    return given is not None and trains_on_a_path(machine, [given])


def trains_on_a_path(machine: Machine, operands: Sequence[Operand]) -> bool:
    """Whether there is a path on which autograd records what is done with these."""
    if machine.grad_mode is not Truth.YES:
        return False
    return any(
        record.may_train
        if (record := machine.tensor_record(value)) is not None
        else requires_grad(machine, value) is Truth.YES
        for value, _ in operands
    )


def _operand(machine: Machine, by_name: Mapping[str, Operand], name: str) -> Operand | None:
    """The operand of that name; ``hx[0]`` is an item of the operand ``hx``."""
    name, _, index = name.partition("[")
    given = by_name.get(name)
    if given is None or not index:
        return given
    held = machine.container_record(given[0])
    at = int(index.rstrip("]"))
    if held is not None:
        return (held.items[at], _written_at(given[1], at)) if at < len(held.items) else None
    return given if at == 0 else None


def _written_at(display: tree.BaseExpression, at: int) -> tree.BaseExpression:
    """The expression of one item of a list or a tuple, as far as that is written out."""
    if isinstance(display, (tree.List, tree.Tuple)) and at < len(display.elements):
        element = display.elements[at]
        if isinstance(element, tree.Element):
            return element.value
    return display


def is_network(node: GraphNode) -> bool:
    """Whether it stands for all that a network of unknown layers does."""
    return node.operation.startswith("torch.nn.")
