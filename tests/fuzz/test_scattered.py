"""Training in a file of its own is judged as in one file with its network's class."""

from __future__ import annotations

import pytest

from .comparison import compare
from .scattered import Form, lint_scattered
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


@pytest.mark.parametrize("form", Form, ids=lambda each: each.name.lower())
def test_as_much_is_found_as_in_one_file_and_nothing_false(
    form: Form, judged: list[tuple[str, Truth]]
) -> None:
    together = apart = 0
    false = []
    for source, truth in judged:
        whole = compare(truth, lint_uncalled(source, TRAINING_CODES), TRAINING_CODES)
        parts = compare(truth, lint_scattered(source, TRAINING_CODES, form), TRAINING_CODES)
        false += [
            f"{each}\n{source}"
            for each in parts.disagreements
            if each.direction == "false alarm" and each not in whole.disagreements
        ]
        together += len(whole.found)
        apart += len(parts.found & whole.found)
    assert false == []
    assert together > PROGRAMS / 2
    assert apart >= 0.94 * together
