"""A test about what stays the same says the same again, in whichever words it is asked."""

from __future__ import annotations

import pytest

from tapelint import Settings, lint_source

from .asking import TESTS, programs, raises


@pytest.mark.parametrize("test", TESTS)
def test_what_one_test_lets_pass_the_next_one_does(test: str) -> None:
    for text in programs(test, 4):
        found = lint_source(text, path="x.py", settings=Settings(select=("TAP202", "TAP501")))
        assert bool(found) is raises(text), text
