"""Containers of layers, accumulated and cleared gradients: tapelint and torch agree."""

from __future__ import annotations

from typing import Any

import pytest
import torch

from tapelint import Settings, lint_source

from .stepping import (
    CLEARS,
    CLEARS_IN_PLACE,
    EVERY,
    OTHER_UPDATES,
    UPDATES,
    accumulations,
    clearings,
    hand_steps,
)
from .unregistered_layers import WAYS, classes


def _lines(text: str, rule: str) -> list[int]:
    return [each.line for each in lint_source(text, path="x.py", settings=Settings(select=(rule,)))]


def _run(name: str, text: str) -> dict[str, Any]:
    names: dict[str, Any] = {}
    exec(compile(text, name, "exec"), names)
    return names


def trained(root: Any) -> set[torch.Tensor]:
    """The leaves that a result gives gradients to."""
    found, pending = set(), [root.grad_fn]
    while pending:
        node = pending.pop()
        if node is not None:
            found |= {node.variable} if hasattr(node, "variable") else set()
            pending += [each for each, _ in node.next_functions]
    return found


@pytest.mark.parametrize("way", WAYS)
def test_layers_are_reported_where_torch_does_not_find_them(way: str) -> None:
    for name, text, line in classes():
        if name.startswith(f"{way}, "):
            net = _run(name, text)["Net"]()
            lost = trained(net(torch.ones(2, 4, requires_grad=True))) - {*net.parameters()}
            is_pitfall = any(isinstance(each, torch.nn.Parameter) for each in lost)
            called = f"{text}\n\nNet()(torch.ones(2, 4))\n"
            for whole in (text, called):
                assert _lines(whole, "TAP601") == [line] * is_pitfall, f"{name}\n{whole}"


class _Watched(torch.optim.SGD):
    """An optimiser that remembers what is lost, and what is used twice."""

    faults: set[str] = set()

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self.of_earlier: dict[int, Any] = {}

    def _grads(self) -> list[Any]:
        return [each.grad for group in self.param_groups for each in group["params"]]

    def zero_grad(self, set_to_none: bool = True) -> None:
        if any(each is not None and bool(each.any()) for each in self._grads()):
            if id(self) not in self.of_earlier:
                self.faults.add("lost")
        self.of_earlier.pop(id(self), None)
        super().zero_grad(set_to_none)

    def step(self, closure: Any = None) -> Any:
        grads = self._grads()
        if all(each is None or not bool(each.any()) for each in grads):
            self.faults.add("nothing")
        self.of_earlier[id(self)] = True
        return super().step(closure)


def _faults(name: str, text: str, monkeypatch: pytest.MonkeyPatch) -> set[str]:
    _Watched.faults = set()
    monkeypatch.setattr(torch.optim, "SGD", _Watched)
    _run(name, text)
    return _Watched.faults


@pytest.mark.parametrize("every", EVERY)
def test_accumulation_in_vain(every: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, text, each_round in accumulations():
        if f"% {every}" in name:
            assert bool(_faults(name, text, monkeypatch)) is each_round, name
            line = text[: text.index("optimizer.step()")].count("\n") + 1
            assert _lines(text, "TAP701") == [line] * each_round, f"{name}\n{text}"


@pytest.mark.parametrize("clear", {**CLEARS, **CLEARS_IN_PLACE})
def test_clearing_by_hand(clear: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, text in clearings():
        if name.startswith(f"{clear}, "):
            is_empty = "nothing" in _faults(name, text, monkeypatch)
            is_pitfall = is_empty or clear == "nothing"
            line = text[: text.index("optimizer.step()")].count("\n") + 1
            assert _lines(text, "TAP701") == [line] * is_pitfall, f"{name}\n{text}"


def _adds_up(name: str, text: str, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Whether a backward adds to gradients after which the numbers were changed."""
    seen: dict[int, tuple[torch.Tensor, torch.Tensor]] = {}
    found: list[torch.Tensor] = []
    run = torch.Tensor.backward

    def backward(root: torch.Tensor) -> None:
        for leaf in trained(root):
            before = seen.get(id(leaf))
            is_filled = leaf.grad is not None and bool(leaf.grad.any())
            if is_filled and before is not None and not torch.equal(before[1], leaf):
                found.append(leaf)
            seen[id(leaf)] = leaf, leaf.detach().clone()
        run(root)

    monkeypatch.setattr(torch.Tensor, "backward", backward)
    _run(name, text)
    return bool(found)


@pytest.mark.parametrize("update", {**UPDATES, **OTHER_UPDATES})
def test_steps_by_hand(update: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, text in hand_steps():
        if name.startswith(f"{update}, "):
            is_pitfall = update in UPDATES and _adds_up(name, text, monkeypatch)
            monkeypatch.undo()
            line = (
                next(
                    at
                    for at, each in enumerate(text.split("\n"), 1)
                    if each.strip() == (UPDATES.get(update) or "-").split("\n")[-1].strip()
                )
                if is_pitfall
                else 0
            )
            assert _lines(text, "TAP701") == [line] * is_pitfall, f"{name}\n{text}"
