"""How sure something is: on some way, on all of them, and under which assumptions."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Final

from tapelint.core.domain.alternatives import Either
from tapelint.core.domain.predicates import SHOWN, Guard, apart, is_doubtful, is_untold
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
    """

    __slots__ = ("may", "must", "why")

    def __init__(self, may: bool, must: bool, why: frozenset[Hashable] = frozenset()) -> None:
        self.may: Final = may or must
        self.must: Final = must
        self.why: Final = why if must else frozenset()

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
        return MAYBE if self.may else YES

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


def any_of(several: Iterable[Certainty]) -> Certainty:
    """Whether one of several things holds, on one way: the surest one tells."""
    best = NO
    for each in several:
        if each is YES:
            return YES
        if each is not best and _rank(each) > _rank(best):
            best = each
    return best


def all_of(several: Iterable[Certainty]) -> Certainty:
    """Whether each of several things holds, on one way."""
    whole = YES
    for each in several:
        if whole is YES or each is whole:
            whole = each
        else:
            must = whole.must and each.must
            whole = Certainty(whole.may and each.may, must, whole.why | each.why)
    return whole


def under(guard: Guard, certainty: Certainty = YES) -> Certainty:
    """How sure something is that happens under a guard: never more than the way itself."""
    if certainty.must and (SHOWN in guard or is_doubtful(guard)):
        return MAYBE
    return certainty


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
