"""What an operation is given, as far as it matters for the shape of its result."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

from tapelint.torch_api.shapes import Shape, Size


class Unseen(NamedTuple):
    """An argument that nobody knows; as a size it stands for itself.

    Attributes:
        of: It.
    """

    of: object


class Index(NamedTuple):
    """A slice as an index.

    Attributes:
        bounds: Where it starts, where it stops, and its step.
    """

    bounds: tuple[object, ...]


Argument: TypeAlias = object
"""A shape for a tensor, a plain value, a tuple of arguments, an index, or something unseen."""
Result: TypeAlias = "Shape | tuple[Shape, ...] | None"
"""A shape, those of several results, or nothing that is known."""


class Given(NamedTuple):
    """What an operation is given.

    Attributes:
        place: Where it stands; what shows a rank is named by that.
        several: What it is given by position, the tensor first.
        words: What it is given by name.
    """

    place: object
    several: Sequence[Argument]
    words: Mapping[str, Argument]

    def get(self, at: int, *names: str) -> Argument:
        """What is given for a parameter, by its place or by one of its names; else ``None``."""
        if at < len(self.several):
            return self.several[at]
        return next((self.words[each] for each in names if each in self.words), None)

    @property
    def first(self) -> Shape | None:
        """The shape of the tensor."""
        return tensor_of(self.get(0, "input", "self", "x", "a"))


Effect: TypeAlias = "Callable[[Given], Result]"
DIMENSIONS: Final = ("dim", "axis", "dims")
KEEPING: Final = ("keepdim", "keepdims")
FILLING: Final = -1


_OWN: Final = (Unseen, Index)
"""Arguments that are tuples, too, and no lists."""


def tensor_of(value: Argument) -> Shape | None:
    """An argument that is a tensor; ``None`` for another."""
    return value if isinstance(value, Shape) else None


def number_of(value: Argument) -> int | None:
    """An argument that is a whole number; ``None`` for another."""
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def listed(value: Argument) -> Sequence[Argument] | None:
    """The items of an argument that is a tuple or a list; ``None`` for another."""
    return value if isinstance(value, tuple) and not isinstance(value, (Shape, *_OWN)) else None


def sizes_behind(given: Given, behind: int, *names: str) -> list[Size] | None:
    """The sizes that stand behind the tensor, one by one or in a list."""
    rest = list(given.several[behind:])
    if not rest:
        rest = [given.words[each] for each in names if each in given.words]
    together = listed(rest[0]) if len(rest) == 1 else None
    rest = list(rest if together is None else together)
    known = all(isinstance(each, Unseen) or number_of(each) is not None for each in rest)
    return rest if known and rest else None


def product_of(sizes: Sequence[Size]) -> int:
    """The product of the sizes that are numbers."""
    numbers: list[int] = [each for each in sizes if isinstance(each, int)]
    return math.prod(numbers)
