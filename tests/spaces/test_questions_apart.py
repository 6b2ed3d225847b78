"""Two questions that a program asks of one value, of which nobody knows if both answers are yes.

What one of them guards is never certain to meet what the other does. Torch is the judge, with
values of many kinds.
"""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from tapelint import Settings, lint_source
from tapelint.findings import Confidence

_SETTINGS = Settings(select=("TAP202", "TAP501"))


class Held:
    """An object with an attribute."""

    a = 1


class Called(Held):
    """One that can be called, too."""

    def __call__(self) -> None: ...


VALUES = [0, 1, "", "s", 2.5, None, [], [1], {}, {"a": 1}, Held(), Called(), print]
QUESTIONS = (
    "isinstance(x, int)",
    "isinstance(x, (str, list))",
    "isinstance(x, list)",
    "not isinstance(x, (int, str))",
    "type(x) is int",
    "type(x) in (int, str)",
    "hasattr(x, 'a')",
    "callable(x)",
    "x is None",
    "x == 1",
)
WORK = {
    "twice": ("z = a.exp().sum()", "z.backward()", "z.backward()"),
    "saved": ("z = a.exp()", "z.zero_()", "z.sum().backward()"),
}
_TEXT = """\
import torch


def run(x):
    a = torch.rand(3, requires_grad=True)
    {made}
    if {one}:
        {first}
    if {other}:
        {second}
"""


def _raises(text: str) -> bool:
    names: dict[str, Any] = {}
    exec(compile(text, "program.py", "exec"), names)
    for value in VALUES:
        try:
            names["run"](value)
        except RuntimeError:
            return True
    return False


@pytest.mark.parametrize("work", WORK)
def test_questions_that_exclude_each_other_are_not_taken_to_hold_together(work: str) -> None:
    made, first, second = WORK[work]
    found = 0
    for one, other in itertools.product(QUESTIONS, QUESTIONS):
        text = _TEXT.format(made=made, one=one, first=first, other=other, second=second)
        reports = lint_source(text, path="x.py", settings=_SETTINGS)
        is_certain = any(each.confidence is Confidence.CERTAIN for each in reports)
        raises = _raises(text)
        assert is_certain <= raises, text
        found += is_certain
        assert is_certain or one != other, text
    assert found > len(QUESTIONS)
