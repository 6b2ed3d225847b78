"""What a value is called is evidence where nothing else tells."""

from __future__ import annotations

from tapelint.tape import powers
from tapelint.tape.values import Array, Number, Tensor, Unknown, Value


def named_power(value: Value, name: str) -> Value:
    """The value, with the power of sigma that the name promises where nothing else tells."""
    if value.power is not None and not value.power.is_number:
        return value
    power = powers.from_name(name)
    if power is None:
        return value
    if isinstance(value, Tensor):
        return Tensor(value.identity, power=power)
    if isinstance(value, Array):
        return Array(power=power)
    if isinstance(value, Number):
        return Number(value.value, power=power)
    if type(value) is Unknown:
        return Unknown(power=power)
    return value
