"""One test of a value that a path has passed, and which two tests cannot both pass."""

from __future__ import annotations

import operator
from collections.abc import Callable, Hashable, Iterable
from functools import lru_cache
from typing import Any, Final

from tapelint.core.domain.kinds import any_is_a, are_kinds_apart, are_kinds_of
from tapelint.core.domain.values import Const, Value

IS_A: Final = "is a"


TEXTS: Final[dict[str, Callable[[Any, Any], Any]]] = {
    "contains": operator.contains,
    "startswith": str.startswith,
    "endswith": str.endswith,
}
"""Tests of a text, with another one."""


_COMPARISONS: Final[dict[str, Callable[[Any, Any], Any]]] = {
    "lt": operator.lt,
    "le": operator.le,
    "gt": operator.gt,
    "ge": operator.ge,
}


ORDERS: Final = {"gt": (1, False), "ge": (1, True), "lt": (-1, False), "le": (-1, True)}


class Predicate:
    """``subject test values``, or its contrary.

    Attributes:
        subject: The value that was tested; it stays the same as long as nothing is bound anew.
        test: ``in`` (it is one of the values), ``truth``, ``lt``, ``le``, ``gt``, ``ge``,
            ``contains``, ``startswith``, ``endswith`` (with one value), ``is a`` (an object of one
            of some classes), or any other word for a test that has no order.
        values: What it was tested with.
        holds: Whether it has passed.
        about: A number that is the same for the same subject: others are not compared with it.
        asked: All such numbers, those of cases too.
        cases: The guards of which one holds with it, if it is known which these are.
    """

    __slots__ = ("_hash", "about", "asked", "cases", "holds", "subject", "test", "values")

    def __init__(
        self,
        subject: Value,
        test: str,
        values: Iterable[Hashable] = (),
        holds: bool = True,
        cases: Iterable[Guard] = (),
    ) -> None:
        self.cases: Final = tuple(cases)
        self.subject: Final = subject
        self.test: Final = test
        self.values: Final = frozenset(values)
        self.holds: Final = holds
        self.about: Final = hash(subject)
        self.asked: Final = frozenset(
            [p.about for case in self.cases for p in case] if self.cases else (self.about,)
        )
        self._hash: Final = hash((self.about, test, self.values, holds))

    def __eq__(self, other: object) -> bool:
        return self is other or (
            isinstance(other, Predicate)
            and self._hash == other._hash
            and self.test == other.test
            and self.subject == other.subject
            and self.holds is other.holds
            and self.values == other.values
        )

    def __hash__(self) -> int:
        return self._hash

    def __invert__(self) -> Predicate:
        return Predicate(self.subject, self.test, self.values, not self.holds)

    def __repr__(self) -> str:
        if self.cases:
            return f"one of {len(self.cases)} ways"
        given = f" {sorted(map(repr, self.values))}" if self.values else ""
        return f"{'' if self.holds else 'not '}{self.subject!r} {self.test}{given}"

    def allows(self, value: Hashable) -> bool:
        """Whether the subject may be a constant; where that cannot be told, it may."""
        if self.test == "in":
            return (value in self.values) is self.holds
        if self.test == "truth":
            return bool(value) is self.holds
        if self.test == IS_A:
            is_one = any_is_a(value, self.values)
            return is_one is None or is_one is self.holds
        compare = _COMPARISONS.get(self.test) or (isinstance(value, str) and TEXTS.get(self.test))
        if not compare or len(self.values) != 1:
            return True
        (other,) = self.values
        try:
            return bool(compare(value, other)) is self.holds
        except TypeError:  # they have no order
            return True

    def fits(self, value: Value) -> bool:
        """Whether the subject may be a value that it is one of."""
        return not isinstance(value, Const) or self.allows(value.v)

    def bound(self) -> tuple[int, Any, bool] | None:
        """For a test of order: 1 (from below) or -1, the bound, and whether it is met itself."""
        if self.test not in ORDERS or len(self.values) != 1:
            return None
        side, is_met = ORDERS[self.test]
        (value,) = self.values
        return (side, value, is_met) if self.holds else (-side, value, not is_met)


Guard = frozenset[Predicate]


@lru_cache(1 << 15)  # of many guards that are compared few tests differ
def contradict(p: Predicate, q: Predicate) -> bool:
    """Whether two tests cannot both pass."""
    if p.subject != q.subject:
        return False
    if p.test == q.test and p.values == q.values:
        return p.holds is not q.holds
    for one, other in ((p, q), (q, p)):
        if one.test == "in" and one.holds and not any(map(other.allows, one.values)):
            return True
        if one.test == IS_A == other.test and one.holds:
            if (are_kinds_apart if other.holds else are_kinds_of)(one.values, other.values):
                return True
        if one.test == "truth" and not one.holds and _is_true_for(other):
            return True
    if p.test == q.test == "startswith" and p.holds and q.holds:
        return not _is_one_within(*p.values, *q.values)
    if p.test not in ORDERS or q.test not in ORDERS:
        return False
    first, second = p.bound(), q.bound()
    if first is None or second is None or first[0] == second[0]:
        return False
    low, high = (first, second) if first[0] > 0 else (second, first)
    try:
        if is_whole(p.subject) and not (low[2] and high[2]):
            return bool(low[1] + (not low[2]) > high[1] - (not high[2]))
        return bool(low[1] > high[1] or (low[1] == high[1] and not (low[2] and high[2])))
    except TypeError:
        return False


COUNTED: Final = "counted"
"""What a number is "computed of" that a loop counts: with the cell, and what it held."""


def is_whole(subject: Value) -> bool:
    """Whether a value is known to be a whole number: what a loop counts."""
    of: tuple[object, ...] = getattr(subject, "of", ())
    after = of[-1] if of[:1] == (COUNTED,) else None
    return isinstance(after, Const) and type(after.v) is int


def _is_true_for(p: Predicate) -> bool:
    """Whether a test of order only passes for numbers, or texts, that are true."""
    bound = p.bound()
    return (
        bound is not None
        and isinstance(bound[1], (int, float, str))
        and not p.allows(type(bound[1])())
    )


def _is_one_within(one: Hashable, other: Hashable) -> bool:
    """Whether a text may begin with each of two."""
    if not (isinstance(one, str) and isinstance(other, str)):
        return True
    return one.startswith(other) or other.startswith(one)
