"""What operations, writes and backward do to autograd's graph."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import libcst as cst

from tapelint.tape import events
from tapelint.tape.events import History, WriteForm
from tapelint.tape.machine import Machine
from tapelint.tape.powers import SigmaPower
from tapelint.tape.values import (
    Array,
    Cut,
    GraphNode,
    NoneValue,
    Number,
    Saved,
    Tensor,
    TensorRecord,
    Text,
    Truth,
    Unknown,
    Use,
    Value,
    Write,
)
from tapelint.torch_api.knowledge import knowledge

Operand = tuple[Value, cst.BaseExpression]

_TERMS = frozenset({"add", "cat", "stack", "hstack", "vstack", "concat"})
"""Operations in which an operand without history is a dead part, not a constant beside others."""
_DIFFERENCES = frozenset({"sub", "subtract", "rsub"})
_DEEPEST = 3


def any_of(truths: Sequence[Truth]) -> Truth:
    """Whether at least one holds."""
    return max(truths, default=Truth.NO)


def requires_grad(machine: Machine, value: Value, depth: int = 0) -> Truth:
    """Whether a gradient flows through a value, or through anything that a container holds."""
    record = machine.tensor_record(value)
    if record is not None:
        return record.requires_grad
    held = machine.container_record(value)
    if held is not None and depth < _DEEPEST:
        found = any_of([requires_grad(machine, each, depth + 1) for each in held.held])
        return max(found, Truth.UNKNOWN) if held.is_open else found
    if isinstance(value, (Number, Array, Text, NoneValue)):
        return Truth.NO
    return Truth.UNKNOWN


def history(machine: Machine, value: Value, depth: int = 0) -> tuple[History, Tensor | None]:
    """What is known of the history of a value or of a container's elements.

    Returns:
        The most that is known of any element, and the element that carries history.
    """
    record = machine.tensor_record(value)
    if record is not None and isinstance(value, Tensor):
        if record.requires_grad is Truth.YES:
            return History.CARRIED, value
        if record.requires_grad is Truth.UNKNOWN:
            return History.TENSORS, value
        return History.NONE, None
    held = machine.container_record(value)
    if held is not None:
        if depth >= _DEEPEST:
            return History.UNKNOWN, None
        most: tuple[History, Tensor | None] = (
            (History.UNKNOWN if held.is_open else History.NONE),
            None,
        )
        for each in held.held:
            found = history(machine, each, depth + 1)
            if found[0] > most[0]:
                most = found
        return most
    if isinstance(value, (Number, Array, Text, NoneValue)):
        return History.NONE, None
    return History.UNKNOWN, None


def result(
    machine: Machine,
    name: str,
    operands: Sequence[Operand],
    node: cst.BaseExpression,
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
    facts = knowledge().operations.get(name)
    flows = any_of([requires_grad_too, *(requires_grad(machine, value) for value, _ in operands)])
    if machine.grad_mode is Truth.NO or (facts is not None and not facts.differentiable):
        flows = Truth.NO
    elif machine.grad_mode is Truth.UNKNOWN:
        flows = min(flows, Truth.UNKNOWN)
    is_leaf = Truth.of(None) if flows is Truth.UNKNOWN else Truth.of(flows is Truth.NO)
    cuts: frozenset[Cut] = frozenset()
    if passes_cuts:
        cuts = _cuts_of_result(machine, name, operands, node, requires_grad_too)
    tensor = machine.new_tensor(node, flows, is_leaf, power=power, cuts=cuts)
    if flows is Truth.NO:
        return tensor
    identity = tensor.identity
    saved = list(_saved_operands(machine, name, operands))
    if facts is not None and facts.saves_result:
        saved.append(Saved(identity, identity, node, True))
    for each in saved:
        machine.note_saved(each)
    inputs = tuple(dict.fromkeys(_graph_inputs(machine, [value for value, _ in operands])))
    machine.update_tensor(tensor, graph=GraphNode(name, inputs, tuple(saved), node))
    return tensor


def _graph_inputs(machine: Machine, values: Sequence[Value], depth: int = 0) -> list[GraphNode]:
    inputs: list[GraphNode] = []
    for value in values:
        graph = machine.graph_node(value)
        if graph is not None:
            inputs.append(graph)
        held = machine.container_record(value)
        if held is not None and depth < _DEEPEST:
            inputs.extend(_graph_inputs(machine, held.held, depth + 1))
    return inputs


def _saved_operands(machine: Machine, name: str, operands: Sequence[Operand]) -> list[Saved]:
    facts = knowledge().operations.get(name)
    if facts is None:
        return []
    by_name = {
        parameter: operands[at]
        for parameter, at in zip(facts.parameters, facts.positions, strict=False)
        if at < len(operands)
    }
    saved = []
    for operand, condition in facts.saves.items():
        value, node = by_name.get(operand, (None, None))
        record = machine.tensor_record(value) if value is not None else None
        if record is None or node is None:
            continue
        if _holds(machine, condition, by_name):
            is_part = record.base is not None
            saved.append(Saved(record.storage, record.counter, node, False, is_part))
    return saved


def _holds(machine: Machine, condition: str, by_name: dict[str, Operand]) -> bool:
    """Whether a condition of the table is known to hold.

    Conditions read ``always``, ``if x requires grad``, ``if x or y requires grad``,
    ``if x and y require grad``.
    """
    if condition == "always":
        return True
    words = condition.removeprefix("if ").split(" require", 1)[0].split()
    holds = [
        name in by_name and requires_grad(machine, by_name[name][0]) is Truth.YES
        for name in words
        if name not in {"or", "and"}
    ]
    return all(holds) if "and" in words else any(holds)


def _cuts_of_result(
    machine: Machine,
    name: str,
    operands: Sequence[Operand],
    node: cst.BaseExpression,
    hidden: Truth,
) -> frozenset[Cut]:
    """The cuts that a result inherits, noting what the operands were used for."""
    records = [(value, machine.tensor_record(value)) for value, _ in operands]
    if not any(record is not None and record.cuts for _, record in records):
        return frozenset()
    facts = knowledge().operations.get(name)
    if facts is not None and not facts.differentiable:
        for value, _ in records:
            machine.use(value, Use.LOGGED, node)
        return frozenset()
    kept: set[Cut] = set()
    for position, (value, record) in enumerate(records):
        if record is None or not record.cuts:
            continue
        others = [other for at, (other, _) in enumerate(records) if at != position]
        flows = any_of([hidden, *(requires_grad(machine, other) for other in others)])
        if flows is Truth.YES and name not in _TERMS:
            machine.use(value, Use.CONSTANT, node)
            continue
        is_beside_unknown = any(_is_obscure(machine, other) for other in others)
        if hidden is Truth.UNKNOWN or (is_beside_unknown and name not in _TERMS | _DIFFERENCES):
            machine.use(value, Use.BESIDE_UNKNOWN, node)
        if name in _DIFFERENCES:
            machine.use(value, Use.DIFFERENCE, node)
            if is_beside_unknown:
                machine.use(value, Use.LESS_UNKNOWN, node)
        if name == "exp" and any(Use.DIFFERENCE in cut.uses for cut in record.cuts):
            # The ratio of new and old probabilities: exp(new - old), where old is a constant.
            machine.use(value, Use.CONSTANT, node)
        kept.update(record.cuts)
    return frozenset(kept)


def _is_obscure(machine: Machine, value: Value) -> bool:
    record = machine.tensor_record(value)
    if record is not None:
        return record.requires_grad is Truth.UNKNOWN
    return isinstance(value, Unknown)


def view(machine: Machine, tensor: Tensor, node: cst.BaseExpression) -> Tensor:
    """A view of a tensor: the same memory, the same version counter, the same history."""
    record = machine.tensor_record(tensor)
    if record is None:
        return machine.new_tensor(node, Truth.UNKNOWN, Truth.UNKNOWN, power=tensor.power)
    flows = record.requires_grad if machine.grad_mode is not Truth.NO else Truth.NO
    graph = None
    if flows is not Truth.NO:
        inputs = (record.graph,) if record.graph else ()
        graph = GraphNode("view", inputs, (), node)
    return machine.new_tensor(
        node,
        flows,
        Truth.of(None) if flows is Truth.UNKNOWN else Truth.of(flows is Truth.NO),
        power=tensor.power,
        storage=record.storage,
        counter=record.counter,
        graph=graph,
        requires_grad_at=record.requires_grad_at,
        base=record.base if record.base is not None else tensor.identity,
        data_of=record.data_of,
        cuts=record.cuts,
    )


def detached(machine: Machine, tensor: Tensor, node: cst.BaseExpression) -> Tensor:
    """``tensor.detach()``: the same memory and the same version counter, no history."""
    record = machine.tensor_record(tensor)
    if record is None:
        return machine.new_tensor(node, Truth.NO, Truth.YES, power=tensor.power)
    return machine.new_tensor(
        node,
        Truth.NO,
        Truth.YES,
        power=tensor.power,
        storage=record.storage,
        counter=record.counter,
        data_of=record.data_of,
        cuts=record.cuts,
    )


def data_alias(machine: Machine, tensor: Tensor, node: cst.Attribute) -> Tensor:
    """``tensor.data``: the same memory behind a version counter of its own, no history."""
    record = machine.tensor_record(tensor)
    machine.emit(events.DataRead, node, owner=node.value)
    identity = machine.new_identity()
    storage = record.storage if record is not None else identity
    return machine.new_tensor(
        node,
        Truth.NO,
        Truth.YES,
        power=tensor.power,
        storage=storage,
        counter=identity,
        data_of=node,
        cuts=record.cuts if record else frozenset(),
    )


def write(
    machine: Machine,
    value: Tensor,
    target: cst.BaseExpression,
    node: cst.CSTNode,
    operation: str,
    form: WriteForm,
    operands: Sequence[Operand] = (),
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
    """
    record = machine.tensor_record(value)
    if record is None:
        return
    leaf = machine.state.get(record.base, record) if record.base is not None else record
    machine.emit(
        events.InPlace,
        node,
        operation=operation,
        form=form,
        target=target,
        record=record,
        leaf=leaf,
        is_view=record.base is not None,
        operand_history=any_of(
            [requires_grad(machine, each) for each, _ in operands if each is not value]
        ),
    )
    is_meant = not record.may_be_copy or isinstance(target, cst.Subscript)
    if record.data_of is not None and is_meant:
        machine.emit(
            events.DataWrite,
            node,
            read=record.data_of,
            owner=record.data_of.value,
            operation=operation,
            form=form,
            argument=None,
            is_conversion=False,
            is_direct=record.data_of is target,
            is_fresh=makes_fresh(record.data_of.value),
        )
    is_part = form is WriteForm.SUBSCRIPT or record.base is not None
    is_part = is_part or isinstance(target, cst.Subscript)
    change = Write(record.counter, node, target, operation, is_part=is_part)
    machine.note_write(change, record.storage)
    _rebase(machine, value, record, node, operands)


def _rebase(
    machine: Machine,
    value: Tensor,
    record: TensorRecord,
    node: cst.CSTNode,
    operands: Sequence[Operand],
) -> None:
    """A write that autograd records gives the tensor (and what it is a view of) a new history."""
    if machine.grad_mode is Truth.NO:
        return
    flows = any_of([requires_grad(machine, each) for each, _ in operands])
    if flows is Truth.NO:
        return
    inputs = _graph_inputs(machine, [each for each, _ in operands])
    for identity in {value.identity, record.base if record.base is not None else value.identity}:
        before: TensorRecord | None = machine.state.get(identity)
        if before is None or before.data_of is not None:
            continue
        if before.is_leaf is Truth.YES and before.requires_grad is Truth.YES:
            continue  # torch raises: it stays the leaf that it is
        earlier = (before.graph,) if before.graph else ()
        machine.state.set(
            identity,
            replace(
                before,
                requires_grad=max(before.requires_grad, flows),
                is_leaf=Truth.NO if flows is Truth.YES else Truth.UNKNOWN,
                graph=GraphNode("in-place", (*earlier, *inputs), (), node),
                requires_grad_at=before.requires_grad_at or node,
            ),
        )


def backward(machine: Machine, value: Value, node: cst.CSTNode, keeps_graph: bool) -> None:
    """A backward from ``value``: needs what was saved, then frees it."""
    machine.use(value, Use.BACKWARD, node)
    visited = _need_saved(machine, value, node)
    if not keeps_graph:
        for each in visited:
            machine.state.set(("consumed", each), True)


def expect_backward(machine: Machine, value: Value, node: cst.CSTNode) -> None:
    """A value with history is handed out: a backward through it will follow somewhere else.

    Unless a call that is not known has seen it: its backward may be over.
    """
    if not any(machine.was_passed(graph) for graph in _graph_inputs(machine, [value])):
        _need_saved(machine, value, node)


def _need_saved(machine: Machine, value: Value, node: cst.CSTNode) -> list[GraphNode]:
    pending = _graph_inputs(machine, [value])
    visited: dict[GraphNode, None] = {}
    while pending:
        graph = pending.pop()
        if graph in visited or machine.is_consumed(graph):
            continue
        visited[graph] = None
        pending.extend(graph.inputs)
        for saved in graph.saved:
            _check_saved(machine, graph, saved, node)
    return list(visited)


def _check_saved(machine: Machine, graph: GraphNode, saved: Saved, node: cst.CSTNode) -> None:
    for change in machine.stale(saved):
        machine.emit(
            events.StaleSaved,
            change.node,
            saved=saved,
            operation=graph.operation,
            saved_at=graph.node,
            backward=node,
            write=change.operation,
            through_data=change.counter != saved.counter,
            target=change.target,
        )


_COPIES = frozenset({"clone", "new", "deepcopy", "zeros", "ones", "empty", "rand", "randn", "full"})


def makes_fresh(expression: cst.BaseExpression) -> bool:
    """Whether an expression makes a tensor that nothing else holds: ``x.clone()``."""
    if not isinstance(expression, cst.Call):
        return False
    function = expression.func
    name = function.attr if isinstance(function, cst.Attribute) else function
    if not isinstance(name, cst.Name):
        return False
    return name.value in _COPIES or name.value.startswith("new_") or name.value.endswith("_like")
