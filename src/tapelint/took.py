"""What took the time of linting a text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Took:
    """What linting a text took.

    Attributes:
        seconds: How much of the processor's time.
        function: What took the most steps of executing it: a function's qualified name; "" for
            the code outside of functions.
        share: The part that these are of all steps, from 0 to 1; 0 where nothing was executed.
    """

    seconds: float
    function: str = ""
    share: float = 0.0

    @classmethod
    def of(cls, seconds: float, steps: Mapping[str, int]) -> Took:
        """What it took, by the steps of each function."""
        function = max(steps, key=lambda each: steps[each], default="")
        every = sum(steps.values())
        return cls(seconds, function, steps[function] / every if every else 0.0)

    def __str__(self) -> str:
        said = f"took {self.seconds:.1f} s"
        if not self.share:
            return said
        what = f"`{self.function}`" if self.function else "the code outside of functions"
        return f"{said}, {self.share:.0%} of its steps in {what}"
