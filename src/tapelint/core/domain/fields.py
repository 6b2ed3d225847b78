"""Declared fields: what the analysis keeps of an object, and how that joins where ways meet.

A field is declared once, by whoever needs it, with its name, its default and its join. Each join
is commutative, associative and idempotent; ``tests/core/test_domain_laws.py`` tries that for all
that are declared.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import reduce
from typing import Any, Final, Generic, TypeVar

from tapelint.core.domain import certainty
from tapelint.core.domain.alternatives import (
    MOST_ALTERNATIVES,
    Either,
    bound,
    joined_values,
    present,
    some_item,
)
from tapelint.core.domain.certainty import Certainty
from tapelint.core.domain.predicate import Guard, Predicate
from tapelint.core.domain.predicates import OPEN, SOMEWHERE, apart, weakened
from tapelint.core.domain.values import UNBOUND, Value

T = TypeVar("T")
Contents = Sequence[tuple[T, Guard]]
"""What a field holds on each of the ways that meet, with the guard of the way."""


class Field(Generic[T]):
    """A field of objects.

    Attributes:
        name: What people call it.
        default: What it holds where nothing was written.
        join: What it holds where ways meet.
        widen: What it holds after any number of rounds, of what it held before and after one.
    """

    __slots__ = ("default", "join", "name", "widen")

    def __init__(
        self,
        name: str,
        default: T,
        join: Callable[[Contents[T]], T],
        widen: Callable[[T, T], T] = lambda before, after: after,
    ) -> None:
        self.name: Final = name
        self.default: Final = default
        self.join: Final = join
        self.widen: Final = widen
        DECLARED.append(self)

    def __repr__(self) -> str:
        return f"<{self.name}>"


DECLARED: Final[list[Field[Any]]] = []
"""All fields that anybody has declared."""


def join_certainty(contents: Contents[Certainty]) -> Certainty:
    """Sure where it is sure on all ways."""
    return certainty.meeting(contents)


H = TypeVar("H", bound=Hashable)


def join_log(contents: Contents[frozenset[H]]) -> frozenset[H]:
    """What any of the ways has added to a log."""
    return frozenset[H]().union(*(each for each, _ in contents))


def join_latest(contents: Contents[int]) -> int:
    """The latest of several moments."""
    return max(each for each, _ in contents)


def join_any(contents: Contents[bool]) -> bool:
    """Whether it is so on some way."""
    return any(each for each, _ in contents)


def first_of(contents: Contents[T]) -> T:
    """Of what is the same on all ways, or else the least by its text: any of them would do."""
    return min((each for each, _ in contents), key=repr)


class Items:
    """What a sequence holds: first what is known by its place, then any number of others.

    Attributes:
        known: The first items.
        rest: What each further item may be; ``None`` where there are no more.
        tail: The further items in their order, if that is known: each is ``UNBOUND`` where the
            sequence has no such item.
    """

    __slots__ = ("known", "rest", "tail")

    def __init__(
        self,
        known: tuple[Value, ...] = (),
        rest: Value | None = None,
        tail: tuple[Value, ...] = (),
    ) -> None:
        self.known: Final = known
        self.rest: Final = some_item(*tail) if tail else rest
        self.tail: Final = tail

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Items) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    @property
    def _key(self) -> tuple[object, ...]:
        return self.known, self.rest, self.tail

    def __repr__(self) -> str:
        shown = [*map(repr, self.known), *([f"*{self.rest!r}"] if self.rest is not None else [])]
        return f"({', '.join(shown)})"

    @property
    def all(self) -> tuple[Value, ...]:
        """Each value that may be among them, once for its place."""
        return self.places if self.rest is None or self.tail else (*self.known, self.rest)

    @property
    def places(self) -> tuple[Value, ...]:
        """What stands at each place, as far as that is known; it may be ``UNBOUND``."""
        return self.known + self.tail

    def at(self, number: int, path: Guard) -> tuple[Value, Guard] | None:
        """The item of a number, and what is known where there is one; ``None`` if nobody knows."""
        if number >= len(self.places):
            return None
        value, there = bound(self.places[number], path)
        before = self.places[len(self.known) : number]
        is_known = all(present(each, path | there)[1] is None for each in before)
        return (value, there) if is_known else None

    def holds_any(self, path: Guard) -> tuple[Guard | None, Guard | None]:
        """What holds where there is an item, and where there is none; ``None`` if that never is."""
        sides = [present(each, path) for each in self.places]
        some = [there for there, _ in sides if there is not None]
        none = [missing for _, missing in sides if missing is not None]
        return (
            reduce(weakened, some) if some else None,
            frozenset().union(*none) if len(none) == len(sides) else None,
        )

    def then(self, more: Items) -> Items:
        """These, and more behind them."""
        if self.rest is None:
            return Items((*self.known, *more.known), more.rest, more.tail)
        if self.tail and (more.tail or more.rest is None):
            return Items(self.known, None, (*self.tail, *more.places))
        return Items(self.known, some_item(self.rest, *more.all))


def any_of_these(values: Iterable[Value]) -> Items:
    """Any number of some values, in any order; no items, if there are no values."""
    several = tuple(values)
    return Items((), some_item(*several) if several else None)


def join_items(contents: Contents[Items]) -> Items:
    """Place by place, as far as all ways have one; what stands behind that is the rest."""
    shortest = min(len(each.known) for each, _ in contents)
    known = tuple(
        joined_values([(each.known[at], guard) for each, guard in contents])
        for at in range(shortest)
    )
    if all(each.rest is None or each.tail for each, _ in contents):
        longest = max(len(each.places) for each, _ in contents)
        return Items(known, None, tuple(_at(contents, at) for at in range(shortest, longest)))
    behind = [(value, guard) for each, guard in contents for value in each.all[shortest:]]
    if len({value for value, _ in behind}) > 1:
        behind = [(value, guard | SOMEWHERE) for value, guard in behind]
    return Items(known, joined_values(behind) if behind else None)


def _at(contents: Contents[Items], at: int) -> Value:
    """What stands at a place; of its being empty it is kept on which ways that is so."""
    held = [
        (each.places[at] if at < len(each.places) else UNBOUND, guard) for each, guard in contents
    ]
    value = joined_values(held, keeps_unbound=True)
    cases = {case for one, guard in held for case in _empty(one, guard)}
    if not isinstance(value, Either) or not 1 < len(cases) <= MOST_ALTERNATIVES:
        return value
    plain = Either((one, frozenset(filter(_is_plain, guard))) for one, guard in value.alternatives)
    is_empty = Predicate(plain, _EMPTY, (), True, cases)
    return Either(
        (one, guard | {is_empty} if one is UNBOUND else guard) for one, guard in plain.alternatives
    )


_EMPTY: Final = "is empty"


def _is_plain(told: Predicate) -> bool:
    return told.test != _EMPTY


def _empty(place: Value, way: Guard) -> Iterator[Guard]:
    """The cases in which nothing stands at a place, on a way."""
    for one, guard in place.alternatives if isinstance(place, Either) else ((place, OPEN),):
        if one is UNBOUND:
            cases = [case for told in guard if not _is_plain(told) for case in told.cases]
            yield from (case | way for case in cases or [guard] if not apart(case, way))


def widen_items(before: Items, after: Items) -> Items:
    """What is added in each round is any number of items."""
    count = len(before.known)
    if len(after.known) <= count and after.rest == before.rest:
        return after
    if after.rest is None or after.tail:
        return Items(after.known[:count], None, after.places[count:])
    behind = [*after.known[count:], after.rest]
    return Items(after.known[:count], some_item(*behind))


def join_content(key: object, contents: Contents[Any]) -> object:
    """What a cell holds where ways meet; a cell without a field holds values.

    What only some ways have or bind may be asked for: that it may be missing is not forgotten.
    """
    if isinstance(key, Field):
        return key.join(contents)
    return joined_values(contents, keeps_unbound=True)


def default_of(key: object) -> object:
    """What a cell holds where nothing was written."""
    return key.default if isinstance(key, Field) else UNBOUND
