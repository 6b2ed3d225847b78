"""What Python computes of constants: as it says, and nothing huge."""

from __future__ import annotations

import time

import pytest

from tapelint.core.domain.values import Const

from .admitting import executed

LARGE = (
    "10**9 + 10**12",
    "1 << 40",
    "2 ** 100",
    "'7'.zfill(3)",
    "abs(-(10**9))",
)
HUGE = ("3 ** 10**8", "1 << 10**11", "pow(3, 10**8)", "'a'.ljust(10**10)", "(5).to_bytes(10**10)")


@pytest.mark.parametrize("text", LARGE)
def test_what_is_large_is_computed(text: str) -> None:
    _, frame = executed(f"x = {text}")
    assert frame.slots[frame.code.names["x"]] == Const(eval(text))


@pytest.mark.parametrize("text", HUGE)
def test_what_would_be_huge_is_not(text: str) -> None:
    began = time.process_time()
    _, frame = executed(f"x = {text}")
    assert not isinstance(frame.slots[frame.code.names["x"]], Const)
    assert time.process_time() - began < 2


OWN = (
    "(1, 2).index(2)",
    "(1, 1).count(1)",
    "len({'a': 1, 'b': 2}.keys() - {'a'})",
    "len({1, 2} - {1: 2}.keys())",
    "len({1: 2}.keys() | [3])",
    "{1: 2}.keys() == {1}",
    "isinstance({1: 2}.keys(), list)",
)
"""What a tuple and the keys of a dictionary do otherwise than a list."""


@pytest.mark.parametrize("text", OWN)
def test_each_kind_of_container_does_what_it_does(text: str) -> None:
    _, frame = executed(f"try:\n    x = {text}\nexcept Exception:\n    x = None")
    assert frame.slots[frame.code.names["x"]] == Const(eval(text))
