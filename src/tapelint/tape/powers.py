"""Powers of sigma: which power of a standard deviation a value is.

A standard deviation has the power 1, a variance 2, a precision -2, a plain number 0. The powers
follow the algebra of units of measure: a product adds them, ``** n`` multiplies them, ``sqrt``
halves them. A value on a logarithmic scale (``log_std``, ``logvar``) keeps the power of what its
exponential would be; multiplying it by a number scales the power, and ``exp`` takes it back.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

_NAME_PARTS = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+")

_DEVIATION = frozenset({"std", "stds", "stdev", "stdevs", "stddev", "stddevs"})
_VARIANCE = frozenset({"var", "variance", "variances"})
_COVARIANCE = frozenset({"cov", "covariance", "covar"})
_PRECISION = frozenset({"precision"})
_LOG_DEVIATION = frozenset({"logstd", "logstds", "logstddev"})
_LOG_VARIANCE = frozenset({"logvar", "logvars", "logvariance"})

_SPOILERS = frozenset(
    {
        "sq", "squared", "square", "sqrt", "root", "half", "chol", "cholesky", "tril", "inv",
        "inverse", "diff", "loss", "weight", "factor", "ratio", "2", "raw", "unconstrained",
        "type", "name", "idx", "index", "dim", "net", "layer", "head", "fn", "func", "module",
        "l", "lower", "factorized", "num", "n", "to", "is", "use", "has",
    }
)  # fmt: skip
"""Parts that make a name say less, or something else, than its other parts do."""


@dataclass(frozen=True)
class SigmaPower:
    """The power of sigma of a value.

    Attributes:
        exponent: 1 for a standard deviation, 2 for a variance, 0 for a plain number.
        logarithmic: Whether the value is the logarithm of such a thing.
        by_name: Whether a name is part of the evidence.
    """

    exponent: Fraction
    logarithmic: bool = False
    by_name: bool = False

    @property
    def is_number(self) -> bool:
        """Whether this is a value without sigma in it."""
        return self.exponent == 0 and not self.logarithmic


NUMBER = SigmaPower(Fraction(0))
DEVIATION = SigmaPower(Fraction(1))
VARIANCE = SigmaPower(Fraction(2))


def from_name(name: str) -> SigmaPower | None:
    """Tell the power of sigma that a variable's name promises, or ``None``.

    ``sigma`` names a covariance as often as a deviation and ``scale`` any factor at all: they
    promise nothing.
    """
    parts = [part.lower() for part in _NAME_PARTS.findall(name)]
    words = set(parts)
    if words & _SPOILERS:
        return None
    exponents = set()
    logarithmic = "log" in words
    if words & _DEVIATION or {"standard", "deviation"} <= words or {"std", "dev"} <= words:
        exponents.add(1)
    if words & (_VARIANCE | _COVARIANCE):
        exponents.add(2)
    if words & _PRECISION:
        exponents.add(-2)
    if words & _LOG_DEVIATION:
        exponents.add(1)
        logarithmic = True
    if words & _LOG_VARIANCE:
        exponents.add(2)
        logarithmic = True
    if len(exponents) != 1:
        return None
    return SigmaPower(Fraction(exponents.pop()), logarithmic, by_name=True)


def multiply(left: SigmaPower | None, right: SigmaPower | None) -> SigmaPower | None:
    """The power of a product. A logarithm times a number is handled by :func:`scale`."""
    if left is None or right is None or left.logarithmic or right.logarithmic:
        return None
    return SigmaPower(left.exponent + right.exponent, False, left.by_name or right.by_name)


def divide(left: SigmaPower | None, right: SigmaPower | None) -> SigmaPower | None:
    """The power of a quotient."""
    return multiply(left, raise_to(right, Fraction(-1)))


def scale(power: SigmaPower | None, factor: Fraction | None) -> SigmaPower | None:
    """The power of ``factor * value`` for a number ``factor`` (``None``: number not known)."""
    if power is None:
        return None
    if not power.logarithmic:
        return power
    if factor is None or factor == 0:
        return None
    return SigmaPower(power.exponent * factor, True, power.by_name)


def add(left: SigmaPower | None, right: SigmaPower | None) -> SigmaPower | None:
    """The power of a sum: a number added to a deviation leaves a deviation."""
    if left is None or right is None or left.logarithmic != right.logarithmic:
        return None
    if left.exponent == right.exponent:
        return left if left.by_name else right
    if left.is_number:
        return right
    if right.is_number:
        return left
    return None


def raise_to(power: SigmaPower | None, exponent: Fraction | None) -> SigmaPower | None:
    """The power of ``value ** exponent``."""
    if power is None or exponent is None or power.logarithmic:
        return None
    return SigmaPower(power.exponent * exponent, False, power.by_name)


def exponential(power: SigmaPower | None) -> SigmaPower | None:
    """The power of ``exp(value)``."""
    if power is None or not power.logarithmic:
        return None
    return SigmaPower(power.exponent, False, power.by_name)


def logarithm(power: SigmaPower | None) -> SigmaPower | None:
    """The power of ``log(value)``."""
    if power is None or power.logarithmic or power.exponent == 0:
        return None
    return SigmaPower(power.exponent, True, power.by_name)


def join(left: SigmaPower | None, right: SigmaPower | None) -> SigmaPower | None:
    """What is known when either may be the case."""
    if left == right:
        return left
    if left is None or right is None:
        return None
    if (left.exponent, left.logarithmic) != (right.exponent, right.logarithmic):
        return None
    return left if left.by_name else right
