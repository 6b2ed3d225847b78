"""Samples that are squashed, and the correction of their log-probability: is a gradient lost?

A sample is a constant of a score function, ``log_prob * advantage``, and so is its correction. It
is none where the loss is a function of the sample: of an actor with a critic, or of a prior.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import NamedTuple

_PROGRAM = """\
import math
import torch
from torch import nn
from torch.distributions import Normal
from torch.nn import functional as F

torch.manual_seed(0)
critic = nn.Linear(2, 1)


class Actor(nn.Module):
    def __init__(self):
        super().__init__()
        self.mu = nn.Linear(4, 2)

    def forward(self, x):
        d = Normal(self.mu(x), 1.0)
        pre = d.sample()
        action = {squashed}
        log_prob = {prob}
        {corrected}
        return {returned}


actor = Actor()
optimizer = torch.optim.SGD(actor.parameters(), lr=0.1)
for s in torch.ones(3, 8, 4):
    {taken} = actor(s)
    loss = {loss}
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
"""
_CORRECTIONS = {
    "tanh": ("torch.tanh(pre)", "torch.log(1 - action ** 2 + 1e-6)"),
    "method": ("pre.tanh()", "(1 - action.pow(2) + 1e-6).log()"),
    "log1p": ("torch.tanh(pre)", "torch.log1p(-action.pow(2) + 1e-6)"),
    "softplus": ("torch.tanh(pre)", "2 * (math.log(2) - pre - F.softplus(-2 * pre))"),
    "sigmoid": ("torch.sigmoid(pre)", "torch.log(action * (1 - action) + 1e-6)"),
    "scaled": ("2 * torch.tanh(pre)", "torch.log(2 * (1 - (action / 2) ** 2) + 1e-6)"),
}
_SUMS = {
    "sub": ("d.log_prob(pre)", "log_prob = log_prob - {c}"),
    "turned": ("d.log_prob(pre)", "log_prob = -{c} + log_prob"),
    "in place": ("d.log_prob(pre)", "log_prob -= {c}"),
    "summed": ("d.log_prob(pre).sum(1)", "log_prob = log_prob - ({c}).sum(1)"),
    "named": ("d.log_prob(pre)", "log_prob = torch.sub(log_prob, {c})"),
}
_LOSSES = {
    "score": "-(lp.reshape(8, -1).sum(1) * torch.randn(8)).mean()",
    "prior": "(lp.sum() + 0.5 * a.pow(2).sum()) / 8",
    "critic": "(0.2 * lp.reshape(8, -1).sum(1) - critic(a).squeeze(1)).mean()",
}


class Program(NamedTuple):
    """A program, and whether its loss is a function of the sample itself."""

    name: str
    text: str
    is_of_sample: bool


def programs() -> Iterator[Program]:
    """Each correction, each way to subtract it, each loss."""
    for correction, way, loss in itertools.product(_CORRECTIONS, _SUMS, _LOSSES):
        squashed, corrected = _CORRECTIONS[correction]
        prob, subtracted = _SUMS[way]
        text = _PROGRAM.format(
            squashed=squashed,
            prob=prob,
            corrected=subtracted.format(c=corrected),
            returned="action, log_prob",
            taken="a, lp",
            loss=_LOSSES[loss],
        )
        yield Program(f"{correction}, {way}, {loss}", text, loss != "score")
