"""What a loss trains and no optimiser has, and optimisers made anew: tapelint and torch agree."""

from __future__ import annotations

from typing import Any

import pytest
import torch

from tapelint import Settings, lint_source

from .optimising import GIVEN, KNOWN_MISSED, MAKINGS, changed, filtered, handed, left_out, made_anew
from .test_training_loops import _run, trained

_MADE = "torch.optim."


class _Watch:
    """What is given to optimisers, what backwards reach, and what becomes of optimisers.

    Attributes:
        given: The parameters of all optimisers.
        reached: The leaves that backwards reach.
        steps: How many steps each optimiser takes, and whether it keeps something.
    """

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.given: set[torch.Tensor] = set()
        self.reached: set[torch.Tensor] = set()
        self.steps: dict[torch.optim.Optimizer, int] = {}
        add, run = torch.optim.Optimizer.add_param_group, torch.Tensor.backward

        def added(optimizer: torch.optim.Optimizer, group: dict[str, Any]) -> None:
            add(optimizer, group)
            self.given.update(optimizer.param_groups[-1]["params"])
            self.steps.setdefault(optimizer, 0)

        def backward(root: torch.Tensor) -> None:
            self.reached |= trained(root)
            run(root)

        patch.setattr(torch.optim.Optimizer, "add_param_group", added)
        patch.setattr(torch.Tensor, "backward", backward)
        for kind in (torch.optim.SGD, torch.optim.Adam):
            patch.setattr(kind, "step", self._counted(kind.step))

    def _counted(self, step: Any) -> Any:
        def counted(optimizer: torch.optim.Optimizer) -> None:
            step(optimizer)
            self.steps[optimizer] += 1

        return counted


def _lines(text: str) -> list[int]:
    found = lint_source(text, path="x.py", settings=Settings(select=("TAP703",)))
    return [each.line for each in found]


def _line(text: str) -> int:
    return text[: text.index(_MADE)].count("\n") + 1


@pytest.mark.parametrize("given", GIVEN)
def test_what_no_optimiser_has(given: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, text, is_meant in left_out():
        if name.startswith(f"{given}, "):
            with monkeypatch.context() as patch:
                watch = _Watch(patch)
                _run(name, text)
            is_pitfall = bool(watch.reached - watch.given) and not is_meant
            assert _lines(text) == [_line(text)] * is_pitfall, f"{name}\n{text}"


def test_a_layer_whose_numbers_are_to_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, text, is_meant in filtered():
        with monkeypatch.context() as patch:
            watch = _Watch(patch)
            _run(name, text)
        is_pitfall = bool(watch.reached - watch.given) and not is_meant
        assert _lines(text) == [_line(text)] * is_pitfall, f"{name}\n{text}"


def test_a_network_that_a_function_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, text in handed():
        with monkeypatch.context() as patch:
            watch = _Watch(patch)
            _run(name, text)
        is_pitfall = bool(watch.reached - watch.given)
        assert _lines(text) == [_line(text)] * is_pitfall, f"{name}\n{text}"


def test_a_network_that_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, text, _ in changed():
        with monkeypatch.context() as patch:
            watch = _Watch(patch)
            _run(name, text)
        is_pitfall = bool(watch.reached - watch.given) and not name.startswith(KNOWN_MISSED)
        assert _lines(text) == [_line(text)] * is_pitfall, f"{name}\n{text}"


@pytest.mark.parametrize("making", MAKINGS)
def test_optimisers_made_anew(making: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, text in made_anew():
        if name.startswith(f"{making}, "):
            with monkeypatch.context() as patch:
                watch = _Watch(patch)
                _run(name, text)
            used = [count for each, count in watch.steps.items() if each.state and count]
            is_pitfall = len(used) > 1 and set(used) == {1}
            assert bool(_lines(text)) == is_pitfall, f"{name} {used}\n{text}"
