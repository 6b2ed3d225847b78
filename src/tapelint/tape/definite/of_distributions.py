"""What distributions tell: whether it has a history depends on which parameters have one."""

from __future__ import annotations

from tapelint.source import tree
from tapelint.tape.definite.doubts import Doubts
from tapelint.tape.domain.terms import Truth
from tapelint.tape.domain.values import Distribution, Number, Tensor, Value
from tapelint.tape.machine.machine import Machine
from tapelint.torch_api.distribution_results import COMPUTED_FROM

_DEEPEST = 3


def made(machine: Machine, distribution: Distribution) -> Distribution:
    """Where autograd does not record, parameters that are computed have no history."""
    if machine.grad_mode is Truth.YES:
        return distribution
    arguments = [
        (name, machine.new_tensor(None, Truth.UNKNOWN, Truth.UNKNOWN, is_guess=True))
        if isinstance(value, Tensor)
        else (name, value)
        for name, value in distribution.arguments
    ]
    return Distribution(distribution.kind, tuple(arguments))


def told(
    machine: Machine,
    doubts: Doubts,
    value: Value,
    distribution: Distribution,
    name: str,
    node: tree.BaseExpression,
) -> Value:
    """What a distribution tells is computed from some of its parameters, or is one of them."""
    while distribution.kind == "Independent":
        base = distribution.argument("base_distribution")
        if not isinstance(base, Distribution):
            break
        distribution = base
    given = _parameters_of(machine, distribution)
    record = machine.tensor_record(value)
    if not isinstance(value, Tensor) or record is None or not given:
        return value
    truths = {name: truth for name, _, truth in given}
    used = COMPUTED_FROM.get((distribution.kind, name))
    if used is not None and record.made_at is node:
        if max((truths[each] for each in used if each in truths), default=None) is not (
            record.requires_grad
        ):
            doubts.doubt({value.identity}, "it depends on which parameters require grad", node)
        return value
    if record.made_at is not node:
        value = machine.new_tensor(node, Truth.UNKNOWN, Truth.UNKNOWN)
    if all(truth is Truth.NO for truth in truths.values()):
        doubts.summaries.switch(value, requires_grad=Truth.NO, is_leaf=Truth.YES, graph=None)
    else:
        doubts.doubt({value.identity}, "it may be a parameter, or computed from some", node)
    for _, parameter, _ in given:
        doubts.may_be_one(parameter, value)
    return value


def _parameters_of(
    machine: Machine, distribution: Distribution, depth: int = 0
) -> list[tuple[str, Value, Truth]]:
    found: list[tuple[str, Value, Truth]] = []
    for name, value in distribution.arguments:
        if isinstance(value, Distribution) and depth < _DEEPEST:
            found += _parameters_of(machine, value, depth + 1)
        elif name != "validate_args":
            record = machine.tensor_record(value)
            truth = Truth.NO if isinstance(value, Number) else Truth.UNKNOWN
            found.append((name, value, record.requires_grad if record else truth))
    return found
