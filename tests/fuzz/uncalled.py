"""Training functions whose caller nobody sees: networks and optimisers are arguments.

A program of the series of trainings that trains in a function runs under torch as a whole. tapelint
is shown what stands before the first call: the classes, and the function.
"""

from __future__ import annotations

import ast
import dataclasses
import itertools

from tapelint import Finding, lint_source

from .comparison import settings_of
from .training_truth import truth_of_training
from .trainings import numbered_training
from .truth import Truth

FUNCTION = "train"


def numbered_uncalled(seed: int, number: int) -> str:
    """One program of an endless series; the same numbers give the same program."""
    for attempt in itertools.count():
        source = numbered_training(seed, 1000 * number + attempt)
        if _last_line(source):
            return source
    raise AssertionError


def truth_of_uncalled(source: str) -> Truth:
    """What torch makes of the part that is shown.

    Raises:
        Discarded: The program says nothing.
    """
    truth = truth_of_training(source)
    last = _last_line(source)
    shown = [each for each in truth.pitfalls if each.line <= last]
    return dataclasses.replace(truth, pitfalls=type(truth.pitfalls)(shown))


def lint_uncalled(source: str, codes: tuple[str, ...]) -> list[Finding]:
    """What is reported of the part that is shown."""
    shown = source.splitlines(keepends=True)[: _last_line(source)]
    return lint_source("".join(shown), settings=settings_of(codes))


def _last_line(source: str) -> int:
    """The last line of the function that trains; 0 where none does."""
    for node in ast.parse(source).body:
        if isinstance(node, ast.FunctionDef) and node.name == FUNCTION:
            return node.end_lineno or node.lineno
    return 0
