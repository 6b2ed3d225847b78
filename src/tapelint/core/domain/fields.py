"""Declared fields: what the analysis keeps of an object, and how that joins where ways meet.

A field is declared once, by whoever needs it, with its name, its default and its join. Each join
is commutative, associative and idempotent; ``tests/core/test_domain_laws.py`` tries that for all
that are declared.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Final, Generic, TypeVar, cast

from tapelint.core.domain import certainty
from tapelint.core.domain.alternatives import joined_values, one_of
from tapelint.core.domain.certainty import Certainty
from tapelint.core.domain.predicates import DOUBTFUL, Guard
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
        DECLARED.append(cast("Field[object]", self))

    def __repr__(self) -> str:
        return f"<{self.name}>"


DECLARED: Final[list[Field[object]]] = []
"""All fields that anybody has declared."""


def join_certainty(contents: Contents[Certainty]) -> Certainty:
    """Sure where it is sure on all ways."""
    whole = contents[0][0]
    for each, _ in contents[1:]:
        whole = certainty.joined(whole, each)
    return whole


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
    """

    __slots__ = ("known", "rest")

    def __init__(self, known: tuple[Value, ...] = (), rest: Value | None = None) -> None:
        self.known: Final = known
        self.rest: Final = rest

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Items) and (self.known, self.rest) == (other.known, other.rest)

    def __hash__(self) -> int:
        return hash((self.known, self.rest))

    def __repr__(self) -> str:
        shown = [*map(repr, self.known), *([f"*{self.rest!r}"] if self.rest is not None else [])]
        return f"({', '.join(shown)})"

    @property
    def all(self) -> tuple[Value, ...]:
        """Each value that may be among them, once for its place."""
        return self.known if self.rest is None else (*self.known, self.rest)


def join_items(contents: Contents[Items]) -> Items:
    """Place by place, as far as all ways have one; what stands behind that is the rest."""
    shortest = min(len(each.known) for each, _ in contents)
    known = tuple(
        joined_values([(each.known[at], guard) for each, guard in contents])
        for at in range(shortest)
    )
    behind = [(value, guard) for each, guard in contents for value in each.all[shortest:]]
    if len({value for value, _ in behind}) > 1:
        behind = [(value, guard | DOUBTFUL) for value, guard in behind]
    return Items(known, joined_values(behind) if behind else None)


def widen_items(before: Items, after: Items) -> Items:
    """What is added in each round is any number of items."""
    count = len(before.known)
    if len(after.known) <= count and after.rest == before.rest:
        return after
    behind = [*after.known[count:], *([] if after.rest is None else [after.rest])]
    return Items(after.known[:count], one_of(*behind))


def join_content(key: object, contents: Sequence[tuple[object, Guard]]) -> object:
    """What a cell holds where ways meet; a cell without a field holds values.

    What only some ways have or bind may be asked for: that it may be missing is not forgotten.
    """
    if isinstance(key, Field):
        joined: object = key.join(contents)
        return joined
    values = cast("Contents[Value]", contents)
    return joined_values(values, keeps_unbound=True)


def default_of(key: object) -> object:
    """What a cell holds where nothing was written."""
    return key.default if isinstance(key, Field) else UNBOUND
