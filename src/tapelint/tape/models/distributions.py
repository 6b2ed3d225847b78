"""``torch.distributions``: making them and asking them."""

from __future__ import annotations

from tapelint.source import tree
from tapelint.tape import distribution_events
from tapelint.tape.autograd import flow, graph, samples
from tapelint.tape.domain import powers
from tapelint.tape.domain.domains import VALIDATION
from tapelint.tape.domain.program import ClassUnit
from tapelint.tape.domain.terms import Given, Truth, Use
from tapelint.tape.domain.values import (
    UNKNOWN,
    Array,
    Class,
    Container,
    ContainerKind,
    Distribution,
    Instance,
    Number,
    Symbol,
    Tensor,
    Trace,
    Value,
)
from tapelint.tape.machine.frames import Arguments, Frame, known_truth
from tapelint.tape.machine.machine import Machine
from tapelint.tape.models import chances_given, spread
from tapelint.tape.syntax import called_name, given_to
from tapelint.torch_api.knowledge import knowledge

_PREFIX = "torch.distributions."
_QUERIES = frozenset({"log_prob", "cdf", "icdf"})
VALIDATION_SWITCH = "set_default_validate_args"
_STORED_AS = {
    "base_dist": "base_distribution",
    "mixture_distribution": "mixture_distribution",
    "component_distribution": "component_distribution",
}
"""Attributes by the name of the constructor's parameter that they keep."""
_MOST_WRAPPED = 8
_DEEPEST = 3
_MADE_AS = "<distribution>"


def is_distribution_class(name: str) -> bool:
    """Whether a canonical name is that of a class of distributions."""
    return name.startswith(_PREFIX) and name[len(_PREFIX) :] in knowledge().distributions


def kind_of(unit: ClassUnit) -> str | None:
    """The distribution that a class of this file derives from, or ``None``."""
    for base in unit.library_bases:
        if is_distribution_class(base):
            return base[len(_PREFIX) :]
    return None


def keep(machine: Machine, owner: Value, made: Distribution) -> None:
    """Remember with what an object of this file was made a distribution."""
    machine.set_attribute(owner, _MADE_AS, made)


def behind(machine: Machine, value: Value) -> Distribution | None:
    """The distribution that an object of a class of this file is, or ``None``."""
    if not isinstance(value, Instance) or value.unit is None:
        return None
    record = machine.attributes(value)
    made = record.get(_MADE_AS) if record is not None else None
    if isinstance(made, Distribution):
        return made
    kind = kind_of(value.unit)
    return Distribution(kind) if kind is not None else None


def parameters(machine: Machine, value: Value, depth: int = 0) -> list[Value]:
    """The tensors that are parameters of a distribution, or of those that a container holds."""
    held = machine.container_record(value)
    within: tuple[Value, ...] = held.held if held is not None else ()
    distribution = value if isinstance(value, Distribution) else behind(machine, value)
    if distribution is not None:
        within = tuple(each for _, each in distribution.arguments)
    found: list[Value] = []
    for each in within if depth < _DEEPEST else ():
        if isinstance(each, Tensor) and distribution is not None:
            found.append(each)
        found += parameters(machine, each, depth + 1)
    return found


def bind(
    machine: Machine, kind: str, arguments: Arguments, node: tree.BaseExpression
) -> Distribution:
    """A constructor's call: records the distribution and its validation switch."""
    facts = knowledge().distributions.get(kind)
    names = facts.parameters if facts else ()
    bound: list[tuple[str, Value, tree.BaseExpression]] = []
    if not arguments.spread:
        for name, (value, each) in zip(names, arguments.positional, strict=False):
            bound.append((name, value, each))
    for keyword, value, each in arguments.keywords:
        if keyword in names:
            bound.append((keyword, value, each))
    chances_given.note_distribution(machine, kind, bound, node)
    _note_made(machine, kind, tuple(bound), node)
    note_validation(machine, kind, arguments)
    values = [(name, value) for name, value, _ in bound]
    switch = arguments.at(None, "validate_args")
    if switch is None and len(arguments.positional) > len(names) > 0:
        switch = arguments.positional[len(names)][0]
    if switch is not None:
        values.append(("validate_args", switch))
    return Distribution(kind, tuple(values))


_Bound = tuple[tuple[str, Value, tree.BaseExpression], ...]
"""The parameters of a distribution, each with what it is given."""


def _note_made(machine: Machine, kind: str, bound: _Bound, node: tree.BaseExpression) -> None:
    """Record what a distribution is made with, at the place that decides it.

    The constructor of a class that is a distribution, or holds one, hands on what it is given.
    """
    for frame in reversed(machine.frames):
        unit, given = frame.unit, frame.arguments
        if unit is None or unit.last_name != "__init__" or given is None or given.call is None:
            break
        handed_on = {
            name: pair for name, _, each in bound if (pair := _handed_on(frame, given, each))
        }
        if not handed_on:
            break
        own = tuple(each for each in bound if each[0] not in handed_on)
        if own:
            _emit_made(machine, kind, own, node)
        bound = tuple(
            (name, value, handed_on[name][1]) for name, value, _ in bound if name in handed_on
        )
        node = given.call
    _emit_made(machine, kind, bound, node)


def _emit_made(machine: Machine, kind: str, bound: _Bound, node: tree.BaseExpression) -> None:
    called = called_name(node, kind)
    machine.emit(
        distribution_events.DistributionMade, node, kind=kind, called=called, arguments=bound
    )


def _handed_on(
    frame: Frame, given: Arguments, expression: tree.BaseExpression
) -> flow.Operand | None:
    """What a call has given for the parameter that an expression is, if it is one."""
    unit = frame.unit
    if unit is None or not isinstance(expression, tree.Name):
        return None
    name = expression.value
    if name not in given_to(unit.node):
        return None
    parameters = unit.node.params
    names = [each.name.value for each in (*parameters.posonly_params, *parameters.params)]
    if frame.receiver is not None and not unit.is_static:
        names = names[1:]
    return given.pair(names.index(name) if name in names else None, name)


def note_validation(machine: Machine, kind: str, arguments: Arguments) -> None:
    """Record ``validate_args=False`` among a call's arguments."""
    facts = knowledge().distributions.get(kind)
    at = len(facts.parameters) if facts is not None and not arguments.spread else None
    switch = arguments.pair(at, "validate_args")
    if switch is None or isinstance(switch[1], tree.Call) or _is_forwarded(switch[1]):
        return
    if isinstance(switch[0], Number) and switch[0].value is False:
        machine.emit(
            distribution_events.ValidationSwitched, switch[1], off=True, is_global=False, kind=kind
        )


def _is_forwarded(expression: tree.BaseExpression) -> bool:
    """``validate_args=validate_args``: the caller decides, whatever the default is."""
    return isinstance(expression, tree.Name) and expression.value == "validate_args"


def switch_default(machine: Machine, kind: str, arguments: Arguments, node: tree.Call) -> Value:
    """``Distribution.set_default_validate_args(flag)``: holds for all distributions."""
    flag = arguments.at(0, "value")
    if isinstance(flag, Number) and isinstance(flag.value, bool):
        machine.state.set_fact(VALIDATION, None, Truth.of(flag.value))
        if not flag.value:
            machine.emit(
                distribution_events.ValidationSwitched, node, off=True, is_global=True, kind=kind
            )
    return UNKNOWN


def note_assignment(machine: Machine, owner: Value, target: tree.Attribute, value: Value) -> None:
    """``Normal.set_default_validate_args = flag``: the method is replaced, nothing is switched."""
    if isinstance(owner, Symbol):
        name = owner.name
    elif isinstance(owner, Class) and owner.unit is not None:
        name = _PREFIX + (kind_of(owner.unit) or "")
    else:
        return
    is_known = is_distribution_class(name) or name == _PREFIX + "Distribution"
    if is_known and isinstance(value, Number) and isinstance(value.value, bool):
        machine.emit(distribution_events.ValidationAssigned, target, flag=value.value)


def call_method(
    machine: Machine,
    distribution: Distribution,
    name: str,
    arguments: Arguments,
    node: tree.Call,
) -> Value:
    """A method of a distribution."""
    if name in _QUERIES:
        return _query(machine, distribution, name, arguments, node)
    if name in {"sample", "sample_n"}:
        traces = _traces(machine, distribution, _asked_at(machine, name, node))
        made = machine.new_tensor(
            node, Truth.NO, Truth.YES, power=_noise(distribution), samples=traces
        )
        if not _has_rsample(distribution):  # else the traces tell
            drawn = graph.ended_here(machine, name, _parameters(distribution, node), node)
            machine.update_tensor(made, origin=drawn)
        return made
    if name == "rsample":
        tensors = _tensors(distribution)
        samples.note_reparametrised(machine, graph.graph_inputs(machine, tensors))
        power = _noise(distribution)
        return graph.result(machine, "rsample", _parameters(distribution, node), node, power)
    if name in {"entropy", "perplexity"}:
        return graph.result(machine, name, _parameters(distribution, node), node)
    if name == "expand":
        return distribution
    if name == VALIDATION_SWITCH:
        return switch_default(machine, distribution.kind, arguments, node)
    return UNKNOWN


def _noise(distribution: Distribution) -> powers.SigmaPower | None:
    """The power of samples: those of ``Normal(0, 1)`` are standard noise."""
    location, scale = distribution.argument("loc"), distribution.argument("scale")
    if location is None or scale is None or distribution.kind != "Normal":
        return None
    is_standard = spread.is_alike(location) and spread.is_alike(scale)
    return powers.STANDARD_NOISE if is_standard else None


def _parameters(distribution: Distribution, node: tree.Call, depth: int = 0) -> list[flow.Operand]:
    """The parameters as operands, those of distributions that it is made around, too."""
    if not distribution.arguments or depth > _MOST_WRAPPED:
        return [(UNKNOWN, node)]
    found: list[flow.Operand] = []
    for name, value in distribution.arguments:
        if isinstance(value, Distribution):
            found += _parameters(value, node, depth + 1)
        elif name != "validate_args":
            found.append((value, node))
    return found


def _query(
    machine: Machine,
    distribution: Distribution,
    name: str,
    arguments: Arguments,
    node: tree.Call,
) -> Value:
    given = arguments.pair(0, "value")
    if given is None:
        return UNKNOWN
    value, argument = given
    asked = _asked(distribution)
    machine.emit(
        distribution_events.DistributionQuery,
        node,
        method=name,
        kind=asked.kind if asked is not None else "",
        given=_what_is(machine, value) if asked is not None else None,
        is_guess=isinstance(value, Array) and value.is_guess,
        argument=argument,
        validates=_validates(machine, asked or distribution),
        trained=flow.any_of(
            [flow.requires_grad(machine, each) for each, _ in _parameters(distribution, node)]
        ),
    )
    machine.use(value, Use.CONSTANT, node)
    operands = [*_parameters(distribution, node), (value, argument)]
    tensor = graph.result(machine, name, operands, node, passes_cuts=False)
    samples.note_log_prob(machine, tensor, value, [distribution])
    return tensor


def divergence(machine: Machine, arguments: Arguments, node: tree.Call) -> Value:
    """``kl_divergence(p, q)``: a function of the parameters of both."""
    tensors = [
        (each, node)
        for value, _ in arguments.positional
        if isinstance(value, Distribution)
        for each in _tensors(value)
    ]
    if not tensors:
        machine.pass_on(arguments, node)
        return UNKNOWN
    return graph.result(machine, "kl_divergence", tensors, node, None, Truth.UNKNOWN)


def _tensors(distribution: Distribution, depth: int = 0) -> list[Value]:
    """The parameters of a distribution, of those that it is made around, too."""
    found: list[Value] = []
    for _, value in distribution.arguments:
        if isinstance(value, Distribution) and depth < _MOST_WRAPPED:
            found += _tensors(value, depth + 1)
        elif isinstance(value, Tensor):
            found.append(value)
    return found


def _has_rsample(distribution: Distribution, depth: int = 0) -> bool:
    facts = knowledge().distributions.get(distribution.kind)
    if facts is None or depth > _MOST_WRAPPED:
        return False
    if facts.has_rsample is not None:
        return facts.has_rsample
    bases = [value for _, value in distribution.arguments if isinstance(value, Distribution)]
    return bool(bases) and all(_has_rsample(each, depth + 1) for each in bases)


def _traces(machine: Machine, distribution: Distribution, node: tree.Call) -> frozenset[Trace]:
    """What a sample's numbers are followed by, where there is an ``rsample`` to be used."""
    if not _has_rsample(distribution):
        return frozenset()
    tensors = _tensors(distribution)
    sources = graph.graph_inputs(machine, tensors)
    return samples.draw(machine, distribution.kind, tensors, sources, node)


def _asked_at(machine: Machine, name: str, node: tree.Call) -> tree.Call:
    """Where a sample is asked for: a class around a distribution has methods of the same names."""
    for frame in reversed(machine.frames):
        unit, owner, given = frame.unit, frame.unit_class, frame.arguments
        if unit is None or owner is None or given is None or given.call is None:
            break
        if unit.last_name != name or owner.method("rsample") is None:
            break
        node = given.call
    return node


def _asked(distribution: Distribution) -> Distribution | None:
    """The distribution that looks at the value: ``Independent`` hands it on as it is."""
    for _ in range(_MOST_WRAPPED):
        if distribution.kind != "Independent":
            return distribution
        base = distribution.argument("base_distribution")
        if not isinstance(base, Distribution):
            return None
        distribution = base
    return None


def _what_is(machine: Machine, value: Value) -> Given | None:
    held = machine.container_record(value)
    if isinstance(value, Array) or (held is not None and held.kind is ContainerKind.ARRAY):
        return Given.ARRAY
    if isinstance(value, Number):
        return Given.NUMBER
    if isinstance(value, Instance) and value.unit is not None and value.unit.is_plain:
        return Given.OBJECT
    record = machine.container_record(value) if isinstance(value, Container) else None
    if record is not None and record.kind is ContainerKind.LIST:
        return Given.LIST
    if record is not None and record.kind is ContainerKind.TUPLE:
        return Given.TUPLE
    return None


def _validates(machine: Machine, distribution: Distribution) -> Truth:
    switch = distribution.argument("validate_args")
    if switch is None:
        switched = machine.state.fact(VALIDATION)
        if switched is None:
            switched = Truth.of(machine.project.validates_by_default)
        return Truth.NO if switched is Truth.NO else Truth.YES
    return known_truth(switch)


def attribute(
    machine: Machine, distribution: Distribution, name: str, node: tree.Attribute
) -> Value | None:
    """A property of a distribution, or ``None`` where it is a method."""
    if name in {"mean", "stddev", "variance", "covariance_matrix", "precision_matrix"}:
        power = {
            "stddev": powers.DEVIATION,
            "variance": powers.VARIANCE,
            "covariance_matrix": powers.VARIANCE,
            "precision_matrix": powers.PRECISION,
        }.get(name)
        operands: list[flow.Operand] = [
            (value, node) for key, value in distribution.arguments if key != "validate_args"
        ]
        return graph.result(machine, name, operands or [(UNKNOWN, node)], node, power)
    value = distribution.argument(_STORED_AS.get(name, name))
    factor = powers.DEVIATION if name in {"scale", "scale_tril"} else None
    if value is None and factor is not None:
        return machine.new_tensor(node, Truth.UNKNOWN, Truth.UNKNOWN, power=factor)
    if value is None:
        return None
    if isinstance(value, Distribution):
        return value
    if isinstance(value, (Tensor, Symbol)):
        return value
    return machine.new_tensor(node, Truth.UNKNOWN, Truth.UNKNOWN, power=value.power)
