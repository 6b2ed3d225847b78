"""Variances and standard deviations on their way to a distribution: what they go through.

Torch judges: :func:`is_wrong`.
"""

from __future__ import annotations

import itertools
import textwrap
from collections.abc import Iterator
from typing import Any, NamedTuple

import torch

_HEAD = """\
import collections
import dataclasses
import types
import typing
import torch
from torch.distributions import MultivariateNormal, Normal

Pair = collections.namedtuple("Pair", "mean spread")


class Typed(typing.NamedTuple):
    mean: torch.Tensor
    spread: torch.Tensor


@dataclasses.dataclass
class Row:
    mean: torch.Tensor
    spread: torch.Tensor


class Holder:
    pass


class Owner:
    def __init__(self, mean, spread):
        self.mean, self.spread = mean, spread


def as_pair(mean, spread):
    return mean, spread


def as_dict(mean, spread):
    return {"mean": mean, "spread": spread}


def same(spread):
    return spread


class Unpacked:
    def __init__(self, given):
        self.mean, self.spread = given

    def density(self):
        return Normal(self.mean, self.spread + 1e-12)


def given(mean, x):
    return MultivariateNormal(mean, torch.diag(x.var(0)))


def made(mean, spread):
    return Normal(mean, spread)


def kl(mean, logvar):  # it takes the logarithm for a variance's: so its name is not all
    return -0.5 * (1 + logvar - mean.pow(2) - logvar.exp()).sum()


"""
SOURCES = {
    "variance of a logarithm": "logvar.exp()",
    "deviation of a logarithm": "(0.5 * logvar).exp()",
    "variance of a sample": "x.var(0)",
    "deviation of a sample": "x.std(0)",
    "variance of a distribution": "given(mean, x).variance",
    "deviation of a distribution": "given(mean, x).stddev",
}
WAYS = {
    "name": "spread = {s}\nreturn Normal(mean, spread)",
    "dict": "d = {'mean': mean, 'spread': {s}}\nreturn Normal(d['mean'], d['spread'])",
    "dict(...)": "d = dict(mean=mean, spread={s})\nreturn Normal(d['mean'], d['spread'])",
    "filled dict": "d = {}\nd['spread'] = {s}\nreturn Normal(mean, d['spread'])",
    "get": "d = {'spread': {s}}\nreturn Normal(mean, d.get('spread'))",
    "spread dict": "d = {'loc': mean, 'scale': {s}}\nreturn Normal(**d)",
    "tuple": "pair = (mean, {s})\nreturn Normal(pair[0], pair[1])",
    "spread tuple": "pair = (mean, {s})\nreturn Normal(*pair)",
    "list": "pair = [mean, {s}]\nreturn Normal(pair[0], pair[1])",
    "appended": "held = []\nheld.append({s})\nreturn Normal(mean, held[0])",
    "dataclass": "row = Row(mean, {s})\nreturn Normal(row.mean, row.spread)",
    "named tuple": "pair = Pair(mean, {s})\nreturn Normal(pair.mean, pair.spread)",
    "typed named tuple": "pair = Typed(mean, {s})\nreturn Normal(pair.mean, pair.spread)",
    "namespace": "held = types.SimpleNamespace(spread={s})\nreturn Normal(mean, held.spread)",
    "object": "held = Holder()\nheld.spread = {s}\nreturn Normal(mean, held.spread)",
    "own object": "held = Owner(mean, {s})\nreturn Normal(held.mean, held.spread)",
    "given back": "spread = same({s})\nreturn Normal(mean, spread)",
    "given back in a tuple": "mean, spread = as_pair(mean, {s})\nreturn Normal(mean, spread)",
    "given back in a dict": "d = as_dict(mean, {s})\nreturn Normal(d['mean'], d['spread'])",
    "given back to attributes": "return Unpacked(as_pair(mean, {s})).density()",
    "helper": "return made(mean, {s})",
    "lambda": "make = lambda spread: Normal(mean, spread)\nreturn make({s})",
    "comprehension": "spreads = [each for each in ({s},)]\nreturn Normal(mean, spreads[0])",
    "a branch": "spread = {s}\nif x.numel():\n    spread = {s}\nreturn Normal(mean, spread)",
    "times one": "return Normal(mean, {s} * 1.0)",
    "torch.mul": "return Normal(mean, torch.mul({s}, 1.0))",
    "mul": "return Normal(mean, {s}.mul(1.0))",
    "plus": "return Normal(mean, {s} + 1e-12)",
    "torch.add": "return Normal(mean, torch.add({s}, 1e-12))",
    "add": "return Normal(mean, {s}.add(1e-12))",
    "divided": "return Normal(mean, {s} / 1.0)",
    "clamp": "return Normal(mean, {s}.clamp(min=1e-12))",
    "torch.clamp": "return Normal(mean, torch.clamp({s}, min=1e-12))",
    "view": "return Normal(mean, {s}.view(-1))",
    "part": "return Normal(mean, {s}[:])",
    "unsqueeze": "return Normal(mean, {s}.unsqueeze(0).squeeze(0))",
    "mean": "return Normal(mean, {s}.expand(2, 3).mean(0))",
    "stack": "return Normal(mean, torch.stack([{s}, {s}])[0])",
    "cat": "return Normal(mean, torch.cat([{s}]))",
    "detach": "return Normal(mean, {s}.detach())",
    "clone": "return Normal(mean, {s}.clone())",
    "root": "return Normal(mean, {s}.sqrt())",
    "torch.sqrt": "return Normal(mean, torch.sqrt({s}))",
    "half a power": "return Normal(mean, {s} ** 0.5)",
    "torch.pow": "return Normal(mean, torch.pow({s}, 0.5))",
    "square in place": "spread = {s} + 0\nspread.pow_(2)\nreturn Normal(mean, spread)",
    "root in place": "spread = {s} + 0\nspread.sqrt_()\nreturn Normal(mean, spread)",
    "square": "return Normal(mean, {s} ** 2)",
    "torch.square": "return Normal(mean, torch.square({s}))",
    "times itself": "s = {s}\nreturn Normal(mean, torch.mul(s, s))",
    "noise": "spread = {s}\nreturn mean + spread * torch.randn_like(spread)",
    "torch.mul of noise": "spread = {s}\nreturn mean + torch.mul(spread, torch.randn_like(spread))",
    "mul of noise": "spread = {s}\nreturn mean + torch.randn_like(spread).mul(spread)",
    "noise in place": (
        "spread = {s}\nnoise = torch.empty_like(spread).normal_()\n"
        "return noise.mul(spread).add_(mean)"
    ),
    "noise from a dict": "d = {'spread': {s}}\nreturn mean + d['spread'] * torch.randn(3)",
}


class Program(NamedTuple):
    """A distribution that is given something made of a variance or a deviation.

    Attributes:
        name: How it is made.
        text: The program, which defines ``make(mean, logvar, x)``.
    """

    name: str
    text: str


def programs() -> Iterator[Program]:
    """Each source on each way."""
    for source, way in itertools.product(SOURCES, WAYS):
        body = textwrap.indent(WAYS[way].replace("{s}", SOURCES[source]), "    ")
        yield Program(f"{way}: {source}", f"{_HEAD}def make(mean, logvar, x):\n{body}\n")


def is_wrong(program: Program) -> bool:
    """Whether the spread of what it makes is another one than that of the source."""
    names: dict[str, Any] = {}
    exec(compile(program.text, program.name, "exec"), names)
    x = torch.tensor([[1.0, 2.0, 5.0], [2.0, 5.0, 11.0]])
    variance = x.var(0)
    torch.manual_seed(1)
    made = names["make"](torch.zeros(3), variance.log(), x)
    if isinstance(made, torch.Tensor):
        torch.manual_seed(1)
        made = made / torch.randn(3)
    else:
        made = made.stddev
    return not torch.allclose(made, variance.sqrt(), atol=1e-4)
