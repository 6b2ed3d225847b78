"""Terms of a loss that train nothing: ``loss + weight * penalty.item()``.

A number, or what was detached, moves the loss and no parameter. It is a mistake where nothing else
trains on what it was taken from; whoever shows a value, or puts it in another's place
(``surrogate + (value - surrogate).detach()``), has a backward through it somewhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from tapelint.source import tree
from tapelint.tape import events
from tapelint.tape.domain.frozen import replace
from tapelint.tape.domain.graph_nodes import GraphNode, NodeKind, Origin
from tapelint.tape.domain.path_conditions import contradict
from tapelint.tape.domain.terms import AUTOGRAD_GRAD, Truth
from tapelint.tape.domain.values import Number, Tensor, Value
from tapelint.tape.machine.machine import DeadTerm, Machine
from tapelint.torch_api.families import also_with_numbers, families, with_numbers

_CUTS = families().ending_history | {AUTOGRAD_GRAD}
"""Nobody adds what such a thing leaves to a loss by chance."""
_SCALED = with_numbers(families().products | families().quotients) | {"neg"}
"""Operations after which a loss is still the same loss, with another factor."""
_LINEAR = also_with_numbers(families().sums) | _SCALED
_ADDS = also_with_numbers(families().sums - families().differences)
"""What a difference is to is often a constant: ``real.detach().mean() - fake.mean()``."""
_DIFFERENCES = families().differences
_TAKES_OFF = also_with_numbers(_DIFFERENCES)


def note(
    machine: Machine,
    name: str,
    operands: Sequence[tuple[Value, tree.BaseExpression]],
    made: GraphNode,
) -> None:
    """Remember the operand of a sum that has no history any more."""
    stem = _stem(name)
    if stem not in _ADDS | _TAKES_OFF or machine.grad_mode is not Truth.YES:
        return
    is_difference, is_in_place = stem in _TAKES_OFF, name.endswith(("=", "_"))
    for at, (value, expression) in enumerate(operands):
        if is_difference and not ((at or is_in_place) and _is_weighed(expression)):
            continue
        origin = _origin_of(machine, value)
        if origin is not None and origin.operation in _CUTS and _is_of_trained(origin):
            term = DeadTerm(expression, origin, machine.conditions)
            machine.dead_terms.setdefault(made, []).append(term)


def _is_weighed(expression: tree.BaseExpression) -> bool:
    """Whether a term has a factor: ``loss - 0.01 * entropy`` is no mere distance of two values."""
    return isinstance(expression, tree.BinaryOperation) and isinstance(
        expression.operator, tree.Multiply
    )


def _is_of_trained(origin: Origin) -> bool:
    """Whether a gradient would have trained something: a network, or a weight that is penalised."""
    return bool(origin.sources) or (origin.may_be_penalised and origin.is_computed_with)


def computed(origin: Origin | None, operation: str) -> Origin | None:
    """What ended the history of what is computed with the numbers that are left: ``w.data.norm()``.

    A sum of them, or a multiple, says no more than they do themselves.
    """
    if origin is None or not origin.may_be_penalised:
        return origin
    if _stem(operation) in _DIFFERENCES:
        return replace(origin, may_be_penalised=False)  # `w + (w.data.round() - w.data)` means it
    if origin.is_computed_with:
        return origin
    is_same = operation in families().same_numbers or _stem(operation) in _LINEAR
    return origin if is_same else replace(origin, is_computed_with=True)


def note_overwritten(machine: Machine, value: Tensor, operation: str) -> None:
    """A tensor gets other numbers than those of a weight: ``w.data.clone().normal_()``."""
    record = machine.tensor_record(value)
    if record is None or record.origin is None or operation not in families().overwriting:
        return
    if record.origin.may_be_penalised:
        machine.update_tensor(value, origin=replace(record.origin, may_be_penalised=False))


def _origin_of(machine: Machine, value: Value) -> Origin | None:
    record = machine.tensor_record(value)
    if isinstance(value, Tensor) and record is not None:
        return record.origin if record.requires_grad is Truth.NO else None
    return value.origin if isinstance(value, Number) else None


def tell(machine: Machine, roots: Iterable[GraphNode], node: tree.Node) -> None:
    """A backward starts: its loss may have such terms."""
    if not machine.dead_terms:
        return
    pending = list(roots)
    seen = set(pending)
    while pending:
        each = pending.pop()
        machine.spend()
        for term in machine.dead_terms.get(each, ()):
            conditions = term.conditions | term.origin.conditions
            if not contradict(conditions, machine.conditions):
                machine.emit(events.TermWithoutGraph, term.node, origin=term.origin, backward=node)
        for inner in _parts(each):
            if inner not in seen:
                seen.add(inner)
                pending.append(inner)


def _parts(node: GraphNode) -> tuple[GraphNode, ...]:
    """What a loss is the sum of, at most with other factors."""
    return node.inputs if node.kind is NodeKind.JOIN or _stem(node.operation) in _LINEAR else ()


def _stem(operation: str) -> str:
    return {"+=": "add", "-=": "sub"}.get(operation, operation.rstrip("_"))


def is_trained(origin: Origin, trained: Mapping[GraphNode, object]) -> bool:
    """Whether a backward passes what a term was taken from, or a part of that: it is shown."""
    pending = list(origin.sources)
    seen = set(pending)
    while pending:
        each = pending.pop()
        if each in trained:
            return True
        new = [inner for inner in _parts(each) if inner not in seen]
        pending += new
        seen.update(new)
    return False
