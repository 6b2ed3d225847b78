"""What freezes a network, and what only looks so: tapelint and torch agree on every way."""

from __future__ import annotations

import contextlib
import warnings
from types import SimpleNamespace
from typing import Any

import pytest
from torch import nn

from tapelint import Settings, lint_source

from .freezing import (
    FREEZES,
    REACHED,
    REACHED_IN_A_CLASS,
    Program,
    flags,
    given_networks,
    programs,
    thawed,
)


def _by_torch(program: Program) -> dict[str, Any]:
    names: dict[str, Any] = {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        exec(compile(program.text, program.name, "exec"), names)
    return names


def _is_pitfall(program: Program) -> bool:
    """Whether torch trains nothing."""
    try:
        names = _by_torch(program)
    except RuntimeError:
        return True
    is_checkpoint = program.rule == "TAP802"
    return is_checkpoint and not names["loss"].requires_grad


def _lines(program: Program) -> list[int]:
    found = lint_source(program.text, path="x.py", settings=Settings(select=(program.rule,)))
    return [each.line for each in found]


@pytest.mark.parametrize("freeze", FREEZES)
def test_a_network_is_frozen_where_torch_freezes_it(freeze: str) -> None:
    for program in programs():
        if program.name.startswith(f"{freeze}, "):
            is_pitfall = _is_pitfall(program)
            expected = [program.line] if is_pitfall else []
            assert _lines(program) == expected, f"{program.name}\n{program.text}"


@pytest.mark.parametrize("reach", {**REACHED, **REACHED_IN_A_CLASS})
def test_a_flag_is_reported_where_it_switches_nothing(reach: str) -> None:
    for program in flags():
        if program.name.startswith(f"{reach}, "):
            net = _by_torch(program)["net"]
            is_pitfall = all(each.requires_grad for each in net.parameters())
            expected = [program.line] if is_pitfall else []
            assert _lines(program) == expected, f"{program.name}\n{program.text}"


@pytest.mark.parametrize("reach", REACHED)
def test_a_flag_of_a_network_that_is_given_is_reported(reach: str) -> None:
    for program in flags():
        if program.name.startswith(f"{reach}, ") and program.name.endswith("helper"):
            alone = program._replace(text=program.text.partition("\n\n\nnet =")[0] + "\n")
            head = alone.text.partition("class Net")
            text = head[0] + head[2].partition("\n\n\n")[2]
            lost = alone.text.count("\n") - text.count("\n")
            is_pitfall = "called" not in program.name
            expected = [program.line - lost] if is_pitfall else []
            assert _lines(alone._replace(text=text)) == expected, text


def test_a_given_network_that_is_frozen_has_no_history() -> None:
    for name, text in given_networks():
        found = lint_source(text, path="x.py", settings=Settings(select=("TAP501",)))
        assert not found, f"{name}\n{text}"


def test_a_given_network_that_trains_has_one() -> None:
    told = [
        bool(lint_source(text, path="x.py", settings=Settings(select=("TAP501",))))
        for name, text in given_networks()
        if name.endswith(", loop")
        for text in [text.replace("requires_grad = False", "requires_grad = True")]
    ]
    assert told
    assert all(told)


def _thaw(net: nn.Module) -> nn.Module:
    return net.requires_grad_()


PROGRAMS = dict(thawed())


@pytest.mark.parametrize(("name", "text"), PROGRAMS.items(), ids=PROGRAMS)
def test_a_backward_through_a_frozen_network_is_reported_unless_a_part_trains(
    name: str, text: str
) -> None:
    names: dict[str, Any] = {"thaw": _thaw, "tools": SimpleNamespace(thaw=_thaw)}
    with contextlib.suppress(RuntimeError):
        exec(text, names)
    found = lint_source(text, path="x.py", settings=Settings(select=("TAP104",)))
    assert bool(found) is not names["loss"].requires_grad
    assert bool(found) is name.endswith("nothing")
