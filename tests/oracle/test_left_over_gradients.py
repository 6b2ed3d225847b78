"""All orders of two networks' losses, steps and clearings: TAP704 against what torch leaves behind.

Each program trains a generator and a discriminator for three rounds. Torch runs it, and after each
backward it is asked whose gradient has changed. A step has something left over if one of the
gradients that it uses holds a loss that the other optimiser has stepped with, and then its own.
"""

from __future__ import annotations

import inspect
import itertools
from collections.abc import Iterator
from typing import Any

import pytest
import torch

from tapelint import Settings, lint_source

_MADE = {
    "as it is": ("made = generator(noise)",),
    "detached": ("made = generator(noise).detach()",),
    "no grad": ("with torch.no_grad():", "    made = generator(noise)"),
}
_CLEARED = ("at the top", "before the backward", "after the step", "at the end")
_PROGRAM = """\
import torch
from torch import nn

torch.manual_seed(0)
generator, discriminator = nn.Linear(2, 2), nn.Linear(2, 1)
optimizer_g = torch.optim.SGD(generator.parameters(), lr=0.01)
optimizer_d = torch.optim.SGD(discriminator.parameters(), lr=0.01)
for noise in torch.randn(3, 4, 2):
"""


def _update(optimiser: str, loss: tuple[str, ...], cleared: str) -> list[str]:
    clear = f"{optimiser}.zero_grad()"
    before, after = cleared == "before the backward", cleared == "after the step"
    return [
        *loss,
        *([clear] if before else []),
        "loss.backward()",
        f"{optimiser}.step()",
        *([clear] if after else []),
    ]


def _programs() -> Iterator[str]:
    for made, clears_g, clears_d, freezes, g_first in itertools.product(
        _MADE, _CLEARED, _CLEARED, (False, True), (False, True)
    ):
        of_d = _update("optimizer_d", (*_MADE[made], "loss = discriminator(made).mean()"), clears_d)
        of_g = _update("optimizer_g", ("loss = -discriminator(generator(noise)).mean()",), clears_g)
        if freezes:
            of_d.insert(0, "discriminator.requires_grad_(True)")
            of_g.insert(0, "discriminator.requires_grad_(False)")
        clears = {"optimizer_g.zero_grad()": clears_g, "optimizer_d.zero_grad()": clears_d}
        lines = [each for each, where in clears.items() if where == "at the top"]
        lines += [*of_g, *of_d] if g_first else [*of_d, *of_g]
        lines += [each for each, where in clears.items() if where == "at the end"]
        yield _PROGRAM + "".join(f"    {each}\n" for each in lines)


class _Ledger:
    """Whose loss has gone into which gradient, as torch fills and clears them."""

    def __init__(self) -> None:
        self.parts: dict[torch.Tensor, list[int]] = {}
        self.spent: dict[int, object] = {}
        self.left_over: set[int] = set()
        self._count = 0

    def fill(self, run: Any, loss: torch.Tensor, optimisers: list[torch.optim.Optimizer]) -> None:
        self._count += 1
        leaves = [each for optimiser in optimisers for each in _leaves(optimiser)]
        before = {each: None if each.grad is None else each.grad.clone() for each in leaves}
        run(loss)
        for leaf, old in before.items():
            if old is None:
                self.parts[leaf] = []
            if leaf.grad is not None and (old is None or not torch.equal(old, leaf.grad)):
                self.parts[leaf].append(self._count)

    def step(self, optimiser: torch.optim.Optimizer, line: int) -> None:
        for leaf in _leaves(optimiser):
            parts = self.parts.get(leaf, []) if leaf.grad is not None else []
            whose = [self.spent.get(part) for part in parts]
            if any(each not in {None, optimiser} for each in whose) and None in whose:
                self.left_over.add(line)
        for leaf in _leaves(optimiser):
            for part in self.parts.get(leaf, []) if leaf.grad is not None else []:
                self.spent.setdefault(part, optimiser)


def _leaves(optimiser: torch.optim.Optimizer) -> list[torch.Tensor]:
    return [each for group in optimiser.param_groups for each in group["params"]]


def _left_over(source: str, patch: pytest.MonkeyPatch) -> set[int]:
    """The lines of the steps in which torch uses what another loss has left."""
    ledger, optimisers = _Ledger(), list[torch.optim.Optimizer]()
    backward, step, make = torch.Tensor.backward, torch.optim.SGD.step, torch.optim.SGD.__init__

    def made(self: Any, *given: Any, **named: Any) -> None:
        make(self, *given, **named)
        optimisers.append(self)

    def stepped(self: Any) -> None:
        frame = inspect.currentframe()
        while frame is not None and frame.f_code.co_filename != "<program>":
            frame = frame.f_back
        ledger.step(self, frame.f_lineno if frame is not None else 0)
        step(self)

    with patch.context() as context:
        context.setattr(torch.optim.SGD, "__init__", made)
        context.setattr(torch.optim.SGD, "step", stepped)
        context.setattr(torch.Tensor, "backward", lambda it: ledger.fill(backward, it, optimisers))
        exec(compile(source, "<program>", "exec"), {})
    return ledger.left_over


def test_steps_with_something_left_over_are_reported_and_no_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    wrong = []
    counts = [0, 0]
    for source in _programs():
        found = lint_source(source, settings=Settings(select=("TAP704",)))
        reported, expected = {each.line for each in found}, _left_over(source, monkeypatch)
        counts[bool(expected)] += 1
        if reported != expected:
            wrong.append((reported, expected, source))
    assert wrong == []
    assert min(counts) > 30
