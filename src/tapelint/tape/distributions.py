"""``torch.distributions``: making them and asking them."""

from __future__ import annotations

from fractions import Fraction

import libcst as cst

from tapelint.tape import events, graph, powers
from tapelint.tape.events import Given
from tapelint.tape.frames import Arguments, known_truth
from tapelint.tape.machine import Machine
from tapelint.tape.syntax import called_name
from tapelint.tape.values import (
    UNKNOWN,
    Array,
    Container,
    ContainerKind,
    Distribution,
    Number,
    Symbol,
    Tensor,
    Truth,
    Use,
    Value,
)
from tapelint.torch_api.knowledge import knowledge

_PREFIX = "torch.distributions."
_QUERIES = frozenset({"log_prob", "cdf", "icdf"})
VALIDATION_SWITCH = "set_default_validate_args"
_VALIDATION = ("validation", "")


def is_distribution_class(name: str) -> bool:
    """Whether a canonical name is that of a class of distributions."""
    return name.startswith(_PREFIX) and name[len(_PREFIX) :] in knowledge().distributions


def bind(
    machine: Machine, kind: str, arguments: Arguments, node: cst.BaseExpression
) -> Distribution:
    """A constructor's call: records the distribution and its validation switch."""
    facts = knowledge().distributions.get(kind)
    names = facts.parameters if facts else ()
    bound: list[tuple[str, Value, cst.BaseExpression]] = []
    if not arguments.spread:
        for name, (value, each) in zip(names, arguments.positional, strict=False):
            bound.append((name, value, each))
    for keyword, value, each in arguments.keywords:
        if keyword in names:
            bound.append((keyword, value, each))
    called = called_name(node, kind)
    machine.emit(events.DistributionMade, node, kind=kind, called=called, arguments=tuple(bound))
    note_validation(machine, kind, arguments)
    values = [(name, value) for name, value, _ in bound]
    switch = arguments.at(None, "validate_args")
    if switch is None and len(arguments.positional) > len(names) > 0:
        switch = arguments.positional[len(names)][0]
    if switch is not None:
        values.append(("validate_args", switch))
    return Distribution(kind, tuple(values))


def note_validation(machine: Machine, kind: str, arguments: Arguments) -> None:
    """Record ``validate_args=False`` among a call's arguments."""
    switch = arguments.pair(None, "validate_args")
    if switch is None or isinstance(switch[1], cst.Call):
        return
    if isinstance(switch[0], Number) and switch[0].value is False:
        machine.emit(events.ValidationSwitched, switch[1], off=True, is_global=False, kind=kind)


def switch_default(machine: Machine, kind: str, arguments: Arguments, node: cst.Call) -> Value:
    """``Distribution.set_default_validate_args(flag)``: holds for all distributions."""
    flag = arguments.at(0, "value")
    if isinstance(flag, Number) and isinstance(flag.value, bool):
        machine.state.set(_VALIDATION, Truth.of(flag.value))
        if not flag.value:
            machine.emit(events.ValidationSwitched, node, off=True, is_global=True, kind=kind)
    return UNKNOWN


def call_method(
    machine: Machine,
    distribution: Distribution,
    name: str,
    arguments: Arguments,
    node: cst.Call,
) -> Value:
    """A method of a distribution."""
    if name in _QUERIES:
        return _query(machine, distribution, name, arguments, node)
    if name in {"sample", "sample_n"}:
        return machine.new_tensor(node, Truth.NO, Truth.YES)
    if name == "rsample":
        return graph.result(machine, "rsample", _parameters(distribution, node), node)
    if name in {"entropy", "perplexity"}:
        return graph.result(machine, name, _parameters(distribution, node), node)
    if name == "expand":
        return distribution
    if name == VALIDATION_SWITCH:
        return switch_default(machine, distribution.kind, arguments, node)
    return UNKNOWN


def _parameters(distribution: Distribution, node: cst.Call) -> list[graph.Operand]:
    if not distribution.arguments:
        return [(UNKNOWN, node)]
    return [(value, node) for name, value in distribution.arguments if name != "validate_args"]


def _query(
    machine: Machine,
    distribution: Distribution,
    name: str,
    arguments: Arguments,
    node: cst.Call,
) -> Value:
    given = arguments.pair(0, "value")
    if given is None:
        return UNKNOWN
    value, argument = given
    machine.emit(
        events.DistributionQuery,
        node,
        method=name,
        kind=distribution.kind,
        given=_what_is(machine, value),
        argument=argument,
        validates=_validates(machine, distribution),
        trained=graph.any_of(
            [graph.requires_grad(machine, each) for each, _ in _parameters(distribution, node)]
        ),
    )
    machine.use(value, Use.CONSTANT, node)
    operands = [*_parameters(distribution, node), (value, argument)]
    return graph.result(machine, name, operands, node, passes_cuts=False)


def _what_is(machine: Machine, value: Value) -> Given | None:
    held = machine.container_record(value)
    if isinstance(value, Array) or (held is not None and held.kind is ContainerKind.ARRAY):
        return Given.ARRAY
    if isinstance(value, Number):
        return Given.NUMBER
    record = machine.container_record(value) if isinstance(value, Container) else None
    if record is not None and record.kind is ContainerKind.LIST:
        return Given.LIST
    if record is not None and record.kind is ContainerKind.TUPLE:
        return Given.TUPLE
    return None


def _validates(machine: Machine, distribution: Distribution) -> Truth:
    switch = distribution.argument("validate_args")
    if switch is None:
        default = Truth.of(machine.project.validates_by_default)
        return Truth.NO if machine.state.get(_VALIDATION, default) is Truth.NO else Truth.YES
    return known_truth(switch)


def attribute(
    machine: Machine, distribution: Distribution, name: str, node: cst.Attribute
) -> Value | None:
    """A property of a distribution, or ``None`` where it is a method."""
    if name in {"mean", "stddev", "variance", "covariance_matrix", "precision_matrix"}:
        power = {
            "stddev": powers.DEVIATION,
            "variance": powers.VARIANCE,
            "covariance_matrix": powers.VARIANCE,
            "precision_matrix": powers.SigmaPower(Fraction(-2)),
        }.get(name)
        operands: list[graph.Operand] = [
            (value, node) for key, value in distribution.arguments if key != "validate_args"
        ]
        return graph.result(machine, name, operands or [(UNKNOWN, node)], node, power)
    value = distribution.argument(name)
    if value is None:
        return None
    if isinstance(value, (Tensor, Symbol)):
        return value
    return machine.new_tensor(node, Truth.UNKNOWN, Truth.UNKNOWN, power=value.power)
