"""What is kept of other files while one after the other is linted: as much as may be, by size."""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

_T = TypeVar("_T")


class Kept(Generic[_T]):
    """What was made last, as long as it is small enough together.

    Counting what is kept would not do: one definition has three lines, and another 3,000.
    """

    def __init__(
        self,
        size: Callable[[_T], int],
        most: int,
        forget: Callable[[_T], None] = lambda made: None,
    ) -> None:
        """Keep nothing yet.

        Args:
            size: Tells how large something is that was made; it may grow until it is asked for
                again.
            most: How large all of it may be together; the last one is kept in any case.
            forget: Is given what is no longer kept. Somebody may still use it.
        """
        self._size, self._most, self._forget = size, most, forget
        self._known: dict[tuple[Hashable, ...], tuple[_T, int]] = {}
        self._together = 0
        self._lock = threading.Lock()

    def known_by(self, given: tuple[Hashable, ...], make: Callable[[], _T]) -> _T:
        """What is kept under ``given``, or else what ``make`` gives now."""
        with self._lock:
            known = self._known.get(given)
            if known is not None:
                self._put(given, known[0])
                return known[0]
        made = make()
        with self._lock:
            self._put(given, made)
        return made

    def _put(self, given: tuple[Hashable, ...], made: _T) -> None:
        """Keep something as what was asked for last, and forget what is too much with it."""
        size = self._size(made)
        before = self._known.pop(given, None)
        self._together += size - (before[1] if before is not None else 0)
        if before is not None and before[0] is not made:
            self._forget(before[0])
        self._known[given] = made, size
        while self._together > self._most and len(self._known) > 1:
            oldest, its_size = self._known.pop(next(iter(self._known)))
            self._together -= its_size
            self._forget(oldest)

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            for made, _ in self._known.values():
                self._forget(made)
            self._known.clear()
            self._together = 0


class KeepingFunction(Kept[_T]):
    """A function that keeps what it gave last."""

    def __init__(
        self,
        make: Callable[..., _T],
        size: Callable[[_T], int],
        most: int,
        forget: Callable[[_T], None] = lambda made: None,
    ) -> None:
        """Keep what a function gives.

        Args:
            make: The function.
            size: Tells how large something is that it gave.
            most: How large all of it may be together; the last one is kept in any case.
            forget: Is given what is no longer kept.
        """
        super().__init__(size, most, forget)
        self._make = make

    def __call__(self, *given: Hashable) -> _T:
        """What the function gives for this."""
        return self.known_by(given, lambda: self._make(*given))


def keeping(
    most: int, size: Callable[[_T], int], forget: Callable[[_T], None] = lambda made: None
) -> Callable[[Callable[..., _T]], KeepingFunction[_T]]:
    """Make a function one that keeps what it gave last; see :class:`KeepingFunction`."""
    return lambda make: KeepingFunction(make, size, most, forget)
