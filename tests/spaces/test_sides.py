"""A term that a test puts into one of two sums: TAP501 says what torch does, for any value."""

from __future__ import annotations

from typing import Any

import pytest

from tapelint import Settings, lint_source

from .sides import ADDED, BOUND, UNFOLLOWED, Program, loops, programs


def _raises(text: str) -> bool:
    names: dict[str, Any] = {"__name__": "__main__"}
    try:
        exec(compile(text, "<program>", "exec"), names)
    except RuntimeError as error:
        return "second time" in str(error)
    except (NameError, UnboundLocalError):
        return False
    return False


def _is_reported(program: Program) -> bool:
    found = lint_source(program.text, path="x.py", settings=Settings(select=("TAP501",)))
    return bool(found)


@pytest.mark.parametrize("adding", ADDED)
def test_a_second_backward_is_told_where_a_value_makes_torch_raise(adding: str) -> None:
    for each in programs():
        if each.name.startswith(f"{adding}, "):
            raises = any(_raises(each.of(value)) for value in each.values)
            raises &= adding not in UNFOLLOWED
            assert _is_reported(each) is raises, f"{each.name}\n{each.text}"


@pytest.mark.parametrize("bound", BOUND)
def test_a_test_says_the_same_in_each_round_of_what_no_round_binds(bound: str) -> None:
    for each in loops():
        if each.name.startswith(f"{bound}, "):
            raises = any(_raises(each.of(value)) for value in each.values)
            assert _is_reported(each) is raises, f"{each.name}\n{each.text}"
