"""What a value is called is evidence where nothing else tells."""

from __future__ import annotations

from fractions import Fraction

from tapelint.tape.domain.frozen import replace
from tapelint.tape.domain.powers import SigmaPower
from tapelint.tape.domain.terms import Evidence, Kind
from tapelint.tape.domain.values import Array, Number, Tensor, Unknown, Value
from tapelint.torch_api.scale_names import names_factor, scale_named

_NAMEABLE = frozenset({Kind.SOMETHING, Kind.PRODUCT})
"""What is computed from the unknown: a name may tell what it is."""
_ALIKE = (0, 1)
"""Numbers that are their own squares: a deviation and a variance alike."""


def power_of_name(name: str, evidence: Evidence = Evidence.NAMED) -> SigmaPower | None:
    """The power of sigma that a variable's name promises, or ``None``."""
    meant = scale_named(name)
    if meant is None:
        return None
    kind = Kind.LOGARITHM if meant.is_logarithm else Kind.PLAIN
    strength = Evidence.HINT if meant.is_ambiguous else evidence
    return SigmaPower(Fraction(meant.exponent), kind, strength)


def named_power(value: Value, name: str, evidence: Evidence = Evidence.NAMED) -> Value:
    """The value, with the power of sigma that the name promises where nothing else tells.

    Args:
        value: The value.
        name: What it is called.
        evidence: ``OUTPUT`` where it may be the free output of something: then the name alone
            tells.
    """
    power = value.power
    if power is not None and not power.is_number and power.kind not in _NAMEABLE:
        if names_factor(name) and power.is_plain and power.by_name and power.exponent != 1:
            return with_power(value, None)  # two names that speak against each other
        return _unless_rescaled(value, name)
    named = power_of_name(name, evidence)
    if named is None or (power is not None and power.kind is Kind.ONE):
        return value
    if power is not None and power.kind is Kind.PRODUCT and not named.is_logarithm:
        if named.exponent != power.exponent:
            return value  # what is computed decides over what it is called
    if power is not None and power.kind is Kind.NOISE:
        named = replace(named, evidence=max(named.evidence, Evidence.OUTPUT))
    if power is not None and power.kind is Kind.SOMETHING and named.is_logarithm:
        return value  # the result of an ``exp`` is no logarithm, whatever it is called
    if isinstance(value, Number) and value.value in _ALIKE:
        return value
    return with_power(value, named)


def labelled(value: Value, name: str) -> Value:
    """The value: where nothing is known of it, its key, field or function tells what it is."""
    if type(value) is not Unknown or value.power is not None:
        return value
    return named_power(value, name, Evidence.OUTPUT)


def assigned_power(value: Value, name: str) -> Value:
    """The value as an assignment names it: a constant is what its author calls it."""
    power = value.power
    is_constant = isinstance(value, Number) or (power is not None and power.kind is Kind.PLAIN)
    return named_power(value, name, Evidence.NAMED if is_constant else Evidence.OUTPUT)


def _unless_rescaled(value: Value, name: str) -> Value:
    """A logarithm brought to another range (``a + b * log_std``) is no other power for that."""
    power = value.power
    if power is None or not power.is_logarithm or not power.by_name:
        return value
    named = power_of_name(name, Evidence.OUTPUT)
    if named is None or not named.is_logarithm or named.exponent == power.exponent:
        return value
    return with_power(value, None)


def with_power(value: Value, power: SigmaPower | None) -> Value:
    """The same value with another power; other kinds of values have none."""
    if isinstance(value, Tensor):
        return Tensor(value.identity, power=power)
    if isinstance(value, Array):
        return Array(power=power, origin=value.origin)
    if isinstance(value, Number):
        return replace(value, power=power)
    if type(value) is Unknown:
        return Unknown(power=power, is_cut=value.is_cut)
    return value
