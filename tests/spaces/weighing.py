"""Advantages and targets, on their way into a loss: do they train the network they come from?

Each program computes a signal by a critic, and ends with a backward of ``d`` and of the critic's
own regression. torch judges by ablation: detached, the signal leaves the critic the same gradient,
or another one.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import NamedTuple

from .measuring import PLACES, Taken

_HEAD = """\
import functools
from collections import namedtuple
from dataclasses import dataclass
from types import SimpleNamespace
from typing import NamedTuple
import torch
from torch import nn
from torch.distributions import Categorical, Normal
from torch.nn import functional as F

torch.manual_seed(0)
actor, critic, q, target_q = nn.Linear(4, 3), nn.Linear(4, 1), nn.Linear(4, 3), nn.Linear(4, 3)
x, next_x = torch.randn(8, 4), torch.randn(8, 4)
returns, rewards, dones, gamma = torch.randn(8), torch.randn(8), torch.zeros(8), 0.9
actions = torch.randint(3, (8,))
policy = Categorical(logits=actor(x))
m = policy.log_prob(actions)
old = m.detach() + 0.1


"""
_REGRESSION = "loss = d + 0.5 * F.mse_loss(critic(x).squeeze(1), returns)\nloss.backward()\n"
_BACKWARD = "d.backward()\n"
ADVANTAGES = {
    "difference": "returns - critic(x).squeeze(1)",
    "method": "returns.sub(critic(x).squeeze(1))",
    "function": "torch.sub(returns, critic(x).squeeze(-1))",
    "error": "rewards + gamma * critic(next_x).squeeze(1) - critic(x).squeeze(1)",
    "scaled": "(returns - critic(x).view(-1)) / returns.std()",
    "normalised": "F.normalize(returns - critic(x).squeeze(1), dim=0)",
    "value": "critic(x).squeeze(1)",
    "item of output": "returns - critic(x)[:, 0]",
    "clamped": "(returns - critic(x).squeeze(1)).clamp(-1, 1)",
    "no_grad": "torch.no_grad()(lambda: returns - critic(x).squeeze(1))()",
    "detached": "(returns - critic(x).squeeze(1)).detach()",
    "detached value": "returns - critic(x).squeeze(1).detach()",
    "data": "returns - critic(x).squeeze(1).data",
    "number": "returns - critic(x).squeeze(1).mean().item()",
    "without critic": "returns - returns.mean()",
}
WEIGHTS = {
    "product": "-(m * {v}).mean()",
    "turned": "({v} * -m).sum()",
    "mul": "-torch.mul(m, {v}).mean()",
    "method": "m.mul({v}).mean().neg()",
    "dot": "-torch.dot(m, {v})",
    "ratio": "-(torch.exp(m - old) * {v}).mean()",
    "clipped": "-torch.min((m - old).exp() * {v}, (m - old).exp().clamp(0.8, 1.2) * {v}).mean()",
    "einsum": "-torch.einsum('i,i->', m, {v})",
    "in a sum": "-(m * {v} + 0.01 * policy.entropy()).mean()",
    "beside": "-m.mean() + 0.0 * ({v}).detach().mean()",
}
TARGETS = {
    "plain": "rewards + gamma * q(next_x).max(1)[0]",
    "ends": "rewards + gamma * (1 - dones) * q(next_x).max(dim=1).values",
    "amax": "rewards + gamma * q(next_x).amax(1)",
    "add": "torch.add(rewards, gamma * q(next_x).max(1)[0])",
    "mul": "rewards + torch.mul(q(next_x).max(1)[0], gamma)",
    "method": "q(next_x).max(1)[0].mul(gamma).add(rewards)",
    "turned": "gamma * q(next_x).max(1)[0] + rewards",
    "detached": "(rewards + gamma * q(next_x).max(1)[0]).detach()",
    "detached inside": "rewards + gamma * q(next_x).max(1)[0].detach()",
    "no_grad": "torch.no_grad()(lambda: rewards + gamma * q(next_x).max(1)[0])()",
    "other network": "rewards + gamma * target_q(next_x).max(1)[0]",
    "rewards alone": "rewards",
}
ERRORS = {
    "mse": "F.mse_loss(q(x).gather(1, actions[:, None]).squeeze(1), {v})",
    "object": "nn.MSELoss()(q(x)[torch.arange(8), actions], {v})",
    "smooth": "F.smooth_l1_loss(q(x).gather(1, actions.view(-1, 1)).view(-1), {v})",
    "huber": "nn.HuberLoss()(q(x).max(1)[0], {v})",
    "square": "(q(x).gather(1, actions[:, None])[:, 0] - {v}).pow(2).mean()",
    "power": "((({v}) - q(x).max(1)[0]) ** 2).mean()",
    "by keyword": "F.mse_loss(target={v}, input=q(x).max(1)[0])",
}


class Program(NamedTuple):
    """A program, and the same one with its signal detached."""

    name: str
    text: str
    detached: str


def _program(name: str, place: str, value: str, taker: str, tail: str) -> Program:
    def made(signal: str) -> str:
        return f"{_HEAD}{PLACES[place].format(value=signal, taken=Taken(taker))}\n{tail}"

    return Program(name, made(value), made(f"({value}).detach()"))


def programs() -> Iterator[Program]:
    """Each signal in each loss, and a few of both in each place."""
    for (signal, value), (way, taker) in itertools.product(ADVANTAGES.items(), WEIGHTS.items()):
        yield _program(f"{signal}, {way}", "name", value, taker, _REGRESSION)
    for (signal, value), (way, taker) in itertools.product(TARGETS.items(), ERRORS.items()):
        yield _program(f"target {signal}, {way}", "name", value, taker, _BACKWARD)
    for place, signal in itertools.product(PLACES, ("difference", "error", "detached")):
        name = f"{signal} in {place}"
        yield _program(name, place, ADVANTAGES[signal], WEIGHTS["product"], _REGRESSION)
    for place, signal in itertools.product(PLACES, ("plain", "detached")):
        name = f"target {signal} in {place}"
        yield _program(name, place, TARGETS[signal], ERRORS["mse"], _BACKWARD)
