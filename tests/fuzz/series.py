"""The endless series of programs, each with what judges it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tapelint import Finding

from .comparison import DATA_WRITE, JUDGED, lint
from .libraries import lint_alone, lint_both, numbered_library
from .programs import numbered_program
from .training_truth import TRAINING_CODES, truth_of_training
from .trainings import numbered_training
from .truth import Pitfall, Truth, truth_of
from .uncalled import lint_uncalled, numbered_uncalled, truth_of_uncalled


@dataclass(frozen=True)
class Series:
    """Random programs of one sort.

    Attributes:
        program: The program of a seed and a number.
        truth: What torch makes of a program.
        codes: The rules whose findings torch can confirm or refute.
        shown: The rules that a table of results shows.
        lint: What tapelint reports of a program, by such rules.
    """

    program: Callable[[int, int], str]
    truth: Callable[[str], Truth]
    codes: tuple[str, ...]
    shown: tuple[str, ...]
    lint: Callable[[str, tuple[str, ...]], Sequence[Finding | Pitfall]] = lint


SERIES = {
    "tensors": Series(numbered_program, truth_of, JUDGED, (*JUDGED, DATA_WRITE)),
    "libraries": Series(numbered_library, truth_of, JUDGED, (*JUDGED, DATA_WRITE), lint_both),
    "no-callers": Series(numbered_library, truth_of, JUDGED, (*JUDGED, DATA_WRITE), lint_alone),
    "trainings": Series(numbered_training, truth_of_training, TRAINING_CODES, TRAINING_CODES),
    "uncalled": Series(
        numbered_uncalled, truth_of_uncalled, TRAINING_CODES, TRAINING_CODES, lint_uncalled
    ),
}
"""The series by name.

Operations on tensors; the same in a library, with and without its caller; networks with optimisers
and loops, and the same without their callers.
"""
