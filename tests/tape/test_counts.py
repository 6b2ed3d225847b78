"""What is known of numbers holds for every number of which it is known.

Numbers are drawn first, then what is known of them, so that each claim can be held against them.
"""

from __future__ import annotations

import operator
from collections.abc import Callable

from hypothesis import given
from hypothesis import strategies as st

from tapelint.tape.domain import counts
from tapelint.tape.domain.counts import Count
from tapelint.tape.domain.terms import Truth

WHOLE = st.integers(-20, 20)
N = 7
"""What the quantity ``n`` is."""
COMPARE: dict[str, Callable[[int, int], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
}


@st.composite
def known(draw: st.DrawFn) -> tuple[int, Count]:
    """A number, and something that is true of it."""
    number = draw(WHOLE)
    below, above = draw(st.integers(0, 5)), draw(st.integers(0, 5))
    found = counts.at(number - below, number + above)
    if draw(st.booleans()):
        found = counts.at(number - N - below, number - N + above, "n")
    modulus = draw(st.integers(0, 4))
    return number, Count(found.distances, modulus, number % modulus if modulus else 0)


def holds(count: Count, number: int) -> bool:
    """Whether what is said of a number is true."""
    low, high = count.from_(counts.ZERO)
    from_n, to_n = count.from_("n")
    is_rest = not count.modulus or number % count.modulus == count.residue
    return low <= number <= high and from_n <= number - N <= to_n and is_rest


@given(known(), known())
def test_a_join_holds_for_both(one: tuple[int, Count], other: tuple[int, Count]) -> None:
    joined = counts.either(one[1], other[1])
    assert holds(joined, one[0])
    assert holds(joined, other[0])
    assert joined == counts.either(other[1], one[1])
    assert counts.either(one[1], one[1]).distances == one[1].distances


@given(known(), known())
def test_what_is_widened_holds_before_and_after(
    one: tuple[int, Count], other: tuple[int, Count]
) -> None:
    wide = counts.widened(one[1], other[1])
    assert holds(wide, one[0])
    assert holds(wide, other[0])
    grown = other[0] + max(0, other[0] - one[0])
    if other[1].from_(counts.ZERO)[1] > one[1].from_(counts.ZERO)[1]:
        assert grown <= wide.from_(counts.ZERO)[1]


@given(known(), known(), st.integers(-9, 9))
def test_arithmetic_holds(one: tuple[int, Count], other: tuple[int, Count], by: int) -> None:
    assert holds(counts.moved(one[1], by), one[0] + by)
    assert holds(counts.negative(one[1]), -one[0])
    assert holds(counts.less(counts.plus(one[1], other[1]), "n"), one[0] + other[0])


@given(known(), known(), st.sampled_from(sorted(COMPARE)))
def test_what_a_comparison_decides_is_true(
    one: tuple[int, Count], other: tuple[int, Count], symbol: str
) -> None:
    decided = counts.compared(symbol, one[1], other[1])
    if decided is not Truth.UNKNOWN:
        assert COMPARE[symbol](one[0], other[0]) is (decided is Truth.YES)


@given(known(), known(), st.sampled_from(sorted(COMPARE)))
def test_what_is_narrowed_by_a_test_holds_where_the_test_does(
    one: tuple[int, Count], other: tuple[int, Count], symbol: str
) -> None:
    if COMPARE[symbol](one[0], other[0]):
        assert holds(counts.narrowed(symbol, one[1], other[1]), one[0])


@given(known(), st.integers(1, 6))
def test_a_remainder_is_that_of_the_number(one: tuple[int, Count], modulus: int) -> None:
    rest = counts.remainder(one[1], modulus)
    assert rest is None or rest == one[0] % modulus


def test_a_comparison_decides_something() -> None:
    assert counts.compared("<", counts.at(0, 2), counts.at(3)) is Truth.YES
    assert counts.compared("==", counts.at(-5, -1, "n"), counts.at(0, quantity="n")) is Truth.NO
    assert counts.remainder(Count((), 4, 3), 2) == 1
