"""Spreads of data, on their way into a distribution: is it the power that is taken?

Each program measures ``x`` and ends with ``d``. torch judges: ``d`` is as wide as the data, or not.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

_HEAD = """\
import functools
from collections import namedtuple
from dataclasses import dataclass
from types import SimpleNamespace
from typing import NamedTuple
import numpy as np
import torch
from torch import nn
from torch.distributions import LowRankMultivariateNormal, MultivariateNormal
from torch.nn import functional as F

torch.manual_seed(0)
x = torch.randn(400, 2) * torch.tensor([0.1, 3.0])
m = x.mean(0)


"""
VECTORS = {
    "std": "x.std(0)",
    "var": "x.var(0)",
    "function": "torch.std(x, dim=0)",
    "variance function": "torch.var(x, 0)",
    "power": "x.std(0) ** 2",
    "pow": "torch.pow(x.std(0), 2)",
    "square": "torch.square(x.std(0))",
    "mul": "torch.mul(x.std(0), x.std(0))",
    "method mul": "x.std(0).mul(x.std(0))",
    "root": "x.var(0).sqrt()",
    "half": "x.var(0) ** 0.5",
    "rsqrt": "x.var(0).rsqrt()",
    "inverse": "1 / x.var(0)",
    "reciprocal": "x.var(0).reciprocal()",
    "half of logarithm": "(0.5 * x.var(0).log()).exp()",
    "divided logarithm": "torch.exp(x.var(0).log() / 2)",
    "twice the logarithm": "torch.exp(2 * x.std(0).log())",
    "little added": "x.std(0) + 1e-9",
    "add": "torch.add(x.std(0), 1e-9)",
    "clamped": "torch.clamp(x.std(0), min=1e-9)",
    "stacked": "torch.stack([x[:, 0].std(), x[:, 1].std()])",
    "with mean": "torch.std_mean(x, 0)[0]",
    "var with mean": "torch.var_mean(x, 0)[0]",
    "mean of two": "torch.stack([x.std(0), x.std(0)]).mean(0)",
    "sum of two": "(x.std(0) + x.std(0)) / 2",
    "where": "torch.where(x.std(0) > 0, x.std(0), x.std(0))",
    "maximum": "torch.maximum(x.std(0), x.std(0))",
    "array": "torch.from_numpy(x.numpy().std(0))",
    "numpy": "torch.tensor(np.std(x.numpy(), 0))",
    "numpy var": "torch.as_tensor(np.var(x.numpy(), axis=0))",
    "diagonal": "torch.cov(x.T).diagonal()",
    "named": "x.std(dim=0, unbiased=False)",
    "moved": "x.std(0).detach().clone().to(torch.float32).reshape(-1)",
}
"""Spreads of which torch computes what they are."""
MATRICES = {
    "mm": "torch.mm((x - m).t(), x - m) / len(x)",
    "at": "(x - m).T @ (x - m) / (len(x) - 1)",
    "at of a name": "(lambda c: c.T @ c / len(x))(x - m)",
    "matmul": "torch.matmul((x - m).t(), x - m).div(len(x))",
    "method": "(x - m).t().mm(x - m) / len(x)",
    "einsum": "torch.einsum('ni,nj->ij', x - m, x - m) / len(x)",
    "outer": "torch.stack([torch.outer(row, row) for row in x - m]).mean(0)",
    "outer of rows": "((x - m)[:, :, None] @ (x - m)[:, None, :]).mean(0)",
    "bmm": "torch.bmm((x - m)[:, :, None], (x - m)[:, None, :]).mean(0)",
    "with a ridge": "(x - m).T @ (x - m) / len(x) + 1e-9 * torch.eye(2)",
    "squares": "torch.diag((x - m).pow(2).mean(0))",
    "squared": "torch.diag(torch.mean((x - m) ** 2, 0))",
    "times itself": "torch.diag(((x - m) * (x - m)).mean(0))",
    "cov": "torch.cov(x.T)",
    "numpy cov": "torch.tensor(np.cov(x.numpy().T)).float()",
    "numpy dot": "torch.from_numpy(np.dot((x - m).numpy().T, (x - m).numpy()) / len(x))",
    "inverse twice": "torch.inverse(torch.inverse((x - m).T @ (x - m) / len(x)))",
    "own function": "empirical_covariance(x)",
}
"""Covariances, whatever they are called."""
NAMES = ("spread", "std", "sigma", "variance", "cov", "precision", "temp_precision", "scale_tril")
TAKERS = {
    "covariance": "MultivariateNormal(m, torch.diag({v}))",
    "keyword": "MultivariateNormal(loc=m, covariance_matrix=torch.diag_embed({v}))",
    "identity": "MultivariateNormal(m, torch.eye(2) * {v})",
    "identity mul": "MultivariateNormal(m, torch.mul({v}, torch.eye(2)))",
    "factor": "MultivariateNormal(m, scale_tril=torch.diag({v}))",
    "precision": "MultivariateNormal(m, precision_matrix={v}.diag())",
    "product": "MultivariateNormal(m, torch.diag({v}) @ torch.diag({v}))",
    "product with itself": "MultivariateNormal(m, torch.diag({v}) @ torch.diag({v}).T)",
    "inverted": "MultivariateNormal(m, precision_matrix=torch.inverse(torch.diag({v})))",
    "low rank": "LowRankMultivariateNormal(m, torch.zeros(2, 1), {v})",
    "batch": "MultivariateNormal(m.expand(3, 2), torch.diag({v}).expand(3, 2, 2))",
}
FEW = ("covariance", "factor", "precision")
PLACES = {
    "name": "v = {value}\nd = {taken:v}",
    "dict": "found = {{'a': {value}, 'm': m}}\nd = {taken:found['a']}",
    "dict call": "found = dict(a={value}, m=m)\nd = {taken:found['a']}",
    "get": "found = {{'a': {value}}}\nd = {taken:found.get('a')}",
    "item set": "found = {{}}\nfound['a'] = {value}\nd = {taken:found['a']}",
    "update": "found = {{}}\nfound.update(a={value})\nd = {taken:found['a']}",
    "setdefault": "found = {{}}\nfound.setdefault('a', {value})\nd = {taken:found['a']}",
    "nested": "found = {{'a': {{'b': [{value}]}}}}\nd = {taken:found['a']['b'][0]}",
    "list": "found = [m, {value}]\nd = {taken:found[1]}",
    "append": "found = []\nfound.append({value})\nd = {taken:found[-1]}",
    "tuple": "n, v = m, {value}\nd = {taken:v}",
    "dataclass": "@dataclass\nclass Found:\n    n: torch.Tensor\n    a: torch.Tensor\n\n\n"
    "found = Found(m, {value})\nd = {taken:found.a}",
    "dataclass by keyword": "@dataclass\nclass Found:\n    a: torch.Tensor\n\n\n"
    "found = Found(a={value})\nd = {taken:found.a}",
    "dataclass property": "@dataclass\nclass Found:\n    b: torch.Tensor\n\n"
    "    @property\n    def a(self):\n        return self.b\n\n\n"
    "found = Found({value})\nd = {taken:found.a}",
    "NamedTuple": "class Found(NamedTuple):\n    n: torch.Tensor\n    a: torch.Tensor\n\n\n"
    "found = Found(m, {value})\nd = {taken:found.a}",
    "NamedTuple by keyword": "class Found(NamedTuple):\n    n: torch.Tensor\n    a: torch.Tensor\n"
    "\n\nfound = Found(n=m, a={value})\nd = {taken:found.a}",
    "NamedTuple unpacked": "class Found(NamedTuple):\n    n: torch.Tensor\n    a: torch.Tensor\n"
    "\n\nn, v = Found(m, {value})\nd = {taken:v}",
    "namedtuple": "Found = namedtuple('Found', 'n a')\nfound = Found(m, {value})\n"
    "d = {taken:found.a}",
    "namespace": "found = SimpleNamespace(a={value})\nd = {taken:found.a}",
    "return": "def measured(x):\n    return {value}\n\n\nd = {taken:measured(x)}",
    "return of two": "def measured(x):\n    return x.mean(0), {value}\n\n\n"
    "n, v = measured(x)\nd = {taken:v}",
    "return of dict": "def measured(x):\n    return {{'a': {value}}}\n\n\n"
    "d = {taken:measured(x)['a']}",
    "argument": "def made(m, v):\n    return {taken:v}\n\n\nd = made(m, {value})",
    "keyword argument": "def made(m, *, v):\n    return {taken:v}\n\n\nd = made(m, v={value})",
    "keywords": "def made(m, **given):\n    return {taken:given['v']}\n\n\nd = made(m, v={value})",
    "spread dict": "def made(m, v):\n    return {taken:v}\n\n\n"
    "d = made(**{{'m': m, 'v': {value}}})",
    "partial": "def made(m, v):\n    return {taken:v}\n\n\n"
    "d = functools.partial(made, v={value})(m)",
    "lambda": "made = lambda v: {taken:v}\nd = made({value})",
    "closure": "def outer(x):\n    v = {value}\n\n    def made():\n        return {taken:v}\n\n"
    "    return made\n\n\nd = outer(x)()",
    "attribute": "class Model(nn.Module):\n    def __init__(self, x):\n"
    "        super().__init__()\n        self.a = {value}\n\n"
    "    def forward(self, m):\n        return {taken:self.a}\n\n\nd = Model(x)(m)",
    "buffer": "class Model(nn.Module):\n    def __init__(self, x):\n"
    "        super().__init__()\n        self.register_buffer('a', {value})\n\n"
    "    def forward(self, m):\n        return {taken:self.a}\n\n\nd = Model(x)(m)",
    "method": "class Model:\n    def measured(self, x):\n        return {value}\n\n"
    "    def made(self, x, m):\n        return {taken:self.measured(x)}\n\n\n"
    "d = Model().made(x, m)",
    "property": "class Model:\n    @property\n    def a(self):\n        return {value}\n\n"
    "    def made(self, m):\n        return {taken:self.a}\n\n\nd = Model().made(m)",
    "comprehension": "found = [{value} for _ in range(2)]\nd = {taken:found[0]}",
    "loop": "for n, v in zip([m], [{value}]):\n    d = {taken:v}",
    "walrus": "if (v := {value}) is not None:\n    d = {taken:v}",
    "choice": "v = {value} if len(x) else {value}\nd = {taken:v}",
}


class Program(NamedTuple):
    """A program that ends with a distribution of ``x``; whether anything tells its spread."""

    name: str
    text: str
    is_told: bool = True


class Taken:
    """Formats as the distribution that is made of what the format names."""

    def __init__(self, taker: str) -> None:
        self._taker = taker

    def __format__(self, value: str) -> str:
        return self._taker.format(v=value)


def _program(place: str, value: str, taker: str) -> str:
    return _HEAD + PLACES[place].format(value=value, taken=Taken(TAKERS[taker])) + "\n"


def computed() -> Iterator[Program]:
    """Each spread for each taker; and in each place, a few of both."""
    for source, value in VECTORS.items():
        for taker in TAKERS if source in {"std", "var", "inverse"} else FEW:
            yield Program(f"{source}, {taker}", _program("name", value, taker))
    for place in PLACES:
        for source in ("std", "square"):
            for taker in ("covariance", "factor"):
                name = f"{source} in {place}, {taker}"
                yield Program(name, _program(place, VECTORS[source], taker))


_OWN = """\
def empirical_covariance(data):
    c = data - data.mean(0)
    return torch.mm(c.t(), c) / len(data)


"""


_GIVEN = {
    "{n} = {v}": "{n}",
    "{n} = {v}\n{n} += 1e-9 * torch.eye(2)": "0.5 * ({n} + {n}.T)",
}


def misnamed() -> Iterator[Program]:
    """Covariances of data under each name, given as the covariance that they are."""
    for source, value in MATRICES.items():
        for name in NAMES:
            for way, given in _GIVEN.items():
                made = f"{_HEAD}{_OWN}{way.format(n=name, v=value)}\n"
                taken = f"d = MultivariateNormal(m, covariance_matrix={given.format(n=name)})\n"
                yield Program(f"{source} as {name}, {given}", made + taken)


TOLD = {
    "variable": "{n} = unseen('{n}')\nd = {taken:{n}}",
    "argument": "def made(m, {n}):\n    return {taken:{n}}\n\n\nd = made(m, unseen('{n}'))",
    "keyword only": "def made(m, *, {n}):\n    return {taken:{n}}\n\n\n"
    "d = made(m, {n}=unseen('{n}'))",
    "item": "found = unseen.record('{n}')\nd = {taken:found['{n}']}",
    "attribute": "found = unseen.record('{n}')\nd = {taken:found.{n}}",
    "attribute of self": "class Model:\n    def __init__(self):\n"
    "        self.{n} = unseen('{n}')\n\n"
    "    def made(self, m):\n        return {taken:self.{n}}\n\n\nd = Model().made(m)",
    "dataclass": "@dataclass\nclass Found:\n    {n}: torch.Tensor\n\n\n"
    "def made(found: Found):\n    return {taken:found.{n}}\n\n\nd = made(Found(unseen('{n}')))",
    "NamedTuple": "class Found(NamedTuple):\n    mean: torch.Tensor\n    {n}: torch.Tensor\n\n\n"
    "def made(found: Found):\n    return {taken:found.{n}}\n\n\nd = made(Found(m, unseen('{n}')))",
    "NamedTuple by place": "class Found(NamedTuple):\n    mean: torch.Tensor\n    {n}: torch.Tensor"
    "\n\n\ndef made(found: Found):\n    return {taken:found[1]}\n\n\n"
    "d = made(Found(m, unseen('{n}')))",
    "unpacked": "n, {n} = m, unseen('{n}')\nd = {taken:{n}}",
    "method": "class Model:\n    def get_{n}(self):\n        return unseen('{n}')\n\n"
    "    def made(self, m):\n        return {taken:self.get_{n}()}\n\n\nd = Model().made(m)",
    "property": "class Model:\n    @property\n    def {n}(self):\n        return unseen('{n}')\n\n"
    "    def made(self, m):\n        return {taken:self.{n}}\n\n\nd = Model().made(m)",
    "into a dict": "found = {{}}\nfound['{n}'] = unseen('{n}')\nd = {taken:found['{n}']}",
    "out of a dict": "found = dict({n}=unseen('{n}'))\nd = {taken:found.get('{n}')}",
    "returned": "def measured():\n    {n} = unseen('{n}')\n    return m, {n}\n\n\n"
    "n, s = measured()\nd = {taken:s}",
    "returned in a dict": "def measured():\n    {n} = unseen('{n}')\n    return {{'s': {n}}}\n\n\n"
    "d = {taken:measured()['s']}",
    "loop": "for {n} in [unseen('{n}')]:\n    d = {taken:{n}}",
    "renamed": "{n} = unseen('{n}')\ns = {n}\nd = {taken:s}",
    "moved": "{n} = unseen('{n}').reshape(-1)\nd = {taken:{n}}",
    "keywords": "def made(m, **given):\n    return {taken:given['{n}']}\n\n\n"
    "d = made(m, {n}=unseen('{n}'))",
    "unseen function": "d = {taken:unseen.get_{n}()}",
}
"""A spread of which nothing but its name tells what it is: ``n``."""
CHANGES = {
    "itself": "{n}",
    "squared": "{n} ** 2",
    "torch square": "torch.square({n})",
    "torch mul": "torch.mul({n}, {n})",
    "mul": "{n}.mul({n})",
    "root": "{n}.sqrt()",
    "torch root": "torch.sqrt({n})",
    "inverse": "1 / {n}",
    "exp": "{n}.exp()",
    "torch exp": "torch.exp({n})",
    "exp of twice": "(2 * {n}).exp()",
    "exp of half": "torch.exp(0.5 * {n})",
    "exp of torch mul": "torch.exp(torch.mul({n}, 0.5))",
    "exp of div": "({n} / 2).exp()",
    "exp of div_": "torch.exp(torch.div({n}, 2))",
    "clamped": "{n}.clamp(1e-9)",
    "little added": "{n} + 1e-9",
    "torch add": "torch.add({n}, 1e-9)",
    "mean": "torch.stack([{n}, {n}]).mean(0)",
    "sum": "({n} + {n}) / 2",
}
TELLING = {
    "std": 1, "action_stddev": 1, "var": 2, "precision": -2, "log_std": 1, "logvar": 2,
}  # fmt: skip
AGAINST = {
    1: ("root", "torch root", "exp of half", "exp of torch mul", "exp of div", "exp of div_"),
    2: ("squared", "torch square", "torch mul", "mul", "exp of twice"),
    -2: ("squared", "torch square", "torch mul", "mul"),
}
"""What nobody does to what has that name: the name tells nothing there."""


def told() -> Iterator[Program]:
    """Spreads that a name tells of: in each place, and changed in each way."""
    for name, power in TELLING.items():
        for place, text in TOLD.items():
            for taker in ("covariance", "factor"):
                exp = "torch.exp({v})" if name.startswith("log") else "{v}"
                taken = TAKERS[taker].format(v=exp)
                made = text.format(n=name, taken=Taken(taken))
                yield Program(f"{name}, {place}, {taker}", f"{_HEAD}{_UNSEEN}{made}\n")
        for way, change in CHANGES.items():
            if name.startswith("log") is not way.startswith(("exp", "torch exp")):
                continue
            for taker in FEW:
                value = change.format(n=name)
                taken = TAKERS[taker].format(v=f"({value})")
                made = (
                    f"def made(m, {name}):\n    return {taken}\n\n\nd = made(m, unseen('{name}'))"
                )
                is_told = way not in AGAINST[power]
                yield Program(f"{name} {way}, {taker}", f"{_HEAD}{_UNSEEN}{made}\n", is_told)


_UNSEEN = "from unseen_spreads import unseen\n\n\n"
