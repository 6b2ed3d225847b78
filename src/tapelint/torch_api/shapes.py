"""Shapes: sizes that are numbers or stand for themselves, and a rank that may be unknown."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import NamedTuple

MOST_TOLD = 64
"""So many dimensions, or parts of a tensor, are told apart."""
Size = Hashable
"""A number of Python's, or anything else that stands for one size that nobody knows."""


class Lead(NamedTuple):
    """The first dimensions of something, however many there are.

    Attributes:
        of: What has them.
        cut: How many of its last dimensions are left out.
    """

    of: Hashable
    cut: int


class Place(NamedTuple):
    """A size that nobody knows: that of a dimension of something.

    Attributes:
        of: What.
        at: The place of the dimension, counted from the last one, which is -1.
    """

    of: Hashable
    at: int


class Shape(NamedTuple):
    """The shape of a tensor.

    Attributes:
        sizes: The sizes of the last dimensions.
        lead: Those before these; ``None`` where there are none, so that the rank is known.
        why: Where code shows the rank, as far as that is assumed.
    """

    sizes: tuple[Size, ...] = ()
    lead: Lead | None = None
    why: frozenset[Hashable] = frozenset()

    @property
    def rank(self) -> int | None:
        """How many dimensions there are, if that is known."""
        return len(self.sizes) if self.lead is None else None

    def opened(self, count: int) -> Shape | None:
        """The same with so many last sizes told apart; ``None`` where there are fewer."""
        missing = count - len(self.sizes)
        if missing <= 0:
            return self
        if self.lead is None or count > MOST_TOLD:
            return None
        of, cut = self.lead
        more = tuple(Place(of, -(cut + at)) for at in range(missing, 0, -1))
        return Shape(more + self.sizes, Lead(of, cut + missing), self.why)

    def ranked(self, rank: int, why: Hashable) -> Shape | None:
        """The same, if it has so many dimensions, as something shows."""
        if self.lead is None:
            return self if len(self.sizes) == rank else None
        made = self.opened(rank)
        return made and (
            Shape(made.sizes, None, made.why | {why}) if len(made.sizes) == rank else None
        )

    def placed(self, at: int, why: Hashable) -> tuple[Shape, int] | None:
        """The same where a dimension is known by its place, and that place among the sizes.

        A place that is counted from the front shows that there are no more dimensions than are
        usual: a matrix for the second one.
        """
        if at < 0:
            made = self.opened(-at)
            return None if made is None else (made, len(made.sizes) + at)
        if self.lead is not None:
            made = self.ranked(at + 1, why) if at > 0 else None
            return None if made is None else (made, at)
        return (self, at) if at < len(self.sizes) else None

    def with_sizes(self, *sizes: Size) -> Shape:
        """The same with other last sizes."""
        return Shape(sizes, self.lead, self.why)


NUMBER = Shape()
"""The shape of a number."""


def joint(one: Size, other: Size) -> Size | None:
    """The size of what two are broadcast to; ``None`` where torch raises."""
    if one == other or other == 1:
        return one
    if one == 1 or not isinstance(one, int):
        return other
    return None if isinstance(other, int) else one


def broadcast(shapes: Sequence[Shape]) -> Shape | None:
    """What several shapes are broadcast to; ``None`` where nobody knows, or torch raises."""
    whole = shapes[0]
    for each in shapes[1:]:
        found = _both(whole, each)
        if found is None:
            return None
        whole = found
    return whole


def _both(one: Shape, other: Shape) -> Shape | None:
    why = one.why | other.why
    lead, lengths = one.lead or other.lead, (len(one.sizes), len(other.sizes))
    count, least = max(lengths), min(lengths)
    if one.lead != other.lead or (lead is not None and least < count):
        longer, shorter = (one, other) if other.lead is None else (other, one)
        if shorter.lead is not None or len(shorter.sizes) > len(longer.sizes):
            if not least:
                return None
            lead, count = Lead((one, other), least), least  # those before may be of either
    sizes = []
    for at in range(-count, 0):
        here = [each.sizes[at] for each in (one, other) if len(each.sizes) >= -at]
        size = joint(here[0], here[-1])
        if size is None:
            return None
        sizes.append(size)
    return Shape(tuple(sizes), lead, why)


def makes_square(column: Shape, row: Shape) -> bool:
    """Whether broadcasting makes a square of a column and a row.

    One is ``(..., n, 1)``, the other ``(..., n)``: the first numbers of both belong together, and
    each of them meets all others.
    """
    pair = _aligned(column, row) if column.sizes[-1:] == (1,) else None
    if pair is None:
        return False
    column, row = pair
    if len(column.sizes) != len(row.sizes) + 1 or not row.sizes:
        return False
    if row.sizes[-1] == 1 or column.sizes[-2] == 1:
        return False
    return len(row.sizes) == 1 or column.sizes[:-1] == row.sizes


def belong_together(column: Shape, row: Shape) -> bool:
    """Whether a column is known to be as long as a row."""
    pair = _aligned(column, row)
    return pair is not None and pair[0].sizes[:-1] == pair[1].sizes


def _aligned(column: Shape, row: Shape) -> tuple[Shape, Shape] | None:
    """Both with as many first dimensions left out."""
    if column.lead is None and row.lead is None:
        return column, row
    if column.lead is None or row.lead is None or column.lead.of != row.lead.of:
        return None
    missing = max(0, column.lead.cut - row.lead.cut)
    row_ = row.opened(len(row.sizes) + max(missing, 1 - len(row.sizes)))
    if row_ is None or row_.lead is None:
        return None
    column_ = column.opened(len(column.sizes) + row_.lead.cut - column.lead.cut)
    return None if column_ is None else (column_, row_)
