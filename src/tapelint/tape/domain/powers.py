"""Powers of sigma: which power of a standard deviation a value is.

A standard deviation has the power 1, a variance 2, a precision -2, a plain number 0. The powers
follow the algebra of units of measure: a product adds them, ``** n`` multiplies them, ``sqrt``
halves them. A value on a logarithmic scale (``log_std``, ``logvar``) keeps the power of what its
exponential would be; multiplying it by a number scales the power, and ``exp`` takes it back.
Standard noise is a number; times a scale, it is noise of that scale's power.
"""

from __future__ import annotations

from fractions import Fraction

from tapelint.tape.domain.frozen import dataclass, replace
from tapelint.tape.domain.terms import Evidence, Kind


@dataclass(frozen=True)
class SigmaPower:
    """The power of sigma of a value.

    Attributes:
        exponent: 1 for a standard deviation, 2 for a variance, 0 for a plain number.
        kind: What the exponent says.
        evidence: How it is known.
    """

    exponent: Fraction
    kind: Kind = Kind.PLAIN
    evidence: Evidence = Evidence.COMPUTED

    @property
    def is_number(self) -> bool:
        """Whether this is a value without sigma in it."""
        return self.exponent == 0 and self.kind in {Kind.PLAIN, Kind.ONE, Kind.NOISE}

    @property
    def is_plain(self) -> bool:
        """Whether the value itself is a power of sigma (no logarithm, no noise)."""
        return self.kind in {Kind.PLAIN, Kind.ONE}

    @property
    def is_logarithm(self) -> bool:
        """Whether the value is the logarithm of a power of sigma."""
        return self.kind is Kind.LOGARITHM

    @property
    def is_noise(self) -> bool:
        """Whether these are random numbers around zero."""
        return self.kind in {Kind.NOISE, Kind.NOISE_BY_LOGARITHM}

    @property
    def by_name(self) -> bool:
        """Whether a name is part of the evidence."""
        return self.evidence is not Evidence.COMPUTED


NUMBER = SigmaPower(Fraction(0))
ONE = SigmaPower(Fraction(0), Kind.ONE)
STANDARD_NOISE = SigmaPower(Fraction(0), Kind.NOISE)
SOMETHING = SigmaPower(Fraction(0), Kind.SOMETHING)
PRODUCT = SigmaPower(Fraction(2), Kind.PRODUCT)
DEVIATION = SigmaPower(Fraction(1))
VARIANCE = SigmaPower(Fraction(2))
PRECISION = SigmaPower(Fraction(-2))


def multiply(left: SigmaPower | None, right: SigmaPower | None) -> SigmaPower | None:
    """The power of a product. A logarithm times a number is handled by :func:`scale`."""
    for product in (left, right):
        if product is not None and product.kind is Kind.PRODUCT:
            return product
    if left is None or right is None:
        return None
    evidence = max(left.evidence, right.evidence)
    for noise, other in ((left, right), (right, left)):
        if noise.kind is Kind.NOISE and other.is_logarithm and noise.exponent == 0:
            return SigmaPower(other.exponent, Kind.NOISE_BY_LOGARITHM, evidence)
        if noise.kind is Kind.NOISE and other.is_plain:
            return SigmaPower(noise.exponent + other.exponent, Kind.NOISE, evidence)
    if not left.is_plain or not right.is_plain:
        return None
    kind = Kind.ONE if left.kind is right.kind is Kind.ONE else Kind.PLAIN
    return SigmaPower(left.exponent + right.exponent, kind, evidence)


def divide(left: SigmaPower | None, right: SigmaPower | None) -> SigmaPower | None:
    """The power of a quotient."""
    if right is None and left is not None and left.kind is Kind.PRODUCT:
        return left
    return multiply(left, raise_to(right, Fraction(-1)))


def scale(power: SigmaPower | None, factor: Fraction | None) -> SigmaPower | None:
    """The power of ``factor * value`` for a number ``factor`` (``None``: number not known)."""
    if power is None:
        return None
    if not power.is_logarithm:
        return multiply(power, NUMBER)
    if factor is None or factor == 0:
        return None
    evidence = _after_computing(power) if factor.denominator == 1 and factor > 1 else power.evidence
    return SigmaPower(power.exponent * factor, Kind.LOGARITHM, evidence)


def add(left: SigmaPower | None, right: SigmaPower | None) -> SigmaPower | None:
    """The power of a sum: a number added to a deviation leaves a deviation."""
    for product in (left, right):
        if product is not None and product.kind is Kind.PRODUCT:
            return product
    if left is None or right is None:
        return None
    if left.kind is Kind.ONE and right.kind is Kind.ONE:
        return NUMBER
    if left.is_logarithm != right.is_logarithm:
        logarithm, other = (left, right) if left.is_logarithm else (right, left)
        return logarithm if other.is_number and not other.is_noise else None
    if not (left.is_plain and right.is_plain) and not left.is_logarithm:
        return None
    if left.exponent == right.exponent:
        return left if left.evidence >= right.evidence else right
    if left.is_number:
        return right
    return left if right.is_number else None


def raise_to(power: SigmaPower | None, exponent: Fraction | None) -> SigmaPower | None:
    """The power of ``value ** exponent``."""
    if exponent is None:
        return None
    if power is None:
        return PRODUCT if exponent == 2 else None
    if power.kind is Kind.PRODUCT:
        return replace(power, exponent=-power.exponent) if exponent == -1 else SOMETHING
    if power.kind in {Kind.ONE, Kind.SOMETHING}:
        return power
    if not power.is_plain:
        return None
    squares = exponent.denominator == 1 and exponent > 1
    evidence = _after_computing(power) if squares else power.evidence
    return SigmaPower(power.exponent * exponent, evidence=evidence)


def sum_of_products(left: SigmaPower | None, right: SigmaPower | None) -> SigmaPower | None:
    """The power of a product of matrices: ``L @ L.T`` is a covariance, ``X.T @ X`` may be one."""
    if left is not None and right is not None and left.is_plain and right.is_plain:
        return multiply(left, right)
    return PRODUCT


def exponential(power: SigmaPower | None) -> SigmaPower | None:
    """The power of ``exp(value)``."""
    if power is None or not power.is_logarithm:
        return ONE if power is not None and power.kind is Kind.ONE else SOMETHING
    by_name = power.evidence in {Evidence.NAMED, Evidence.OUTPUT}
    evidence = Evidence.UNDONE if by_name else power.evidence
    return SigmaPower(power.exponent, evidence=evidence)


def logarithm(power: SigmaPower | None) -> SigmaPower | None:
    """The power of ``log(value)``."""
    if power is None or not power.is_plain or power.exponent == 0:
        return ONE if power is not None and power.kind is Kind.ONE else None
    return SigmaPower(power.exponent, Kind.LOGARITHM, power.evidence)


def made_positive(power: SigmaPower | None) -> SigmaPower:
    """The power of ``softplus(value)``, ``abs(value)``: what a name promises of it, if anything."""
    if power is None or not power.is_plain:
        return SOMETHING
    if power.is_number or power.evidence is Evidence.COMPUTED:
        return replace(power, kind=Kind.PLAIN)
    return replace(power, evidence=max(power.evidence, Evidence.OUTPUT))


def join(left: SigmaPower | None, right: SigmaPower | None) -> SigmaPower | None:
    """What is known when either may be the case."""
    if left == right:
        return left
    if left is None or right is None:
        return None
    if left.exponent != right.exponent:
        return None
    evidence = max(left.evidence, right.evidence)
    if left.kind is right.kind:
        return replace(left, evidence=evidence)
    if {left.kind, right.kind} == {Kind.ONE, Kind.PLAIN}:
        return SigmaPower(left.exponent, evidence=evidence)
    return None


def _after_computing(power: SigmaPower) -> Evidence:
    """The evidence for a square: whoever squares a value takes it for what its name says."""
    return min(power.evidence, Evidence.NAMED)
