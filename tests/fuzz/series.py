"""The endless series of programs, each with what judges it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from .comparison import DATA_WRITE, JUDGED
from .programs import numbered_program
from .training_truth import TRAINING_CODES, truth_of_training
from .trainings import numbered_training
from .truth import Truth, truth_of


@dataclass(frozen=True)
class Series:
    """Random programs of one sort.

    Attributes:
        program: The program of a seed and a number.
        truth: What torch makes of a program.
        codes: The rules whose findings torch can confirm or refute.
        shown: The rules that a table of results shows.
    """

    program: Callable[[int, int], str]
    truth: Callable[[str], Truth]
    codes: tuple[str, ...]
    shown: tuple[str, ...]


SERIES = {
    "tensors": Series(numbered_program, truth_of, JUDGED, (*JUDGED, DATA_WRITE)),
    "trainings": Series(numbered_training, truth_of_training, TRAINING_CODES, TRAINING_CODES),
}
"""The series by name: operations on tensors, and networks with optimisers and loops."""
