"""What is known of a number beside its value: where it lies, seen from zero and from others.

A domain of intervals and congruences. A loop's counter has no one value where a round stands for
many, and still is greater than zero there, even, or less than ``n - 1``.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

from tapelint.tape.domain.frozen import dataclass
from tapelint.tape.domain.terms import Truth

Real = int | float
"""A number without a part of ``i``; compiled code takes ``float`` for one with a point."""
GREATEST = 10**18
"""Greater numbers are not followed: they are no counters, and products of them grow."""
ZERO = ""
"""The quantity that a plain number is measured from."""
_UNBOUNDED = (-math.inf, math.inf)


def is_small(number: Real) -> bool:
    """Whether a number is small enough to be followed."""
    return -GREATEST <= number <= GREATEST


@dataclass(frozen=True)
class Count:
    """Where a number lies.

    Attributes:
        distances: For each quantity that it is compared with, by its text (``""`` is zero), the
            least and the greatest difference of the number and that quantity.
        modulus: The number is ``residue`` and a multiple of this, if it is not 0.
        residue: What is left of the number if it is divided by the modulus.
    """

    distances: tuple[tuple[str, Real, Real], ...] = ()
    modulus: int = 0
    residue: int = 0

    def from_(self, quantity: str) -> tuple[Real, Real]:
        """The least and the greatest difference of the number and a quantity."""
        for name, low, high in self.distances:
            if name == quantity:
                return low, high
        return _UNBOUNDED


NOWHERE = Count()
"""Nothing is known."""


def at(low: Real, high: Real | None = None, quantity: str = ZERO) -> Count:
    """A number whose distance from a quantity is ``low``, or lies between ``low`` and ``high``."""
    return Count(((quantity, low, low if high is None else high),))


def _made(distances: Iterable[tuple[str, Real, Real]], modulus: int = 0, residue: int = 0) -> Count:
    kept = sorted(each for each in distances if each[1:] != _UNBOUNDED)
    return Count(tuple(kept), modulus, residue % modulus if modulus else 0)


def less(count: Count, quantity: str) -> Count:
    """What is known of the number, but for its distance from a quantity."""
    return Count(tuple(each for each in count.distances if each[0] != quantity))


def both(one: Count, other: Count) -> Count:
    """The number of which both is known."""
    names = {name for name, _, _ in (*one.distances, *other.distances)}
    pairs = ((name, one.from_(name), other.from_(name)) for name in names)
    finer = max(one, other, key=lambda each: each.modulus)
    found = ((name, max(a[0], b[0]), min(a[1], b[1])) for name, a, b in pairs)
    return _made(found, finer.modulus, finer.residue)


def either(one: Count, other: Count) -> Count:
    """The number that is one or the other: the join of the domain."""
    if one is other or one == other:
        return one
    names = {name for name, _, _ in one.distances} & {name for name, _, _ in other.distances}
    pairs = ((name, one.from_(name), other.from_(name)) for name in names)
    found = ((name, min(a[0], b[0]), max(a[1], b[1])) for name, a, b in pairs)
    return _made(found, _common_modulus(one, other), _residue_or_value(one))


def _common_modulus(one: Count, other: Count) -> int:
    """The greatest modulus by which both leave the same; an exact number leaves any."""
    gap = abs(_residue_or_value(one) - _residue_or_value(other))
    return math.gcd(one.modulus, other.modulus, gap) if _is_whole(one) and _is_whole(other) else 0


def _is_whole(count: Count) -> bool:
    low, high = count.from_(ZERO)
    return count.modulus > 0 or (low == high and float(low).is_integer())


def _residue_or_value(count: Count) -> int:
    low, high = count.from_(ZERO)
    is_exact = low == high and float(low).is_integer()
    return count.residue if count.modulus or not is_exact else int(low)


def widened(before: Count, after: Count) -> Count:
    """What a number is in any later round of a loop, from what it was before and after one.

    A bound that has moved may move on.
    """
    found = []
    for name, low, high in after.distances:
        least, greatest = before.from_(name)
        found.append(
            (name, low if low >= least else -math.inf, high if high <= greatest else math.inf)
        )
    together = either(before, after)
    return either(_made(found), together) if together.distances else NOWHERE


def moved(count: Count, by: Real) -> Count:
    """The number and ``by``."""
    is_whole = float(by).is_integer()
    modulus = count.modulus if is_whole else 0
    residue = count.residue + int(by) if is_whole else 0
    return _made(
        ((name, low + by, high + by) for name, low, high in count.distances), modulus, residue
    )


def plus(one: Count, other: Count) -> Count:
    """The sum of two numbers."""
    low, high = other.from_(ZERO)
    if low == high:
        return moved(one, low)
    own_low, own_high = one.from_(ZERO)
    if own_low == own_high:
        return moved(other, own_low)
    return _made([(ZERO, own_low + low, own_high + high)])


def negative(count: Count) -> Count:
    """The number with the other sign."""
    low, high = count.from_(ZERO)
    return _made([(ZERO, -high, -low)], count.modulus, -count.residue)


def remainder(count: Count, modulus: int) -> int | None:
    """What is left of the number if it is divided, or ``None`` where that is not known."""
    if modulus > 0 and count.modulus and count.modulus % modulus == 0:
        return count.residue % modulus
    return None


def difference(one: Count, other: Count) -> tuple[Real, Real]:
    """The least and the greatest difference of two numbers."""
    low, high = _UNBOUNDED
    for name, least, greatest in one.distances:
        other_least, other_greatest = other.from_(name)
        low, high = max(low, least - other_greatest), min(high, greatest - other_least)
    return low, high


def compared(symbol: str, one: Count, other: Count) -> Truth:
    """Whether ``one < other`` holds, for any of Python's comparisons of numbers."""
    low, high = difference(one, other)
    if symbol in {"==", "!="}:
        same = Truth.YES if low == high == 0 else Truth.NO if low > 0 or high < 0 else Truth.UNKNOWN
        return same if symbol == "==" else Truth(2 - same)
    if symbol in {">", ">="}:
        low, high = -high, -low
    is_strict = symbol in {"<", ">"}
    if high < 0 or (high == 0 and not is_strict):
        return Truth.YES
    return Truth.NO if low > 0 or (low == 0 and is_strict) else Truth.UNKNOWN


def narrowed(symbol: str, count: Count, other: Count) -> Count:
    """What a whole number is where ``count < other`` holds."""
    found = []
    step = 1 if symbol in {"<", ">"} else 0
    for name, low, high in other.distances:
        if symbol in {"<", "<="}:
            found.append((name, -math.inf, high - step))
        elif symbol in {">", ">="}:
            found.append((name, low + step, math.inf))
        elif symbol == "==":
            found.append((name, low, high))
    return both(count, _made(found))
