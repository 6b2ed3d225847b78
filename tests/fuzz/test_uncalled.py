"""Without their callers, training functions are judged as with them: their arguments have roles."""

from __future__ import annotations

import pytest

from .comparison import compare, lint
from .training_truth import TRAINING_CODES
from .truth import Discarded, Truth
from .uncalled import lint_uncalled, numbered_uncalled, truth_of_uncalled

PROGRAMS = 60


@pytest.fixture(scope="module")
def judged() -> list[tuple[str, Truth]]:
    """Programs of a fixed series, each with what torch says of the part that is shown."""
    found: list[tuple[str, Truth]] = []
    for number in range(PROGRAMS):
        source = numbered_uncalled(3, number)
        try:
            found.append((source, truth_of_uncalled(source)))
        except Discarded:
            continue
    return found


def test_nothing_is_false_and_no_more_is_missed_than_with_the_caller(
    judged: list[tuple[str, Truth]],
) -> None:
    pitfalls = alone = called = 0
    false = []
    for source, truth in judged:
        comparison = compare(truth, lint_uncalled(source, TRAINING_CODES))
        false += [
            f"{each}\n{source}"
            for each in comparison.disagreements
            if each.direction == "false alarm"
        ]
        pitfalls += len(truth.pitfalls)
        alone += len(comparison.found)
        called += len(compare(truth, lint(source, TRAINING_CODES)).found)
    assert false == []
    assert pitfalls > PROGRAMS / 3
    assert alone >= 0.95 * called
