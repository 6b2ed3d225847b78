"""tapelint and torch agree on random libraries with a caller; without one, nothing is false.

More programs than here: ``python -m tests.fuzz --series libraries --programs 2000``, and
``--series no-callers``.
"""

from __future__ import annotations

from collections import Counter

import pytest

from .comparison import DATA_WRITE, JUDGED, compare
from .libraries import lint_alone, lint_both, numbered_library
from .truth import Discarded, Truth, truth_of

SHOWN = (*JUDGED, DATA_WRITE)
LOOKED_AT = "with torch.no_grad():\n    result"


@pytest.fixture(scope="module")
def judged() -> list[tuple[str, Truth]]:
    """Programs of a fixed series, each with what torch says of it."""
    found: list[tuple[str, Truth]] = []
    for number in range(150):
        source = numbered_library(11, number)
        try:
            found.append((source, truth_of(source)))
        except Discarded:
            continue
    return found


def test_with_the_caller_in_another_file_both_agree(judged: list[tuple[str, Truth]]) -> None:
    different = [
        (source, [str(each) for each in disagreements])
        for source, truth in judged
        if (disagreements := compare(truth, lint_both(source, SHOWN)).disagreements)
    ]
    assert [f"{found}\n{source}" for source, found in different] == []


def test_with_no_caller_nothing_is_false_and_much_is_found(
    judged: list[tuple[str, Truth]],
) -> None:
    pitfalls, found, false = 0, 0, []
    for source, truth in judged:
        comparison = compare(truth, lint_alone(source, SHOWN))
        # Who looks at a library alone cannot know that its only caller trains nothing.
        is_seen = LOOKED_AT not in source
        false += [
            f"{each}\n{source}"
            for each in comparison.disagreements
            if each.direction == "false alarm" and is_seen
        ]
        pitfalls += len(truth.pitfalls)
        found += len(comparison.found)
    assert false == []
    assert found > pitfalls / 3


def test_half_of_the_callers_only_look_and_pitfalls_are_written(
    judged: list[tuple[str, Truth]],
) -> None:
    looked_at = sum(LOOKED_AT in source for source, _ in judged)
    assert 0.2 < looked_at / len(judged) < 0.6
    only_looked_at = [truth for source, truth in judged if LOOKED_AT in source]
    # There torch.autograd.grad raises, and a change through .data is none of these.
    assert {each.code for truth in only_looked_at for each in truth.pitfalls} == {"TAP104"}
    counts = Counter(each.code for _, truth in judged for each in truth.pitfalls)
    assert {code: counts[code] for code in JUDGED if not counts[code]} == {}
    assert len(judged) > 140


def test_the_same_numbers_give_the_same_program() -> None:
    assert numbered_library(11, 3) == numbered_library(11, 3) != numbered_library(12, 3)
