"""One of several values, each with the guard of the way that leads to it."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from functools import reduce
from typing import Final

from tapelint.core.domain.predicate import Guard, Predicate
from tapelint.core.domain.predicates import (
    DOUBTFUL,
    OPEN,
    SOMEWHERE,
    apart,
    one_of_both,
    weakened,
    without_doubt,
)
from tapelint.core.domain.values import UNBOUND, Obj, Unknown, Value

MOST_ALTERNATIVES: Final = 8
"""More than these are one unknown value: whoever asks would have to look at each."""
MOST_PLAIN: Final = 6
"""The same where none is an object: which of them it is seldom matters, and each costs a guard."""


class Either(Value):
    """One of at least two values.

    Attributes:
        alternatives: Each value with the guard under which it is this one.
    """

    __slots__ = ("_hash", "alternatives")

    def __init__(self, alternatives: Iterable[tuple[Value, Guard]]) -> None:
        self.alternatives: Final = tuple(alternatives)
        self._hash: Final = hash(frozenset(self.alternatives))

    def __eq__(self, other: object) -> bool:
        return self is other or (
            isinstance(other, Either)
            and self._hash == other._hash
            and dict(self.alternatives) == dict(other.alternatives)
        )

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        return " | ".join(f"{value!r} if {set(guard) or '?'}" for value, guard in self.alternatives)


class Condition(Value):
    """A truth value of which the program knows more than that: what holds where it is true.

    Attributes:
        true: The guard of the way on which it is true.
        false: The guard of the other way.
    """

    __slots__ = ("false", "true")

    def __init__(self, true: Guard, false: Guard) -> None:
        self.true: Final = true
        self.false: Final = false

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Condition) and self.true == other.true and self.false == other.false
        )

    def __hash__(self) -> int:
        return hash((self.true, self.false))

    def __repr__(self) -> str:
        return f"Condition({set(self.true)})"


def alternatives(value: Value, path: Guard = OPEN) -> Sequence[tuple[Value, Guard]]:
    """What a value may be on a path, each with its own guard."""
    if not isinstance(value, Either):
        return ((value, OPEN),)
    if not path:
        return value.alternatives
    number = hash(value)
    about = [each for each in path if each.about == number and each.subject == value]
    return [
        (one, guard)
        for one, guard in value.alternatives
        if not apart(guard, path) and all(each.fits(one) for each in about)
    ]


def narrowed(value: Value, path: Guard) -> Value:
    """The value that one is on a path: itself, or what is left of its alternatives."""
    if not isinstance(value, Either):
        return value
    left = alternatives(value, path)
    if len(left) == len(value.alternatives) or not left:
        return value
    return left[0][0] if len(left) == 1 else Either(left)


def bound(value: Value, path: Guard = OPEN, missing: Value = UNBOUND) -> tuple[Value, Guard]:
    """What a name is bound to where it is bound at all, and what is known there.

    Of a name that nothing is bound to it is ``UNBOUND``. In the same way, what is used as ``None``
    cannot be is ``missing`` where it is ``None``.
    """
    if not isinstance(value, Either):
        return value, OPEN
    several = alternatives(value, path)
    kept = [(each, guard) for each, guard in several if each != missing]
    if len(kept) == len(several):
        return value, OPEN
    known = reduce(weakened, (guard for _, guard in kept)) if kept else OPEN
    return joined_values(kept), without_doubt(known)


def present(value: Value, path: Guard) -> tuple[Guard | None, Guard | None]:
    """What holds where something is bound, and where nothing is; ``None`` if it never is so."""
    sides: list[Guard | None] = [None, None]
    for each, guard in alternatives(value, path):
        known = sides[each is UNBOUND]
        sides[each is UNBOUND] = guard if known is None else weakened(known, guard)
    return sides[0], sides[1]


def one_of(*values: Value) -> Value:
    """One of several values, of which nobody knows which."""
    return _any_of(values, DOUBTFUL)


def some_item(*values: Value) -> Value:
    """An item that is one of several, which all stand somewhere in a collection."""
    return _any_of(values, SOMEWHERE)


def _any_of(values: Sequence[Value], unknown: Guard) -> Value:
    """One of several values; each has a guard that says what is unknown, unless it is alone."""
    guard = unknown if len(set(values)) > 1 else OPEN
    return joined_values([(each, guard) for each in values])


def chosen(
    key: Value, items: Sequence[tuple[Hashable, Value]], path: Guard = OPEN, other: Value = UNBOUND
) -> Value:
    """The item that a key of which nobody knows the value chooses, on a path.

    Each is the one in some run, as with a test of the key. Where it is none of them, ``other`` is
    meant; if that is ``UNBOUND``, the program goes no further there.
    """
    tests = [(value, Predicate(key, "in", [word])) for word, value in items]
    tests.append((other, Predicate(key, "in", [word for word, _ in items], False)))
    sides = [(value, frozenset([test])) for value, test in tests]
    return joined_values([each for each in sides if not apart(each[1], path)])


def joined_values(contents: Sequence[tuple[Value, Guard]], *, keeps_unbound: bool = False) -> Value:
    """The value where several ways meet, each with its value and its guard.

    What is the same on all ways is that. What is bound on some ways only is taken to be bound,
    unless ``keeps_unbound``: then ``UNBOUND`` is one of the alternatives.
    """
    found: dict[Value, Guard] = {}
    for value, guard in contents:
        for one, own in value.alternatives if isinstance(value, Either) else ((value, OPEN),):
            if one is UNBOUND and not keeps_unbound:
                continue
            if own:
                if apart(own, guard):
                    continue
                own |= guard
            else:
                own = guard
            found[one] = one_of_both(found[one], own) if one in found else own
            if len(found) > MOST_PLAIN and (
                len(found) > MOST_ALTERNATIVES or not any(map(_is_object, found))
            ):
                return Unknown("one of many")
    if not found:
        return UNBOUND
    if len(found) == 1:
        return next(iter(found))
    return Either(found.items())


def _is_object(value: Value) -> bool:
    """Whether a value has contents of its own that are known."""
    return isinstance(value, Obj) and not isinstance(value, Unknown)
