"""Without what stands around it, training code is judged as with it: its names have roles."""

from __future__ import annotations

import pytest

from .comparison import compare, lint
from .training_truth import TRAINING_CODES
from .truth import Discarded
from .uncalled import Shown, lint_uncalled, numbered_uncalled, part_shown, truth_of_uncalled

PROGRAMS = 60
LEAST = {Shown.FUNCTION: 0.95, Shown.LOOP: 0.8, Shown.SNIPPET: 0.8, Shown.BUILT: 0.84}
"""Which part of what is found with everything in sight must be found."""


@pytest.mark.parametrize("shown", Shown)
def test_nothing_is_false_and_not_much_more_is_missed_than_with_all_in_sight(shown: Shown) -> None:
    pitfalls = alone = called = 0
    false = []
    for number in range(PROGRAMS):
        source = numbered_uncalled(3, number, shown)
        try:
            truth = truth_of_uncalled(source, shown)
        except Discarded:
            continue
        findings = lint_uncalled(source, TRAINING_CODES, shown)
        comparison = compare(truth, findings, TRAINING_CODES)
        false += [
            f"{each}\n{part_shown(source, shown)}"
            for each in comparison.disagreements
            if each.direction == "false alarm"
        ]
        pitfalls += len(truth.pitfalls)
        alone += len(comparison.found)
        called += len(compare(truth, lint(source, TRAINING_CODES), TRAINING_CODES).found)
    assert false == []
    assert pitfalls > PROGRAMS / 3
    assert alone >= LEAST[shown] * called
