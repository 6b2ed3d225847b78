"""Two sites of one mistake: reported where a run comes to both, and never surely where none does.

TAP301 is measured by ``python -m tests.spaces.paths`` alone: the tape hears of no path.
"""

from __future__ import annotations

from collections import Counter

import pytest

from .path_parts import HEAD, MISTAKES
from .paths import INPUTS, Program, drawn, found, judged, raises

SEED = 20261130
COUNT = 96
MOST_MISSED = 0.02


@pytest.fixture(scope="module")
def programs() -> list[Program]:
    return [each for each in drawn(SEED, COUNT) if each.kind != "data"]


def test_what_some_run_raises_is_reported_and_nothing_else_surely(programs: list[Program]) -> None:
    counts: Counter[str] = Counter()
    for each in programs:
        how = judged(each)
        counts[how] += 1
        assert how != "false certain", each.text
    assert counts["missed"] <= MOST_MISSED * (counts["found"] + counts["missed"]), counts
    assert counts["found"] > 20
    assert counts["right"] > 20


def _both(kind: str, second: str) -> Program:
    """A mistake whose first site stands behind a flag, and the second one behind another test."""
    mistake = MISTAKES[kind]
    lines = [
        *mistake.setup.splitlines(),
        "if flag:",
        *(f"    {line}" for line in mistake.first[0].splitlines()),
        f"if {second}:",
        *(f"    {line}" for line in mistake.second[0].splitlines()),
    ]
    body = "".join(f"    {line}\n" for line in lines)
    return Program(kind, f"{HEAD}def f({', '.join(INPUTS)}):\n{body}", False)


@pytest.mark.parametrize("kind", [each for each in MISTAKES if each != "data"])
def test_each_mistake_is_a_mistake_on_one_path_alone(kind: str) -> None:
    """The judge and the linter agree on the plainest program of each mistake."""
    answers = {}
    for second in ("flag", "not flag"):
        program = _both(kind, second)
        answers[second] = raises(program)
        assert bool(found(program)) is answers[second], program.text
    assert sorted(answers.values()) == [False, True]
