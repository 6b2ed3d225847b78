"""Terms of a loss that train nothing: ``loss + weight * penalty.item()``.

A number, or what was detached, moves the loss and no parameter. It is a mistake where nothing else
trains on what it was taken from; whoever shows a value, or puts it in another's place
(``surrogate + (value - surrogate).detach()``), has a backward through it somewhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from tapelint.source import tree
from tapelint.tape import events
from tapelint.tape.autograd import flow
from tapelint.tape.domain.frozen import replace
from tapelint.tape.domain.graph_nodes import GraphNode, NodeKind, Origin
from tapelint.tape.domain.path_conditions import contradict
from tapelint.tape.domain.terms import AUTOGRAD_GRAD, Truth
from tapelint.tape.domain.values import Number, Tensor, Value
from tapelint.tape.machine.machine import DeadTerm, Machine
from tapelint.torch_api.families import also_with_numbers, families, with_numbers

_MEANT = families().ending_history
"""What ends a history where people want it ended: a value that is shown has a backward, too."""
_SCALED = with_numbers(families().products | families().quotients) | {"neg"}
"""Operations after which a loss is still the same loss, with another factor."""
_LINEAR = also_with_numbers(families().sums) | _SCALED
_ADDS = also_with_numbers(families().sums - families().differences)
"""What a difference is to is often a constant: ``real.detach().mean() - fake.mean()``."""
_DIFFERENCES = families().differences
_TAKES_OFF = also_with_numbers(_DIFFERENCES)
_MEANS = families().totals & {"mean", "sum"}
"""What a loss over a batch ends with."""
_GATHERS = families().same_numbers | families().joins
"""What one of several parts goes through; a part by itself says nothing of the others."""
_MOST_PARTS = 16


def note(
    machine: Machine,
    name: str,
    operands: Sequence[tuple[Value, tree.BaseExpression]],
    made: GraphNode,
) -> None:
    """Remember the operand of a sum that has no history any more."""
    stem = _stem(name)
    is_difference, is_in_place = stem in _TAKES_OFF, name.endswith(("=", "_"))
    is_sum = is_difference or stem in _ADDS | families().joins
    if not is_sum or machine.grad_mode is not Truth.YES:
        return
    for at, (value, expression) in enumerate(_each(machine, operands)):
        origin = _origin_of(machine, value)
        if origin is None or not _is_of_trained(origin):
            continue
        is_distance = is_difference and not (
            origin.operation == AUTOGRAD_GRAD or ((at or is_in_place) and _is_weighed(expression))
        )
        term = DeadTerm(expression, origin, machine.conditions, is_distance)
        machine.dead_terms.setdefault(made, []).append(term)


def _each(
    machine: Machine, operands: Sequence[tuple[Value, tree.BaseExpression]]
) -> Iterator[tuple[Value, tree.BaseExpression]]:
    """The operands, or what stands in those that are containers."""
    for value, expression in operands:
        held = machine.container_record(value)
        if held is None:
            yield value, expression
            continue
        written = flow.written_parts(expression, held)
        for at, item in enumerate(held.held[:_MOST_PARTS]):
            made = machine.tensor_record(item)
            if written:
                yield item, written[at]
            elif made is not None and isinstance(made.made_at, tree.BaseExpression):
                is_here = made.made_at.source is expression.source
                yield item, made.made_at if is_here else expression
            else:
                yield item, expression


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
    pending = list(roots)
    seen = set(pending)
    found: list[DeadTerm] = []
    while pending:
        each = pending.pop()
        machine.spend()
        found += machine.dead_terms.get(each, ())
        parts = _terms(each)
        for inner in parts:
            if inner not in seen:
                seen.add(inner)
                pending.append(inner)
        if not parts and (flat := _flat_behind(machine, each)) is not None:
            found.append(flat)
    for each in seen & machine.passing.keys():
        machine.passing[each][node] = True
    if any(term.is_distance and not seen.isdisjoint(term.origin.sources) for term in found):
        return  # `hard + (soft - soft.detach())`: one value stands in the place of another
    for term in found:
        conditions = term.conditions | term.origin.conditions
        if not term.is_distance and not contradict(conditions, machine.conditions):
            machine.emit(events.TermWithoutGraph, term.node, origin=term.origin, backward=node)


def _flat_behind(machine: Machine, term: GraphNode) -> DeadTerm | None:
    """That all gradients of a term go through operations whose own gradient is zero."""
    pending, seen = [term], {term}
    flat: GraphNode | None = None
    while pending:
        each = pending.pop()
        machine.spend()
        if each.operation in families().flat and each.kind is NodeKind.OPERATION:
            flat = each
            continue
        if not each.inputs or each.beside_unknown or not each.is_certain:
            return None
        new = [inner for inner in each.inputs if inner not in seen]
        pending += new
        seen.update(new)
    if flat is None or not isinstance(term.node, tree.BaseExpression) or flat.node is None:
        return None
    origin = Origin(flat.operation, flat.node, flat.conditions)
    return DeadTerm(term.node, origin, term.conditions, is_distance=False)


def _terms(node: GraphNode) -> tuple[GraphNode, ...]:
    """What a loss is the sum of, also as a batch or a list of several."""
    is_gathered = node.kind is NodeKind.ELEMENT or _stem(node.operation) in _GATHERS
    return node.inputs if is_gathered else _parts(node)


def _parts(node: GraphNode) -> tuple[GraphNode, ...]:
    """What a value is the sum or the mean of, at most with other factors."""
    is_sum = node.kind is NodeKind.JOIN or _stem(node.operation) in _LINEAR | _MEANS
    return node.inputs if is_sum else ()


def _stem(operation: str) -> str:
    return {"+=": "add", "-=": "sub"}.get(operation, operation.rstrip("_"))


def is_trained(origin: Origin, trained: Mapping[GraphNode, object]) -> bool:
    """Whether a backward passes what a term was taken from, or a part of that: it is shown.

    Nobody shows anything by what has no derivative.
    """
    if origin.operation not in _MEANT | {AUTOGRAD_GRAD}:
        return False
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
