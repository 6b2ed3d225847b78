"""How sure something is: on some way, on all of them, and under which assumptions."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from functools import reduce
from typing import Final

from tapelint.core.domain.alternatives import Either
from tapelint.core.domain.predicate import Guard
from tapelint.core.domain.predicates import (
    MOST_CASES,
    OPEN,
    SHOWN,
    apart,
    is_doubtful,
    is_untold,
    one_of_both,
)
from tapelint.core.domain.values import Value


class Promise(str):
    """What is assumed of a thing from outside, with what speaks for it, as people are told."""

    __slots__ = ()


def promised(assumed: Iterable[Hashable]) -> str:
    """The promises among what is assumed; "" if there are none."""
    return " and ".join(sorted(each for each in assumed if isinstance(each, Promise)))


class Certainty:
    """Whether something holds where the program may be.

    Attributes:
        may: It holds on some way.
        must: It holds on all ways, if what is assumed is true.
        why: What is assumed for ``must``.
        ways: Where only some ways are sure: how sure it is on each, if that is known.
    """

    __slots__ = ("may", "must", "ways", "why")

    def __init__(
        self,
        may: bool,
        must: bool,
        why: frozenset[Hashable] = frozenset(),
        ways: frozenset[tuple[Certainty, Guard]] = frozenset(),
    ) -> None:
        self.may: Final = may or must
        self.must: Final = must
        self.why: Final = why if must else frozenset()
        self.ways: Final = ways

    @staticmethod
    def of(flag: bool | None) -> Certainty:
        """A truth that is known, or not.

        >>> Certainty.of(None)
        MAYBE
        """
        return MAYBE if flag is None else YES if flag else NO

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Certainty)
            and self.may is other.may
            and self.must is other.must
            and self.why == other.why
            and self.ways == other.ways
        )

    def __hash__(self) -> int:
        return hash((self.may, self.must, self.why))

    def __repr__(self) -> str:
        word = "YES" if self.must else "MAYBE" if self.may else "NO"
        return f"{word} if {sorted(map(str, self.why))}" if self.why else word

    def __invert__(self) -> Certainty:
        """Of the contrary: what rests on assumptions may be, and so may not be."""
        if self.must:
            return NO if not self.why else MAYBE
        if self.ways:
            return meeting((~each, way) for each, way in self.ways)
        return MAYBE if self.may else YES

    @property
    def plain(self) -> Certainty:
        """The same, without what is known of each way."""
        return Certainty(self.may, self.must, self.why) if self.ways else self

    def on_ways(self, path: Guard = OPEN) -> list[tuple[Certainty, Guard]]:
        """How sure it is on each way that a path leaves, if that is known; else as it is."""
        several = [(each, way) for each, way in self.ways if not apart(way, path)]
        return sorted(several, key=lambda each: repr(each[0])) or [(self, OPEN)]

    def assuming(self, *assumptions: Hashable) -> Certainty:
        """What is possible becomes sure if some things are assumed."""
        if not self.may:
            return self
        return Certainty(True, True, self.why.union(assumptions))


YES: Final = Certainty(True, True)
NO: Final = Certainty(False, False)
MAYBE: Final = Certainty(True, False)


def joined(one: Certainty, other: Certainty) -> Certainty:
    """Where two ways meet: it holds on all of them only if it holds on both."""
    if one is other:
        return one
    must = one.must and other.must
    return Certainty(one.may or other.may, must, one.why | other.why)


def meeting(several: Iterable[tuple[Certainty, Guard]]) -> Certainty:
    """Where ways meet, each with its guard: where they differ, it is kept how they do."""
    found: dict[Certainty, Guard] = {}
    for each, guard in several:
        for one, own in each.ways or ((each, OPEN),):
            way = own | guard
            if not own or not apart(own, guard):
                found[one] = one_of_both(found[one], way) if one in found else way
    whole = reduce(joined, found)
    if whole.must or OPEN in found.values() or not any(_is_known(each) for each in found):
        return whole
    return Certainty(whole.may, False, ways=frozenset(found.items()))


def _is_known(one: Certainty) -> bool:
    return one.must or not one.may


def any_of(several: Iterable[Certainty]) -> Certainty:
    """Whether one of several things holds, on one way: the surest one tells."""
    best, count = NO, 0
    for each in several:
        if each is YES:
            return YES
        count += each.may
        if each is not best and _rank(each) > _rank(best):
            best = each
    return best if count < 2 else best.plain


def all_of(several: Iterable[Certainty]) -> Certainty:
    """Whether each of several things holds, on one way."""
    whole = YES
    for each in several:
        if whole is YES or each is whole:
            whole = each
        else:
            must = whole.must and each.must
            ways = _on_all_ways(whole, each) if whole.ways or each.ways else frozenset()
            whole = Certainty(whole.may and each.may, must, whole.why | each.why, ways)
    return whole


def _on_all_ways(one: Certainty, other: Certainty) -> frozenset[tuple[Certainty, Guard]]:
    """How sure both are, on each way that one of them and the other are told apart on."""
    if not (one.may and other.may) or len(one.ways) * len(other.ways) > MOST_CASES:
        return frozenset()
    return meeting(
        (all_of([each, another]), way | further)
        for each, way in one.on_ways()
        for another, further in other.on_ways(way)
    ).ways


def under(guard: Guard, certainty: Certainty = YES) -> Certainty:
    """How sure something is that happens under a guard: never more than the way itself."""
    if certainty.must and (SHOWN in guard or is_doubtful(guard)):
        return MAYBE
    return certainty.plain


def both(one: Guard, other: Guard) -> Certainty:
    """Whether two ways are taken in one run.

    Where each needs a test to pass of which the other says nothing, nobody knows: whoever ran both
    would have seen what comes of it. Tests of order, and of what is computed, tell how often
    something is done: they exclude no other test. What is tested of one of several values says no
    more than the tests of these.
    """
    if apart(one, other):
        return NO
    if is_untold(one, other):
        return MAYBE
    mine, others = _choices(one - other), _choices(other - one)
    return MAYBE if mine and others and mine.isdisjoint(others) else YES


def _choices(guard: Guard) -> set[Value]:
    """The values of which tests choose what is done."""
    plain = (each.subject for each in guard if each.bound() is None)
    return {each for each in plain if not isinstance(each, Either) and not getattr(each, "of", ())}


def _rank(one: Certainty) -> tuple[bool, bool, int, list[str]]:
    return one.may, one.must, -len(one.why), sorted(map(str, one.why))
