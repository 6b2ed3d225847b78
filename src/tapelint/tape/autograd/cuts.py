"""The cuts that the results of an operation inherit."""

from __future__ import annotations

from collections.abc import Sequence

from tapelint.source import tree
from tapelint.tape.autograd.flow import Operand, any_of, requires_grad
from tapelint.tape.domain.graph_nodes import Cut
from tapelint.tape.domain.terms import Truth, Use
from tapelint.tape.domain.values import (
    Unknown,
    Value,
)
from tapelint.tape.machine.machine import Machine
from tapelint.torch_api.families import families
from tapelint.torch_api.knowledge import knowledge

_TERMS = families().joins | {"add"}
"""Operations in which an operand without history is a dead part, not a constant beside others."""


def cuts_of_result(
    machine: Machine,
    name: str,
    operands: Sequence[Operand],
    node: tree.BaseExpression,
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
        if hidden is Truth.UNKNOWN or (
            is_beside_unknown and name not in _TERMS | families().differences
        ):
            machine.use(value, Use.BESIDE_UNKNOWN, node)
        if name in families().differences:
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
