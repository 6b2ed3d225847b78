"""A term of a loss that trains nothing, since it was cut off or has no derivative: TAP104.

Torch says whether the gradients with the term are those without it.
"""

from __future__ import annotations

import itertools
from typing import Any

import pytest
import torch

from tapelint import Settings, lint_source

from .deadening import PLACES, programs

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


def _gradients(text: str) -> list[Any]:
    names: dict[str, Any] = {}
    exec(compile(text, "<program>", "exec"), names)
    return [each.grad for each in names["net"].parameters()]


def _is_told(text: str) -> bool:
    return bool(lint_source(text, path="x.py", settings=Settings(select=("TAP104",))))


@pytest.mark.parametrize("place", PLACES)
def test_a_term_without_a_derivative_is_told(place: str) -> None:
    for each in programs():
        if each.name.endswith(f", {place}"):
            pairs = zip(_gradients(each.text), _gradients(each.without), strict=True)
            trains_nothing = all(torch.equal(*pair) for pair in pairs)
            assert _is_told(each.text) is trains_nothing, f"{each.name}\n{each.text}"


_PLAIN = """\
import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(4, 5), nn.Tanh(), nn.Linear(5, 3))
teacher = nn.Linear(4, 3)
critic = nn.Linear(4, 1)
x, y, label = torch.randn(8, 4), torch.full((8,), 0.3), torch.zeros(8, dtype=torch.long)
out = net(x)
first = F.cross_entropy(out, label)
{body}
loss.backward()
"""
_UNRECORDED = {
    "value loss": "with torch.no_grad():\n    value_loss = F.mse_loss(critic(x)[:, 0], y)\n"
    "loss = first + 0.5 * value_loss",
    "regulariser loss": "with torch.no_grad():\n    reg_loss = net(x).pow(2).mean()\n"
    "loss = first\nloss += reg_loss",
    "network alone": "with torch.no_grad():\n    again = net(x)\n"
    "loss = first + F.mse_loss(again[:, 0], y)",
    "gradient penalty": "x.requires_grad_()\nscore = critic(x).pow(2).sum()\n"
    "(of_x,) = torch.autograd.grad(score, x)\nloss = first + (of_x.norm(dim=1) - 1).pow(2).mean()",
    "gradient in a mean": "w = net[0].weight\n(of_w,) = torch.autograd.grad(out.sum(), w, "
    "retain_graph=True)\nloss = (first + of_w.pow(2)).mean()",
    "jacobian": "jacobian = torch.autograd.functional.jacobian(torch.tanh, out[0])\n"
    "loss = (first - torch.log(torch.linalg.det(jacobian))).mean()",
    "hessian": "hessian = torch.autograd.functional.hessian(lambda t: t.pow(4).sum(), out[0])\n"
    "loss = first + 0.1 * hessian.diagonal().sum()",
}
_RECORDED = {
    "value loss": "value_loss = F.mse_loss(critic(x)[:, 0], y)\nloss = first + 0.5 * value_loss",
    "gradient penalty": "x.requires_grad_()\nscore = critic(x).pow(2).sum()\n"
    "(of_x,) = torch.autograd.grad(score, x, create_graph=True)\n"
    "loss = first + (of_x.norm(dim=1) - 1).pow(2).mean()",
    "jacobian": "jacobian = torch.autograd.functional.jacobian(torch.tanh, out[0], "
    "create_graph=True)\nloss = (first - torch.log(torch.linalg.det(jacobian))).mean()",
}
_MEANT = {
    "straight through": "soft = out.softmax(1)\nhard = F.one_hot(out.argmax(1), 3).float()\n"
    "chosen = hard - soft.detach() + soft\nloss = first + chosen[:, 0].mean()",
    "straight through, the other way": "soft = out.softmax(1)\n"
    "hard = F.one_hot(out.argmax(1), 3).float()\n"
    "loss = first + (hard + (soft - soft.detach())).mean()",
    "rounded through": "loss = first + (out + (out.round() - out).detach()).mean()",
    "hard number, soft gradient": "soft = out.softmax(1)[:, 0].mean()\n"
    "hard = (out.argmax(1) == 0).float().mean()\nloss = first + hard + (soft - soft.detach())",
    "target": "with torch.no_grad():\n    target = teacher(x)\n"
    "loss = first + F.mse_loss(out, target)",
    "pseudo label": "loss = first + F.cross_entropy(out, out.argmax(1))",
    "entropy of a teacher": "with torch.no_grad():\n    chances = teacher(x).softmax(1)\n"
    "    entropy = -(chances * chances.log()).sum(1).mean()\n"
    "loss = F.cross_entropy(out, chances) - entropy",
    "advantage": "with torch.no_grad():\n    advantage = y - critic(x)[:, 0]\n"
    "loss = -(out.log_softmax(1)[:, 0] * advantage).mean()",
    "masked": "mask = (out > 0).float()\nloss = (out * mask).mean() + first",
    "balanced experts": "share = F.one_hot(out.argmax(1), 3).float().mean(0)\n"
    "loss = first + 3 * (share * out.softmax(1).mean(0)).sum()",
    "printed": "correct = (out.argmax(1) == label).float().mean()\nprint(first.item() + correct)\n"
    "loss = first",
    "divided": "count = (out > 0).sum()\nloss = first / (count + 1)",
    "part that both sides have": "k = (out.abs() < 1).float()\n"
    "loss = (k * out.pow(2) / 2 + (1 - k) * (out.abs() - 0.5)).mean()",
    "step of a gradient": "(of_x,) = torch.autograd.grad(first, net[0].weight, retain_graph=True)\n"
    "loss = F.mse_loss(out[0], out[1] - of_x.mean())",
    "weighed by gradients": "(of_w,) = torch.autograd.grad(first, net[0].weight, "
    "retain_graph=True)\nloss = first + of_w.norm() * out.mean()",
    "shown": "loss = first + 0.1 * out.mean().detach() - 0.1 * out.mean().detach()",
    "distance of a rounded one": "loss = F.mse_loss(out, out.round()) + first",
}


@pytest.mark.parametrize("body", _UNRECORDED.values(), ids=_UNRECORDED)
def test_a_term_that_was_not_recorded_is_told(body: str) -> None:
    text = _PLAIN.format(body=body)
    pairs = zip(_gradients(text), _gradients(_PLAIN.format(body="loss = first")), strict=True)
    assert all(torch.allclose(*pair) for pair in pairs), text
    assert _is_told(text), text


@pytest.mark.parametrize("body", _RECORDED.values(), ids=_RECORDED)
def test_a_recorded_term_is_silent(body: str) -> None:
    text = _PLAIN.format(body=body)
    _gradients(text)
    assert not _is_told(text), text


@pytest.mark.parametrize("body", _MEANT.values(), ids=_MEANT)
def test_a_cut_that_is_meant_is_silent(body: str) -> None:
    text = _PLAIN.format(body=body)
    _gradients(text)
    assert not _is_told(text), text
