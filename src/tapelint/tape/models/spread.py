"""Which power of sigma operations give, whatever their operands are."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from tapelint.source import tree
from tapelint.tape import distribution_events
from tapelint.tape.autograd.flow import Operand
from tapelint.tape.domain import powers
from tapelint.tape.domain.domains import POWER, SCALED
from tapelint.tape.domain.powers import SigmaPower
from tapelint.tape.domain.terms import Evidence, Kind
from tapelint.tape.domain.values import Number, Tensor, Value
from tapelint.tape.machine.machine import Machine
from tapelint.tape.models.naming import with_power
from tapelint.torch_api.conversions import CONVERSIONS
from tapelint.torch_api.families import families
from tapelint.torch_api.knowledge import knowledge

_Unary = Callable[[SigmaPower | None], SigmaPower | None]
_FACTORS = families().products | families().quotients
_OF_MATRICES = families().all_products - _FACTORS | {"outer", "ger"}
"""Products of more than each number with that in its place."""
_OF_NUMPY = frozenset({"astype", "copy", "expand_dims"})
_KEEP = families().keep_size | knowledge().views | CONVERSIONS | _OF_NUMPY | {"item"}
"""Operations whose result is as large as their first operand."""


def result_power(name: str, operands: Sequence[Value]) -> SigmaPower | None:
    """The power of sigma of an operation's result."""
    name = name.rstrip("_")
    first = operands[0].power if operands else None
    if name in {"std", "nanstd"}:
        return powers.DEVIATION
    if name in {"var", "cov", "nanvar"}:
        return powers.VARIANCE
    if len(operands) > 1:
        second = operands[1]
        if name in _OF_MATRICES:
            return powers.sum_of_products(first, second.power)
        if name in families().products:
            return product_power(operands[0], second)
        if name in families().quotients:
            return quotient_power(operands[0], second)
        if name in families().sums:
            return powers.add(power_of(operands[0]), power_of(second))
        if name in {"pow", "power", "float_power"}:
            return powers.raise_to(first, fraction_of(second))
        if name in families().choices:
            return powers.add(power_of(operands[0]), power_of(second))
        if name == "where" and len(operands) == 3:
            return powers.add(power_of(second), power_of(operands[2]))
        if name == "addcmul" and len(operands) == 3:
            return powers.add(power_of(operands[0]), product_power(second, operands[2]))
    simple = _UNARY.get(name)
    if simple is not None:
        return simple(first)
    if name in families().into_range:
        return powers.made_positive(first)
    if name in {"tanh", "hardtanh"}:
        return first if first is not None and first.is_logarithm else None
    return first if name in _KEEP else None


_UNARY: dict[str, _Unary] = {
    "square": lambda power: powers.raise_to(power, Fraction(2)),
    "sqrt": lambda power: powers.raise_to(power, Fraction(1, 2)),
    "rsqrt": lambda power: powers.raise_to(power, Fraction(-1, 2)),
    **dict.fromkeys(families().inverses, lambda power: powers.raise_to(power, Fraction(-1))),
    "exp": powers.exponential,
    "log": powers.logarithm,
    "neg": lambda power: _negative(power),
    "negative": lambda power: _negative(power),
    "cholesky": lambda power: powers.raise_to(power, Fraction(1, 2)),
    "cholesky_inverse": lambda power: powers.raise_to(power, Fraction(-2)),
}


def _negative(power: SigmaPower | None) -> SigmaPower | None:
    if power is not None and power.is_logarithm:
        return powers.scale(power, Fraction(-1))
    return power


def fraction_of(value: Value) -> Fraction | None:
    """A known number as a fraction."""
    if isinstance(value, Number) and isinstance(value.value, (int, float)):
        if not -1e6 <= value.value <= 1e6:  # not a number is not, either
            return None
        return Fraction(value.value).limit_denominator(1000)
    return None


def power_of(value: Value) -> SigmaPower | None:
    """The power of a value; a Python number without one is a number."""
    if value.power is None and isinstance(value, Number):
        return powers.NUMBER
    return value.power


def product_power(left: Value, right: Value) -> SigmaPower | None:
    """The power of ``left * right``."""
    for log, factor in ((left, right), (right, left)):
        if log.power is not None and log.power.is_logarithm:
            if factor.power is None or not factor.power.is_noise:
                return powers.scale(log.power, fraction_of(factor))
    return powers.multiply(power_of(left), power_of(right))


def quotient_power(left: Value, right: Value) -> SigmaPower | None:
    """The power of ``left / right``."""
    if left.power is not None and left.power.is_logarithm:
        divisor = fraction_of(right)
        return powers.scale(left.power, 1 / divisor if divisor else None)
    return powers.divide(power_of(left), power_of(right))


def of_operator(name: str, operands: tuple[Operand, Operand]) -> SigmaPower | None:
    """The power of a binary operator's result.

    ``std * std`` is a square by the name alone.
    """
    (left, left_node), (right, right_node) = operands
    if name == "mul" and _same_thing(left_node, right_node):
        return powers.raise_to(left.power, Fraction(2))
    return result_power(name, [left, right])


def _same_thing(left: tree.BaseExpression, right: tree.BaseExpression) -> bool:
    return left.deep_equals(right) and not any(type(each) is tree.Call for each in tree.walk(left))


# --- changes in place ----------------------------------------------------------------------


def write(
    machine: Machine,
    name: str,
    tensor: Tensor,
    operands: Sequence[Operand],
    node: tree.BaseExpression,
) -> Tensor:
    """A method that changes a tensor in place: what the tensor is from here on."""
    stem = name.rstrip("_")
    note_treatment(machine, stem, [value for value, _ in operands], node)
    power = result_power(stem, [value for value, _ in operands])
    if is_filling(stem) and tensor.power is not None and tensor.power.by_name:
        power = tensor.power
    elif stem == "normal":
        power = powers.STANDARD_NOISE if len(operands) == 1 else None
    elif stem == "copy" and len(operands) > 1:
        power = operands[1][0].power
    elif stem in {"fill", "constant"} and len(operands) > 1:
        power = power_of(operands[1][0])
    changed = Tensor(tensor.identity, power=power)
    note(machine, stem, operands, changed, node)
    change(machine, tensor, power)
    return changed


def is_filling(name: str) -> bool:
    """Whether a method sets numbers, so that the tensor still is what its name says."""
    stem = name.rstrip("_")
    return stem in families().overwriting or stem == "fill_diagonal"


def change(machine: Machine, tensor: Tensor, power: SigmaPower | None) -> None:
    """A tensor has another power from here on, by whatever name it is known.

    What shares all of its memory has changed as well; of what shares a part, that part.
    """
    if power == tensor.power:
        return
    machine.state.set_fact(POWER, _memory_of(machine, tensor), (power,))
    machine.has_changed_powers = True


def current(machine: Machine, value: Value) -> Value:
    """A value as changes in place have left it."""
    if not machine.has_changed_powers or not isinstance(value, Tensor):
        return value
    changed = machine.state.fact(POWER, _memory_of(machine, value))
    return value if changed is None else with_power(value, changed[0])


def _memory_of(machine: Machine, tensor: Tensor) -> int:
    """What tells of a tensor's numbers: its memory or, of a part, the part itself."""
    record = machine.tensor_record(tensor)
    is_whole = record is not None and not record.is_part
    return record.storage if record is not None and is_whole else tensor.identity


# --- what the code takes a logarithm for ------------------------------------------------------


def note_treatment(machine: Machine, name: str, values: Sequence[Value], node: tree.Node) -> None:
    """Notice what is done with a value that is called a logarithm."""
    name = name.rstrip("_")
    found = [value.power for value in values]
    for power, other in zip(found, reversed(values), strict=True):
        if power is None or not power.by_name or power.exponent not in {1, 2}:
            continue
        is_half = name in _FACTORS and _is_half(name, other)
        is_undone = power.is_plain and power.evidence is Evidence.UNDONE
        is_term = name in families().sums and not isinstance(other, Number) and not _is_noise(other)
        if power.is_logarithm and name == "exp":
            machine.emit(distribution_events.LogarithmTreated, node, as_variance=False)
        if power.exponent == 2 and power.is_logarithm and is_half:
            machine.emit(distribution_events.LogarithmTreated, node, as_variance=True)
        if power.exponent == 2 and is_undone and (is_term or name == "sqrt"):
            machine.emit(distribution_events.LogarithmTreated, node, as_variance=True)


def _is_half(name: str, factor: Value) -> bool:
    number = fraction_of(factor)
    return number is not None and abs(number) == (
        2 if name in families().quotients else Fraction(1, 2)
    )


# --- noise ---------------------------------------------------------------------------------


def note(
    machine: Machine,
    name: str,
    operands: Sequence[Operand],
    result: Value,
    node: tree.BaseExpression,
) -> None:
    """Notice noise that is scaled (``s * eps``), and such noise that is added to something."""
    name = name.rstrip("_")
    if not any(value.power is not None and value.power.is_noise for value, _ in operands):
        return
    if name in families().products and len(operands) == 2 and isinstance(result, Tensor):
        for (noise, _), other in (operands, reversed(operands)):
            if noise.power == powers.STANDARD_NOISE and not _is_noise(other[0]):
                machine.state.set_fact(SCALED, result.identity, (*other, node))
    elif name == "addcmul" and len(operands) == 3:
        product = Tensor(
            machine.new_identity(), power=product_power(operands[1][0], operands[2][0])
        )
        note(machine, "mul", operands[1:], product, node)
        note(machine, "add", (operands[0], (product, node)), result, node)
    elif name in families().sums and len(operands) == 2:
        for (noise, _), other in (operands, reversed(operands)):
            if isinstance(noise, Tensor) and _is_noise(noise) and not _is_noise(other[0]):
                scaled = machine.state.fact(SCALED, noise.identity)
                if scaled is not None:
                    value, scale, product_node = scaled
                    machine.emit(
                        distribution_events.NoiseAdded, product_node, value=value, scale=scale
                    )


def _is_noise(value: Value) -> bool:
    return value.power is not None and value.power.is_noise


def is_alike(value: Value) -> bool:
    """Whether a value is known to be 0 or 1, or all of these."""
    if isinstance(value, Number):
        return value.value in (0, 1)
    return value.power is not None and value.power.kind is Kind.ONE
