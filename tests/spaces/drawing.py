"""Samples of a distribution that a loss trains: is a gradient lost on the way through them?

Each program draws ``z`` and ends with a backward. torch judges by the gradients of the parameters:
they are those that ``rsample`` gives, or not. A loss that weighs the log-probability of ``z``
wants none through it.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import NamedTuple

_HEAD = """\
from dataclasses import dataclass
from typing import NamedTuple
import torch
from torch import nn
from torch.distributions import (
    Beta, Gamma, Independent, Laplace, LogNormal, MultivariateNormal, Normal, StudentT,
    TanhTransform, TransformedDistribution, kl_divergence,
)
from torch.nn import functional as F

torch.manual_seed(0)
x = torch.randn(8, 4)
returns = torch.randn(8)
prior = Normal(torch.zeros(2), torch.ones(2))
decoder = nn.Linear(2, 4)
critic = nn.Linear(2, 1)


"""
DRAWS = {
    "sample": ("Normal(mu, log_std.exp())", "d.sample()"),
    "many": ("Normal(mu, log_std.exp())", "d.sample((3,)).mean(0)"),
    "shape": ("Normal(mu, log_std.exp())", "d.sample(sample_shape=torch.Size([1]))[0]"),
    "bound": ("Normal(mu, log_std.exp())", "(lambda draw: draw())(d.sample)"),
    "independent": ("Independent(Normal(mu, log_std.exp()), 1)", "d.sample()"),
    "multivariate": ("MultivariateNormal(mu, torch.diag_embed(log_std.exp() ** 2))", "d.sample()"),
    "factor": ("MultivariateNormal(mu, scale_tril=log_std.exp().diag_embed())", "d.sample()"),
    "laplace": ("Laplace(mu, log_std.exp())", "d.sample()"),
    "student": ("StudentT(4.0, mu, log_std.exp())", "d.sample()"),
    "log normal": ("LogNormal(mu, log_std.exp())", "d.sample()"),
    "gamma": ("Gamma(mu.exp(), log_std.exp())", "d.sample()"),
    "beta": ("Beta(mu.exp(), log_std.exp())", "d.sample()"),
    "transformed": (
        "TransformedDistribution(Normal(mu, log_std.exp()), [TanhTransform(cache_size=1)])",
        "d.sample()",
    ),
    "anew": ("Normal(mu, log_std.exp())", "Normal(mu, log_std.exp()).sample()"),
    "torch.normal": ("Normal(mu, log_std.exp())", "torch.normal(mu, log_std.exp())"),
    "torch.normal by name": (
        "Normal(mu, log_std.exp())",
        "torch.normal(mean=mu, std=log_std.exp())",
    ),
    "noise of torch.normal": ("Normal(mu, log_std.exp())", "mu + torch.normal(0.0, log_std.exp())"),
    "rsample": ("Normal(mu, log_std.exp())", "d.rsample()"),
    "rsample many": ("Normal(mu, log_std.exp())", "d.rsample((3,)).mean(0)"),
    "by hand": ("Normal(mu, log_std.exp())", "mu + log_std.exp() * torch.randn_like(mu)"),
    "noise": ("Normal(mu, log_std.exp())", "mu + log_std.exp() * prior.sample((8,))"),
    "deviation": ("Normal(mu, log_std.exp())", "d.mean + d.stddev * torch.randn_like(mu)"),
    "mean": ("Normal(mu, log_std.exp())", "d.mean"),
}
"""The distribution ``d``, and how ``z`` is drawn of it."""
_KL = "-0.5 * (1 + 2 * log_std - mu ** 2 - (2 * log_std).exp()).sum()"
LOSSES = {
    "divergence": "((decoder(z) - x) ** 2).sum() + kl_divergence(Normal(mu, log_std.exp()), prior)"
    ".sum()",
    "divergence by hand": "F.mse_loss(decoder(z), x) + {kl}",
    "divergence by method": "F.mse_loss(decoder(z), x).add({kl})",
    "bound": "F.mse_loss(decoder(z), x) - prior.log_prob(z).sum() - log_std.sum()",
    "entropy": "-critic(z).mean() - 0.1 * log_std.sum(1).mean()",
    "penalty": "F.mse_loss(decoder(z), x) + 0.1 * mu.pow(2).mean() + log_std.pow(2).mean()",
    "joined": "F.mse_loss(decoder(torch.cat([z, z], 1)[:, :2]), x) + {kl}",
    "in two terms": "torch.stack([F.mse_loss(decoder(z), x), {kl}]).sum()",
}
SCORES = {
    "score": "-(d.log_prob(z).reshape(8, -1).sum(1) * returns).mean() + 0.1 * mu.pow(2).mean()",
    "score with entropy": "-(returns * d.log_prob(z).reshape(8, -1).sum(-1)).mean()"
    " - 0.1 * log_std.sum(1).mean()",
    "likelihood": "-d.log_prob(z).mean() + 0.1 * mu.pow(2).mean()",
}
PLACES = {
    "in place": "{params}d = {d}\nz = {z}\n{loss}",
    "function": "def drawn(mu, log_std):\n    d = {d}\n    return {z}\n\n\n"
    "{params}d = {d}\nz = drawn(mu, log_std)\n{loss}",
    "function of two": "def drawn(mu, log_std):\n    d = {d}\n    z = {z}\n    return d, z\n\n\n"
    "{params}d, z = drawn(mu, log_std)\n{loss}",
    "closure": "{params}d = {d}\n\n\ndef drawn():\n    return {z}\n\n\nz = drawn()\n{loss}",
    "method": "class Model(nn.Module):\n    def drawn(self, mu, log_std):\n        d = {d}\n"
    "        return {z}\n\n\n{params}d = {d}\nz = Model().drawn(mu, log_std)\n{loss}",
    "dict": "{params}d = {d}\nfound = {{'z': {z}, 'd': d}}\nz = found['z']\n{loss}",
    "list": "{params}d = {d}\nfound = [{z} for _ in range(2)]\n"
    "z = torch.stack(found).mean(0)\n{loss}",
    "append": "{params}d = {d}\nfound = []\nfor _ in range(2):\n    found.append({z})\n"
    "z = sum(found) / 2\n{loss}",
    "dataclass": "@dataclass\nclass Drawn:\n    z: torch.Tensor\n\n\n"
    "{params}d = {d}\nz = Drawn({z}).z\n{loss}",
    "NamedTuple": "class Drawn(NamedTuple):\n    d: object\n    z: torch.Tensor\n\n\n"
    "{params}d = {d}\n_, z = Drawn(d, {z})\n{loss}",
    "squashed": "{params}d = {d}\nz = torch.tanh({z})\n{loss}",
    "scaled": "{params}d = {d}\nz = {z}.mul(0.5).add(0.1)\n{loss}",
    "loop": "{params}for _ in range(2):\n    d = {d}\n    z = {z}\n    {loss}",
}
_PARAMS = {
    "leaves": "mu = torch.zeros(8, 2, requires_grad=True)\n"
    "log_std = torch.zeros(8, 2, requires_grad=True)\nleaves = [mu, log_std]\n",
    "layer": "net = nn.Linear(4, 4)\nmu, log_std = net(x).chunk(2, dim=1)\n"
    "leaves = list(net.parameters())\n",
    "two layers": "to_mu, to_log_std = nn.Linear(4, 2), nn.Linear(4, 2)\n"
    "mu, log_std = to_mu(x), to_log_std(x)\n"
    "leaves = [*to_mu.parameters(), *to_log_std.parameters()]\n",
}
NETWORKS = {
    "autoencoder": """\
class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.mu, self.log_std = nn.Linear(4, 2), nn.Linear(4, 2)

    def forward(self, x):
        mu, log_std = self.mu(x), self.log_std(x)
        d = {d}
        return {z}, mu, log_std


net = Encoder()
leaves = list(net.parameters())
z, mu, log_std = net(x)
{loss}
""",
    "reparameterize": """\
class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.to_mu, self.to_log_std = nn.Linear(4, 2), nn.Linear(4, 2)

    def reparameterize(self, mu, log_std):
        d = {d}
        z = {z}
        return z

    def forward(self, x):
        mu, log_std = self.to_mu(x), self.to_log_std(x)
        return {{"z": self.reparameterize(mu, log_std), "mu": mu, "log_std": log_std}}


net = Encoder()
leaves = list(net.parameters())
out = net(x)
z, mu, log_std = out["z"], out["mu"], out["log_std"]
{loss}
""",
    "distribution given": """\
class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(4, 4)

    def forward(self, x):
        mu, log_std = self.net(x).chunk(2, -1)
        return {d}, mu, log_std


net = Encoder()
leaves = list(net.parameters())
d, mu, log_std = net(x)
z = {z}
{loss}
""",
    "own loss": """\
class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(4, 4)

    def encode(self, x):
        mu, log_std = self.net(x).chunk(2, -1)
        return mu, log_std

    def loss(self, x):
        mu, log_std = self.encode(x)
        d = {d}
        z = {z}
        return {value}


net = Model()
leaves = list(net.parameters())
loss = net.loss(x)
loss.backward()
""",
    "deviation of its own": """\
class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(4, 2)
        self.log_std = nn.Parameter(torch.zeros(8, 2))

    def forward(self, x):
        mu, log_std = self.net(x), self.log_std
        d = {d}
        z = {z}
        return {value}


net = Model()
leaves = list(net.parameters())
loss = net(x)
loss.backward()
""",
}


class Program(NamedTuple):
    """A program, the same one with a sample that keeps its history, and what its loss is of."""

    name: str
    text: str
    pathwise: str
    is_score: bool


KNOWN_MISSED = frozenset(
    {
        "noise of torch.normal, bound",
        *(
            f"{draw} in append, {loss}, two layers"
            for draw in ("sample", "torch.normal")
            for loss in ("divergence by hand", "entropy", "penalty")
        ),
    }
)
"""A list that a loop fills is not followed to the sum of it."""
_PATHWISE = {
    ".sample(": ".rsample(",
    "d.sample)": "d.rsample)",
    "torch.normal(mu, log_std.exp())": "(mu + log_std.exp() * torch.randn_like(mu))",
    "torch.normal(mean=mu, std=log_std.exp())": "(mu + log_std.exp() * torch.randn_like(mu))",
    "torch.normal(0.0, log_std.exp())": "(log_std.exp() * torch.randn_like(mu))",
}


def _program(name: str, text: str, is_score: bool) -> Program:
    pathwise = text
    for drawn, kept in _PATHWISE.items():
        pathwise = pathwise.replace(drawn, kept)
    pathwise = pathwise.replace("prior.rsample(", "prior.sample(")
    return Program(name, _HEAD + text, _HEAD + pathwise, is_score)


def _written(place: str, draw: str, value: str, params: str) -> str:
    d, z = DRAWS[draw]
    value = value.format(kl=_KL)
    text = {**PLACES, **NETWORKS}[place]
    loss = f"loss = {value}\n{'    ' if place == 'loop' else ''}loss.backward()\n"
    if place == "loop" and params != "leaves":
        params = "leaves"  # a second backward would need the first one's graph
    return text.format(d=d, z=z, loss=loss, value=value, params=_PARAMS[params])


def programs() -> Iterator[Program]:
    """Each draw with each loss, and a few of both in each place."""
    all_losses = {**LOSSES, **SCORES}
    for draw, loss in itertools.product(DRAWS, all_losses):
        text = _written("in place", draw, all_losses[loss], "layer")
        if _is_drawn_of_normal(draw) or loss not in SCORES:
            yield _program(f"{draw}, {loss}", text, loss in SCORES)
    for place, draw, loss in itertools.product(
        (*PLACES, *NETWORKS), ("sample", "torch.normal", "rsample"), _FEW
    ):
        if loss in SCORES and (draw != "sample" or place in _WITHOUT_SCORE):
            continue
        for params in _PARAMS if place in {"in place", "function"} else ("two layers",):
            name = f"{draw} in {place}, {loss}, {params}"
            yield _program(name, _written(place, draw, all_losses[loss], params), loss in SCORES)


_FEW = ("divergence by hand", "entropy", "penalty", "score with entropy")
_WITHOUT_SCORE = {"autoencoder", "reparameterize", "squashed", "scaled", "list", "append"}


def _is_drawn_of_normal(draw: str) -> bool:
    return DRAWS[draw][0].startswith("Normal") and DRAWS[draw][1] == "d.sample()"
