"""Where ways go that leave a block in its middle."""

from __future__ import annotations

from dataclasses import dataclass, field

from tapelint.core.code.instruction import Leave
from tapelint.core.domain.state import Mark, Way
from tapelint.core.domain.values import Value


@dataclass
class Target:
    """Where ways out of the middle arrive: the end of a call, of a loop, of a round.

    Attributes:
        mark: Where its ways began.
        depth: How many cleanups were due there already.
        ways: Those that have left for it, with how, and what a ``return`` gives.
        since: The moment at which its loop began.
    """

    mark: Mark
    depth: int
    ways: list[tuple[Leave, Way, Value]] = field(default_factory=list)
    since: int = 0

    def taken(self) -> list[Way]:
        """The ways that have arrived, which are then gone."""
        ways = [way for _, way, _ in self.ways]
        self.ways.clear()
        return ways
