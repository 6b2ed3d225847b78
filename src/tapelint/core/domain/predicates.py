"""What a path knows of values: the tests that it has passed.

A guard is a set of predicates that hold together, so the order of tests makes no difference. Two
guards are apart where they cannot both hold; then what was bound under one is not met under the
other.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence, Set
from functools import lru_cache
from itertools import groupby
from typing import Final

from tapelint.core.domain.kinds import any_is_a, are_kinds_of
from tapelint.core.domain.predicate import IS_A, ORDERS, TEXTS, Guard, Predicate, contradict
from tapelint.core.domain.values import Const, Value

_TOLD: Final = frozenset({"in", "truth", *TEXTS, *ORDERS})
"""Tests that exclude each other only where that can be told; all others are questions."""

OPEN: Final[Guard] = frozenset()
"""The guard that says nothing: it always holds."""
DOUBT: Final = Predicate(Const("this way"), "may not be possible")
"""Stands in the guard of a way of which nobody knows whether it is ever taken.

A test of the program is taken to pass and to fail, each in some run; but an item of which nobody
knows which it is, or a statement of a ``try`` that may raise, need not be that one, and need not.
What holds on such a way alone may be, and is never sure.
"""
SHOWN: Final = Predicate(Const("what is done here"), "is to raise")
"""Stands in the guard of what a ``try`` does to show that it raises; not of what that calls."""
DOUBTFUL: Final[Guard] = frozenset([DOUBT])
PLACE: Final = Predicate(Const("this item"), "may stand at another place")
"""Stands in the guard of an item of which nobody knows where it stands among others.

What takes one item alone need not take that one; a loop takes each of them in some round.
"""
SOMEWHERE: Final[Guard] = frozenset([PLACE])


def is_doubtful(guard: Guard) -> bool:
    """Whether nobody knows if a way is ever taken."""
    if DOUBT in guard or PLACE in guard:
        return True
    return any(each.cases for each in guard) and _has_doubtful_ways(guard)


@lru_cache(1 << 10)
def _has_doubtful_ways(guard: Guard) -> bool:
    """Whether each of the ways is in doubt of which one was taken where a guard holds."""
    several = [p for p in guard if any(map(is_doubtful, p.cases))]
    if not several:
        return False
    sure = guard.difference(several)
    for p in several:
        cases = [case for case in p.cases if not is_doubtful(case)]
        if not cases:
            return True
        sure |= {Predicate(p.subject, p.test, cases, True, cases)}
    return not _may_hold(sure) and _may_hold(guard)


def without_doubt(guard: Guard) -> Guard:
    """What is known where one of several ways was taken, be each of them doubtful."""
    return guard - DOUBTFUL - SOMEWHERE


_NONE: Final = frozenset[int]()


def apart(one: Guard, other: Guard) -> bool:
    """Whether two guards cannot both hold; each of them can."""
    return not _asked(one).isdisjoint(_asked(other)) and _apart(one, other)


@lru_cache(1 << 12)
def _asked(guard: Guard) -> frozenset[int]:
    """All that a guard is about."""
    return _NONE.union(*[p.asked for p in guard])


@lru_cache(1 << 12)  # the same two meet again for each cell that ways have changed
def _apart(one: Guard, other: Guard) -> bool:
    mine, theirs = one - other, other - one
    new, known = (mine, other) if len(mine) <= len(theirs) else (theirs, one)
    return not _may_hold(new, known, one & other)


def is_impossible(guard: Guard) -> bool:
    """Whether a guard contradicts itself."""
    return len(guard) > 1 and _is_impossible(guard)


@lru_cache(1 << 12)
def _is_impossible(guard: Guard) -> bool:
    return not _may_hold(guard)


_Held = dict[int, tuple[Predicate, ...]]
"""Tests that hold together, by what they are about."""
MOST_WAYS: Final = 32
"""Of no more ways it is looked whether one of them may hold."""


@lru_cache(1 << 12)  # a path is compared with many guards
def _parts(guard: Guard) -> tuple[_Held, Sequence[Predicate]]:
    """The tests of a guard by what they are about, and those that have cases."""
    held, several = _Held(), list[Predicate]()
    for p in guard:
        if p.cases:
            several.append(p)
        else:
            held[p.about] = (*held.get(p.about, ()), p)
    return held, several


def _may_hold(new: Guard, known: Guard = OPEN, shared: Guard = OPEN) -> bool:
    """Whether tests may hold together with others, which may by themselves.

    Args:
        new: The tests.
        known: The others.
        shared: Those of which it is known that they hold with either; no case of theirs is tried
            but the last one that is left.
    """
    touched = _asked(new)
    if known and touched.isdisjoint(_asked(known)):
        return True
    tests, with_cases = _parts(known)
    held, chosen = tests.copy(), list[Predicate]()
    for p in new:
        if p.cases:
            chosen.append(p)
        elif not _hold_with((p,), held, adds=True):
            return False
    several = list[Predicate]()
    for p in with_cases:
        (several if p in shared or touched.isdisjoint(p.asked) else chosen).append(p)
    if len(chosen) > 1:
        chosen, left = _bounded(chosen)
        several += left
    return not (chosen or several) or _may_choose(chosen, several, held, touched)


def _bounded(chosen: list[Predicate]) -> tuple[list[Predicate], list[Predicate]]:
    """Those of some predicates that do not have too many ways together, and the others.

    It depends on no order.
    """
    kept, ways = list[Predicate](), 1
    chosen.sort(key=lambda p: len(p.cases))
    for count, group in groupby(chosen, lambda p: len(p.cases)):
        alike = list(group)
        ways *= count ** len(alike)
        if ways > MOST_WAYS:
            break
        kept += alike
    return kept, chosen[len(kept) :]


def _may_choose(
    chosen: Sequence[Predicate],
    several: Sequence[Predicate],
    held: _Held,
    touched: Set[int],
) -> bool:
    """Whether a case of each of several predicates may hold.

    Args:
        chosen: Those of which each case is tried.
        several: Those of which one holds already; only what was touched may exclude it.
        held: The tests that hold.
        touched: What the new ones are about.
    """
    if not chosen:
        return _leaves_cases(several, held, touched)
    first, *others = chosen
    for case in first.cases:
        further = held.copy()
        if _hold_with(case, further, adds=True) and _may_choose(
            others, several, further, touched | first.asked
        ):
            return True
    return False


def _leaves_cases(several: Sequence[Predicate], held: _Held, touched: Set[int]) -> bool:
    """Whether tests leave a case of each predicate; the last one that they leave holds, too."""
    changes = True
    while changes:
        changes, waiting = False, list[Predicate]()
        for p in several:
            if touched.isdisjoint(p.asked):
                waiting.append(p)
                continue
            found = None
            for case in p.cases:
                if _hold_with(case, held):
                    if found is not None:
                        waiting.append(p)
                        break
                    found = case
            else:
                if found is None:
                    return False
                if not _hold_with(found, held, adds=True):
                    return False
                touched |= {q.about for q in found}
                changes = True
        several = waiting
    return True


def _hold_with(new: Iterable[Predicate], held: _Held, *, adds: bool = False) -> bool:
    """Whether tests may hold with others; they can be added to these."""
    for p in new:
        tests = held.get(p.about)
        if tests is None:
            if adds:
                held[p.about] = (p,)
            continue
        for q in tests:
            if p is not q and contradict(p, q):
                return False
        if len(tests) > 1 and _leaves_none((*tests, p)):
            return False
        if adds:
            held[p.about] = (*tests, p)
    return True


def is_untold(one: Guard, other: Guard) -> bool:
    """Whether nobody knows if two guards both hold.

    They ask different things of one value; or each leaves a case open that is not in doubt, and
    both together leave none.
    """
    if is_doubtful(one | other) and not (is_doubtful(one) or is_doubtful(other)):
        return True
    return any(
        _ask_apart(p, q)
        for p in one - other
        for q in other - one
        if _asked_of(p.subject) == _asked_of(q.subject)
        and not any(case <= ways for ways, r in ((other, p), (one, q)) for case in r.cases)
    )


def _asked_of(subject: Value) -> Hashable:
    """What a test is about: what is asked of a value's class is asked of the value."""
    of: tuple[Hashable, ...] = getattr(subject, "of", ())
    return of[1] if of[:1] == ("type",) else subject


def _ask_apart(p: Predicate, q: Predicate) -> bool:
    """Whether two tests of one value have passed of which at least one is a question."""
    if p.subject == q.subject and p.test in _TOLD and q.test in _TOLD:
        return False
    for one, other in ((p, q), (q, p)):
        if one.test == IS_A and one.holds and p.subject == q.subject:
            if other.test == IS_A and other.holds:
                return not (are_kinds_of(p.values, q.values) or are_kinds_of(q.values, p.values))
            if other.test == "in" and other.holds:
                return any(any_is_a(each, one.values) is None for each in other.values)
    is_one = any(each.test == "in" and each.holds for each in (p, q))
    return (p.holds and q.holds) or (is_one and "truth" not in (p.test, q.test))


def forget_guards() -> None:
    """Let go of the guards that were compared, and of the values that they are about."""
    _apart.cache_clear()
    _asked.cache_clear()
    one_of_both.cache_clear()
    _is_impossible.cache_clear()
    _parts.cache_clear()
    contradict.cache_clear()
    _has_doubtful_ways.cache_clear()


def _leaves_none(tests: Sequence[Predicate]) -> bool:
    """Whether each of several values that a subject may be is excluded by some other test."""
    for p in tests:
        if p.test == "in" and p.holds and len(p.values) > 1:
            others = [q for q in tests if q.subject == p.subject]
            if not any(all(q.allows(each) for q in others) for each in p.values):
                return True
    return False


def weakened(one: Guard, other: Guard) -> Guard:
    """What holds if one of two guards does: what both say of the same subject."""
    if not one or not other:
        return OPEN
    common = one & other
    if len(common) == len(one) or len(common) == len(other):
        return common
    kept = set(common)
    for p in one - common:
        for q in other - common:
            if p.about == q.about and p.subject == q.subject:
                kept.update(_either(p, q))
    return frozenset(kept)


@lru_cache(1 << 12)  # the same ways meet for each cell that they have changed
def one_of_both(one: Guard, other: Guard) -> Guard:
    """What holds if one of two guards does; where that says too little, it keeps which they are."""
    known = weakened(one, other)
    if not one or not other or _is_exact(one, other):
        return known
    cases = {*_cases_of(one), *_cases_of(other)}
    known = (known - _with_cases(known)) | common(cases)
    cases = {case - known for case in cases}
    cases = {case for case in cases if not any(each < case for each in cases)}
    if len(cases) > MOST_CASES or OPEN in cases:
        return known
    return known | {Predicate(_WAYS, _ONE_OF, cases, True, cases)}


MOST_CASES: Final = 8
"""Of no more ways it is kept that one of them was taken."""
_WAYS: Final = Const("these ways")
_ONE_OF: Final = "are those of which one was taken"


def _with_cases(guard: Guard) -> Guard:
    return frozenset(p for p in guard if p.test == _ONE_OF)


def _cases_of(guard: Guard) -> Iterable[Guard]:
    """The ways of which one was taken where a guard holds."""
    told = _with_cases(guard)
    if len(told) != 1:
        return [guard - told]
    (several,) = told
    return [case | (guard - told) for case in several.cases]


def _is_exact(one: Guard, other: Guard) -> bool:
    """Whether what both say of the same subject is all that one of them says."""
    first, second = one - other, other - one
    if not first or not second:
        return True
    if len(first) > 1 or len(second) > 1:
        return False
    (p,), (q,) = first, second
    return p.subject == q.subject and (
        contradict(p, q) if p.test == q.test and p.values == q.values else p.test == q.test == "in"
    )


def common(guards: Iterable[Guard]) -> Guard:
    """What all of several guards say; nothing, of none."""
    several = list(guards)
    return several[0].intersection(*several[1:]) if several else OPEN


def _either(p: Predicate, q: Predicate) -> list[Predicate]:
    """What is left of ``p or q``: the weaker one, or one of their memberships together."""
    weaker = [each for each, other in ((p, q), (q, p)) if _follows(each, other)]
    if weaker or p.test != "in" or q.test != "in":
        return weaker
    if p.holds and q.holds:
        return [Predicate(p.subject, "in", p.values | q.values)]
    if not p.holds and not q.holds:
        left = p.values & q.values
    else:
        inside, outside = (p, q) if p.holds else (q, p)
        left = outside.values - inside.values
    return [Predicate(p.subject, "in", left, False)] if left else []


def _follows(p: Predicate, q: Predicate) -> bool:
    """Whether a predicate holds wherever another one of the same subject does."""
    if q.test == "in" and q.holds:
        return all(p.allows(each) and not (~p).allows(each) for each in q.values)
    first, second = p.bound(), q.bound()
    if first is None or second is None or first[0] != second[0]:
        return False
    side, least, is_met = first
    try:
        return bool(
            side * second[1] > side * least or (second[1] == least and (is_met or not second[2]))
        )
    except TypeError:
        return False
