"""A ``detach`` whose result nobody takes, and what a loss does with the tensor then: TAP107.

Torch says whether the loss is linear in it. Such a tensor is a term of the loss: it trains by
itself, and the line is of no use. Anything else may be meant as a constant.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import pytest
import torch

from tapelint import Applicability, Consequence, Settings, lint_source

_PROGRAM = """\
import torch
import torch.nn.functional as F
from torch import nn


def fit(x, y, note):
    net, head = nn.Linear(2, 2), nn.Linear(2, 2)
    optimizer = torch.optim.SGD([*net.parameters(), *head.parameters()], lr=0.1)
    for _ in range(2):
        optimizer.zero_grad()
        value = {made}
        {drop}
        loss = {loss}
        note(value, loss)
        loss.backward()
        optimizer.step()
"""
_MADE = ("F.mse_loss(net(x), y)", "net(x).sum()", "net(x).mean() * 0.5")
_DROPS = ("value.detach()", "torch.detach(value)")
_LOSSES = {
    "value": True,
    "value + head(x).mean()": True,
    "head(x).mean() + 0.5 * value": True,
    "(value + head(x)).mean()": True,
    "value / 2 - head(x).mean()": True,
    "sum([value, head(x).mean()])": True,
    "torch.stack([value, head(x).mean()]).sum()": True,
    "(head(x) - value).pow(2).mean()": False,
    "F.mse_loss(head(x), value.expand(3, 2))": False,
    "head(value.expand(3, 2)).pow(2).mean()": False,
    "value * head(x).mean()": False,
}
_SETTINGS = Settings(select=("TAP107",))


def _is_linear(text: str) -> bool:
    """Whether the derivative by the value depends on nothing that is trained."""
    seen: list[bool] = []

    def note(value: torch.Tensor, loss: torch.Tensor) -> None:
        (by_value,) = torch.autograd.grad(loss, value, create_graph=True)
        seen.append(not by_value.requires_grad)

    names: dict[str, Callable[..., Any]] = {}
    exec(compile(text, "<program>", "exec"), names)
    names["fit"](torch.ones(3, 2), torch.zeros(3, 2), note)
    return all(seen)


@pytest.mark.parametrize("loss", _LOSSES)
def test_no_fix_ends_the_history_of_a_term_of_the_loss(loss: str) -> None:
    for made, drop in itertools.product(_MADE, _DROPS):
        text = _PROGRAM.format(made=made, drop=drop, loss=loss)
        is_term = _is_linear(text)
        assert is_term is _LOSSES[loss]
        (found,) = lint_source(text, path="x.py", settings=_SETTINGS)
        expected = Consequence.NONE if is_term else Consequence.WRONG_VALUE
        assert found.consequence is expected, text
        assert (found.fix is None) is is_term, text
        if found.fix is not None:
            assert found.fix.applicability is Applicability.UNSAFE


def test_what_two_backwards_pass_is_not_cut_for_both() -> None:
    text = _PROGRAM.format(made=_MADE[0], drop=_DROPS[0], loss="value.exp()")
    text = text.replace("loss.backward()", "loss.backward(retain_graph=True)")
    text = text.replace(
        "        optimizer.step", "        (value * value).backward()\n        optimizer.step"
    )
    (found,) = lint_source(text, path="x.py", settings=_SETTINGS)
    assert found.fix is None
    assert "where a constant is meant" in found.message
