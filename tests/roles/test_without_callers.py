"""Without callers and imports most is found that was found with them, and nothing else.

What is missed by them names what becomes of a value outside of the function, or in which mode a
caller runs it: ``python -m tests.roles.without_callers`` prints all.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from .without_callers import tally, without_callers, without_imports

ADVICE = "TAP302"
"""What it says of ``.data`` holds for whatever is given, but for what a caller shows."""


@pytest.mark.parametrize(("change", "floor"), [(without_callers, 0.8), (without_imports, 0.75)])
def test_of_some_programs(change: Callable[[str], str], floor: float) -> None:
    _judge(change, floor, every=5)


@pytest.mark.slow(reason="three times 1,300 programs; a fifth of them are linted above")
@pytest.mark.parametrize(("change", "floor"), [(without_callers, 0.88), (without_imports, 0.88)])
def test_of_all_programs(change: Callable[[str], str], floor: float) -> None:
    _judge(change, floor, every=1)


def _judge(change: Callable[[str], str], floor: float, every: int) -> None:
    result = tally(change, every)
    assert [each for each in result.new if not each.endswith(ADVICE)] == []
    assert result.share >= floor, result.missed
