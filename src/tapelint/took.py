"""What took the time of linting a text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

_SLOW, _MOSTLY = 1.0, 0.4
"""From so many seconds on a run is slow, and from this share on imports are what made it so."""


@dataclass(frozen=True)
class Took:
    """What linting a text took.

    Attributes:
        seconds: How much of the processor's time.
        function: What took the most steps of executing it: a function's qualified name; "" for
            the code outside of functions.
        share: The part that these are of all steps, from 0 to 1; 0 where nothing was executed.
        away: The part of the core's steps that were in files which it follows imports to.
    """

    seconds: float
    function: str = ""
    share: float = 0.0
    away: float = 0.0

    @classmethod
    def of(cls, seconds: float, steps: Mapping[str, int], away: float = 0.0) -> Took:
        """What it took, by the steps of each function."""
        function = max(steps, key=lambda each: steps[each], default="")
        every = sum(steps.values())
        return cls(seconds, function, steps[function] / every if every else 0.0, away)

    def __str__(self) -> str:
        said = f"took {self.seconds:.1f} s"
        if not self.share:
            return said
        what = f"`{self.function}`" if self.function else "the code outside of functions"
        return f"{said}, {self.share:.0%} of its steps in {what}"


def said_of_imports(took: Iterable[Took]) -> str | None:
    """What is said of a slow run whose time went into files that others import."""
    several = list(took)
    seconds = sum(each.seconds for each in several)
    away = sum(each.seconds * each.away for each in several)
    if seconds < _SLOW or away < _MOSTLY * seconds:
        return None
    return (
        f"about {away / seconds:.0%} of {seconds:.0f} s went into following imports; "
        "`follow-imports = false` reads each file alone"
    )
