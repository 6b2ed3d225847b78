"""TAP606 over ways to evaluate within a training loop: it reports where torch trains in both modes.

The judge is torch: the loop runs, and notes the mode of the network at each backward.
"""

from __future__ import annotations

from typing import Any

import pytest

from tapelint import Settings, lint_source
from tapelint.findings import Confidence

from .switching import (
    ATTACKS,
    FIRST,
    FREEZING,
    HOLDERS,
    MEANT,
    Program,
    attacks,
    attacks_in_tests,
    freezing,
    meant,
    programs,
    undone,
)

_SETTINGS = Settings(select=("TAP606",))


def _modes(program: Program) -> list[bool]:
    """Whether the network was in training mode, at each backward."""
    names: dict[str, Any] = {}
    exec(compile(program.text, program.name, "exec"), names)
    return list(names["modes"])


def _trains_in_both(program: Program) -> bool:
    """Whether the network has trained in training mode, and goes on in evaluation mode."""
    modes = _modes(program)
    return True in modes and False in modes


def _lines(text: str, *, is_called: bool = True) -> list[int]:
    found = lint_source(text, path="x.py", settings=_SETTINGS)
    assert is_called or all(each.confidence is Confidence.LIKELY for each in found)
    return [each.line for each in found]


@pytest.mark.parametrize("holder", HOLDERS)
def test_a_mode_that_is_left_on_is_reported_where_torch_trains_in_it(holder: str) -> None:
    """With the call of ``fit`` in sight, and without: then a role tells what the network is."""
    outcomes = set()
    for program in programs(holder):
        is_pitfall = _trains_in_both(program)
        outcomes.add(is_pitfall)
        expected = [program.line] if is_pitfall else []
        alone = program.text.partition("\n\nnet = Net()")[0] + "\n"
        assert _lines(program.text) == expected, f"{program.name}\n{program.text}"
        assert _lines(alone, is_called=False) == expected, (
            f"nobody calls it: {program.name}\n{alone}"
        )
    assert outcomes == {True, False}


@pytest.mark.parametrize("way", MEANT)
def test_evaluation_mode_that_is_meant_is_silent(way: str) -> None:
    for program in meant():
        if program.name.startswith(way):
            assert not _lines(program.text), f"{program.name}\n{program.text}"


@pytest.mark.parametrize("way", FREEZING)
def test_a_function_that_freezes_and_evaluates_nothing_is_silent(way: str) -> None:
    for program in freezing():
        if program.name.startswith(f"{way}, "):
            assert not _lines(program.text), f"{program.name}\n{program.text}"


@pytest.mark.parametrize("holder", FIRST)
def test_a_train_that_an_evaluation_undoes_is_reported(holder: str) -> None:
    outcomes = set()
    for program in undone():
        if program.name.startswith(f"{holder}, "):
            is_pitfall = False in _modes(program)
            outcomes.add(is_pitfall)
            expected = [program.line] if is_pitfall else []
            alone = program.text.partition("\n\nnet = Net()")[0] + "\n"
            for text in (program.text, alone):
                assert _lines(text) == expected, f"{program.name}\n{text}"
    assert outcomes == {True, False}


@pytest.mark.parametrize("trained", ATTACKS)
def test_a_backward_that_steps_something_else_is_silent(trained: str) -> None:
    """The network gets gradients, and nothing uses them."""
    for program in attacks():
        if program.name == trained:
            assert not _lines(program.text), program.text


def test_an_attack_in_a_test_is_silent() -> None:
    text = attacks_in_tests().text
    called = text.partition("\n\nnet = Net()")[0] + "\n"
    assert not _lines(text)
    assert not _lines(called)
