"""A bonus that is taken off a loss and trains nothing, since it was cut off: TAP104.

Torch says whether the gradients with the term are those without it.
"""

from __future__ import annotations

import itertools
from typing import Any

import pytest
import torch

from tapelint import Settings, lint_source

_PROGRAM = """\
import torch
from torch import nn
from torch.distributions import Categorical

torch.manual_seed(0)
actor = nn.Linear(4, 2)
optimizer = torch.optim.SGD(actor.parameters(), lr=0.1)
coef = 0.01
for state in torch.ones(1, 8, 4):
    dist = Categorical(logits=actor(state))
    loss = -dist.log_prob(torch.zeros(8)).mean()
    entropy = dist.entropy().mean(){cut}
    {taken}
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
"""
_CUTS = (".detach()", ".item()", ".data", "")
_TAKEN = (
    "loss = loss - 0.01 * entropy",
    "loss = loss - coef * entropy",
    "loss = loss - entropy * coef",
    "loss -= 0.01 * entropy",
    "loss = loss + -0.01 * entropy",
    "loss = 2 * (loss - 0.01 * entropy)",
    "loss = torch.sub(loss, 0.01 * entropy)",
)


def _gradient(text: str) -> Any:
    names: dict[str, Any] = {}
    exec(compile(text, "<program>", "exec"), names)
    return names["actor"].weight.grad


@pytest.mark.parametrize(("cut", "taken"), list(itertools.product(_CUTS, _TAKEN)))
def test_a_term_that_trains_nothing_is_told(cut: str, taken: str) -> None:
    text = _PROGRAM.format(cut=cut, taken=taken)
    without = text.replace("0.01", "0.0")
    trains_nothing = torch.equal(_gradient(text), _gradient(without))
    found = lint_source(text, path="x.py", settings=Settings(select=("TAP104",)))
    assert bool(found) is trains_nothing, text


@pytest.mark.parametrize(
    "loss",
    [
        "real.detach().mean() - fake.mean()",
        "fake.mean() - real.detach().mean()",
        "fake.mean() - 0.5 * real.detach().mean() + 0.5 * real.mean()",
    ],
)
def test_a_distance_to_a_constant_is_meant(loss: str) -> None:
    text = (
        "import torch\nfrom torch import nn\n\nnet = nn.Linear(2, 1)\n"
        "real, fake = net(torch.ones(3, 2)), net(torch.zeros(3, 2))\n"
        f"loss = {loss}\nloss.backward()\n"
    )
    exec(compile(text, "<program>", "exec"), {})
    assert not lint_source(text, path="x.py", settings=Settings(select=("TAP104",)))
