"""TAP201, TAP202 and TAP204 over changes in place: each is reported where torch refuses it.

The programs are in :mod:`tests.spaces.changing` and :mod:`tests.spaces.stepping_early`; a part of
them is drawn here, the same each time. ``STRIDE=1`` runs all of them.
"""

from __future__ import annotations

import itertools
import os

import pytest

from tapelint import Settings, lint_source
from tapelint.findings import Confidence

from . import changing, stepping_early

_STRIDE = int(os.environ.get("STRIDE", "0"))
_SETTINGS = Settings(select=("TAP201", "TAP202", "TAP204"))
_ANSWERS = {"leaf": {"TAP201"}, "saved": {"TAP202", "TAP204"}}
MISSED = {
    # whether these copy depends on what they are given
    "already flat", "already float",
    # what is not read
    "foreach", "getattr", "state_dict",
}  # fmt: skip
"""Ways to change and tensors of which some changes are known to be missed."""
MISSED_STEPS = {
    # the parameters of which a test picks some that nobody knows
    "first alone", "islice", "biases", "dimensions", "filled",
    # a network that is called with parameters that are its own
    "function",
}  # fmt: skip
"""Optimisers and networks of which some steps are known to be missed."""
UNSURE = {"given", *stepping_early.COMPUTED}
"""Where a network may be another, or what it saves is not known: there a report is likely."""


def _reported(text: str, *, certain: bool) -> set[tuple[int, str]]:
    found = lint_source(text, path="x.py", settings=_SETTINGS)
    kept = (each for each in found if not certain or each.confidence is Confidence.CERTAIN)
    return {(each.line, each.code) for each in kept}


@pytest.mark.parametrize("part", range(2))
def test_a_change_in_place_is_reported_where_torch_refuses_it(part: int) -> None:
    outcomes, missed = set(), set()
    drawn = itertools.islice(changing.programs(), part, None, 2 * (_STRIDE or 17))
    for program in drawn:
        answer = changing.truth(program)
        if answer is None:
            continue
        found = _reported(program.text, certain=False)
        codes = {code for _, code in found}
        told = f"torch: {answer}, found: {found}\n{program.chosen}\n{program.text}"
        assert {line for line, _ in found} <= {program.line}, told
        outcomes.add(answer)
        if answer == "refused":
            assert len(codes) <= 1, told
        elif not found and not MISSED.isdisjoint(program.chosen):
            missed |= MISSED.intersection(program.chosen)
        else:
            assert len(codes) == bool(answer), told
            assert codes <= _ANSWERS.get(answer, set()), told
    assert outcomes == {"leaf", "saved", "refused", ""}
    assert _STRIDE != 1 or missed == MISSED, "these are no longer missed"


def test_a_step_is_reported_where_torch_refuses_the_backward_behind_it() -> None:
    outcomes, missed = set(), set()
    for program in itertools.islice(stepping_early.programs(), 0, None, _STRIDE or 23):
        answer = stepping_early.truth(program)
        if answer is None:
            continue
        is_right = not answer and not UNSURE.isdisjoint(program.chosen)
        found = _reported(program.text, certain=is_right)
        told = f"torch: {answer}, found: {found}\n{program.chosen}\n{program.text}"
        outcomes.add(answer)
        assert {line for line, _ in found} <= {program.line}, told
        if answer and not found and not MISSED_STEPS.isdisjoint(program.chosen):
            missed |= MISSED_STEPS.intersection(program.chosen)
        else:
            assert {code for _, code in found} <= _ANSWERS.get(answer, set()), told
            assert bool(found) == bool(answer), told
    assert outcomes == {"saved", ""}
    assert _STRIDE != 1 or missed == MISSED_STEPS, "these are no longer missed"
