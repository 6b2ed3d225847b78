"""Outputs of a network, on their way into a loss: is it the kind of number that is taken?

Each program has logits ``x`` and targets ``m``, and ends with a loss ``d``. torch judges: it is
the loss of these logits, or another number.
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
from torch.distributions import Bernoulli, Categorical
from torch.nn import functional as F

torch.manual_seed(0)
x = torch.randn(6, 4, requires_grad=True)
m = torch.tensor([0, 1, 2, 3, 0, 1])
q = torch.softmax(torch.randn(6, 4), dim=1)
b = (q > 0.25).float()
weight = torch.ones(4)


"""
NUMBERS = {
    "logits": "x",
    "probabilities": "F.softmax(x, dim=1)",
    "torch": "torch.softmax(x, 1)",
    "method": "x.softmax(dim=-1)",
    "layer": "nn.Softmax(dim=1)(x)",
    "last layer": "nn.Sequential(nn.Identity(), nn.Softmax(dim=1))(x)",
    "sigmoids": "torch.sigmoid(x)",
    "sigmoid method": "x.sigmoid()",
    "sigmoid layer": "nn.Sigmoid()(x)",
    "logarithms": "F.log_softmax(x, dim=1)",
    "log layer": "nn.LogSoftmax(dim=1)(x)",
    "log method": "x.log_softmax(1)",
    "log of softmax": "torch.log(F.softmax(x, dim=1))",
    "log of a little more": "(x.softmax(1) + 1e-12).log()",
    "log of clamped": "x.softmax(1).clamp(min=1e-12).log()",
    "log by hand": "x - torch.logsumexp(x, dim=1, keepdim=True)",
    "logsigmoid": "F.logsigmoid(x)",
    "exp of logarithms": "F.log_softmax(x, dim=1).exp()",
    "torch exp": "torch.exp(F.log_softmax(x, dim=1))",
    "twice": "F.log_softmax(F.softmax(x, dim=1), dim=1)",
    "softmax twice": "F.softmax(F.softmax(x, dim=1), dim=1)",
    "clamped": "torch.clamp(F.softmax(x, dim=1), 1e-9, 1)",
    "a little more": "F.softmax(x, dim=1) + 1e-9",
    "moved": "F.softmax(x, dim=1).view(6, -1).contiguous().float()",
    "transposed": "F.softmax(x.T, dim=0).T",
    "joined": "torch.cat([F.softmax(x[:3], dim=1), F.softmax(x[3:], dim=1)])",
    "rows": "torch.stack([F.softmax(row, dim=0) for row in x])",
    "squeezed": "F.softmax(x[:, :, None], dim=1).squeeze(-1)",
    "by hand": "x.exp() / x.exp().sum(1, keepdim=True)",
    "rows taken": "F.softmax(x, dim=1)[torch.arange(6)]",
    "rows by mask": "F.softmax(x, dim=1)[m >= 0]",
    "rows by list": "F.softmax(x, dim=1)[[0, 1, 2, 3, 4, 5]]",
    "classes taken": "F.softmax(x, dim=1)[:, torch.arange(4)].log()",
    "in place": "F.softmax(x, dim=1).clamp_(1e-9)",
}
OF_CLASSES = {
    "cross entropy": "F.cross_entropy({v}, m)",
    "by keyword": "F.cross_entropy(target=m, input={v})",
    "object": "nn.CrossEntropyLoss()({v}, m)",
    "weighted": "nn.CrossEntropyLoss(weight=weight)({v}, m)",
    "nll": "F.nll_loss({v}, m)",
    "nll object": "nn.NLLLoss()({v}, m)",
    "categorical": "-Categorical(logits={v}).log_prob(m).mean()",
}
OF_YES_OR_NO = {
    "with logits": "F.binary_cross_entropy_with_logits({v}, b)",
    "with logits object": "nn.BCEWithLogitsLoss()({v}, b)",
    "bernoulli": "-Bernoulli(logits={v}).log_prob(b).mean()",
}
DIVERGENCES = {
    "kl_div": "F.kl_div({v}, q, reduction='batchmean')",
    "object": "nn.KLDivLoss(reduction='batchmean')({v}, q)",
    "target": "F.kl_div(x.log_softmax(1), ({v}).detach(), reduction='batchmean')",
}
_RIGHT = {
    "classes": "F.cross_entropy(x, m)",
    "yes or no": "F.binary_cross_entropy_with_logits(x, b)",
    "divergence": "F.kl_div(F.log_softmax(x, dim=1), q, reduction='batchmean')",
    "target": "F.kl_div(x.log_softmax(1), x.detach().softmax(1), reduction='batchmean')",
}
NETWORKS = {
    "sequential": "net = nn.Sequential(nn.Identity(), {layer})\nd = {taken:net(x)}",
    "nested": "net = nn.Sequential(nn.Sequential(nn.Identity(), {layer}))\nd = {taken:net(x)}",
    "added": "net = nn.Sequential()\nnet.add_module('a', {layer})\nd = {taken:net(x)}",
    "appended": "layers = [nn.Identity()]\nlayers.append({layer})\nnet = nn.Sequential(*layers)\n"
    "d = {taken:net(x)}",
    "list": "class Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
    "        self.all = nn.ModuleList([nn.Identity(), {layer}])\n\n"
    "    def forward(self, x):\n        for each in self.all:\n            x = each(x)\n"
    "        return x\n\n\nnet = Net()\nd = {taken:net(x)}",
    "attribute": "class Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
    "        self.act = {layer}\n\n    def forward(self, x):\n        return self.act(x)\n\n\n"
    "net = Net()\nd = {taken:net(x)}",
    "forward called": "class Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
    "        self.act = {layer}\n\n    def forward(self, x):\n        return self.act(x)\n\n\n"
    "net = Net()\nd = {taken:net.forward(x)}",
    "argument of the net": "class Net(nn.Module):\n    def __init__(self, act):\n"
    "        super().__init__()\n        self.act = act\n\n"
    "    def forward(self, x):\n        return self.act(x)\n\n\n"
    "net = Net({layer})\nd = {taken:net(x)}",
    "default": "class Net(nn.Module):\n    def __init__(self, act={layer}):\n"
    "        super().__init__()\n        self.act = act\n\n"
    "    def forward(self, x):\n        return self.act(x)\n\n\nnet = Net()\nd = {taken:net(x)}",
    "method": "class Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
    "        self.act = {layer}\n\n    def forward(self, x):\n        return self.head(x)\n\n"
    "    def head(self, x):\n        return self.act(x)\n\n\nnet = Net()\nd = {taken:net(x)}",
    "two outputs": "class Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
    "        self.act = {layer}\n\n    def forward(self, x):\n        return self.act(x), x.sum()\n"
    "\n\nnet = Net()\nout, _ = net(x)\nd = {taken:out}",
    "dict of outputs": "class Net(nn.Module):\n    def __init__(self):\n"
    "        super().__init__()\n        self.act = {layer}\n\n    def forward(self, x):\n"
    "        return {{'out': self.act(x)}}\n\n\nnet = Net()\nd = {taken:net(x)['out']}",
    "base": "class Base(nn.Module):\n    def forward(self, x):\n        return self.act(x)\n\n\n"
    "class Net(Base):\n    def __init__(self):\n        super().__init__()\n"
    "        self.act = {layer}\n\n\nnet = Net()\nd = {taken:net(x)}",
    "chosen": "layers = {{'a': {layer}, 'b': nn.Identity()}}\nd = {taken:layers['a'](x)}",
    "by a flag": "def train(x, is_on):\n    act = {layer}\n    if is_on:\n        x = act(x)\n"
    "    if is_on:\n        return {taken:x}\n    return x.sum()\n\n\nd = train(x, True)",
    "by a kind": "class Net(nn.Module):\n    def __init__(self, kind):\n"
    "        super().__init__()\n        self.kind, self.act = kind, {layer}\n\n"
    "    def forward(self, x):\n        if self.kind == 'number':\n            return x\n"
    "        if self.kind == 'classes':\n            return self.act(x)\n\n"
    "    def loss(self, x):\n        if self.kind == 'number':\n"
    "            return F.mse_loss(x, q)\n"
    "        if self.kind == 'classes':\n            return {taken:x}\n\n\n"
    "net = Net('classes')\nd = net.loss(net(x))",
    "in evaluation alone": "class Net(nn.Module):\n    def __init__(self):\n"
    "        super().__init__()\n        self.act = {layer}\n\n    def forward(self, x):\n"
    "        if not self.training:\n            x = self.act(x)\n        return x\n\n\n"
    "net = Net()\nd = {taken:net(x)}",
    "by the other kind": "def train(x, kind):\n    act = {layer}\n    if kind == 'a':\n"
    "        x = act(x)\n    if kind == 'b':\n        return {taken:x}\n    return x.sum()\n\n\n"
    "d = train(x, 'b')",
    "unless a flag": "def train(x, is_off):\n    act = {layer}\n    if not is_off:\n"
    "        x = act(x)\n    return {taken:x} if is_off else x.sum()\n\n\nd = train(x, True)",
    "shown only": "net = nn.Identity()\nact = {layer}\nout = net(x)\nshown = act(out).argmax(1)\n"
    "d = {taken:out}",
}
_GIVING_LOGITS = {"in evaluation alone", "by the other kind", "unless a flag", "shown only"}
_LAYERS = {
    "softmax": "nn.Softmax(dim=1)",
    "log softmax": "nn.LogSoftmax(dim=1)",
    "sigmoid": "nn.Sigmoid()",
    "identity": "nn.Identity()",
}
CRITERIA = {
    "variable": "criterion = {loss}\nd = criterion({v}, m)",
    "argument": "def step(out, criterion):\n    return criterion(out, m)\n\n\n"
    "d = step({v}, {loss})",
    "argument by name": "def step(out, *, criterion):\n    return criterion(out, m)\n\n\n"
    "d = step({v}, criterion={loss})",
    "attribute": "class Trainer:\n    def __init__(self):\n        self.criterion = {loss}\n\n"
    "    def step(self, x):\n        return self.criterion({v}, m)\n\n\nd = Trainer().step(x)",
    "given to the trainer": "class Trainer:\n    def __init__(self, criterion):\n"
    "        self.criterion = criterion\n\n    def step(self, x):\n"
    "        return self.criterion({v}, m)\n\n\nd = Trainer({loss}).step(x)",
    "default of the trainer": "class Trainer:\n    def __init__(self, criterion={loss}):\n"
    "        self.criterion = criterion\n\n    def step(self, x):\n"
    "        return self.criterion({v}, m)\n\n\nd = Trainer().step(x)",
    "own layer": "class Loss(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
    "        self.inner = {loss}\n\n    def forward(self, out, target):\n"
    "        return self.inner(out, target)\n\n\nd = Loss()({v}, m)",
    "over rows": "class Loss(nn.Module):\n    def __init__(self, inner={loss}):\n"
    "        super().__init__()\n        self.inner = inner\n\n"
    "    def forward(self, outs, target):\n"
    "        total = 0\n        for out in outs:\n            total += self.inner(out, target)\n"
    "        return total / len(outs)\n\n\nd = Loss()(({v})[None], m)",
    "dict": "losses = {{'a': {loss}, 'b': nn.MSELoss()}}\nd = losses['a']({v}, m)",
    "lambda": "criterion = lambda out, target: {loss}(out, target)\nd = criterion({v}, m)",
    "made by a function": "def made():\n    return {loss}\n\n\ncriterion = made()\n"
    "d = criterion({v}, m)",
    "weighed": "criterion = {loss}\nd = 0.5 * criterion({v}, m) + 0.5 * criterion({v}, m)",
    "property": "class Trainer:\n    @property\n    def criterion(self):\n        return {loss}\n\n"
    "    def step(self, x):\n        return self.criterion({v}, m)\n\n\nd = Trainer().step(x)",
    "by a test": "criterion = {loss} if len(x) > 1 else nn.MSELoss()\nd = criterion({v}, m)",
}
_LOSSES = ("nn.CrossEntropyLoss()", "nn.NLLLoss()", "F.cross_entropy", "F.nll_loss")


KNOWN_MISSED = frozenset(
    {
        *(f"by hand, {each}" for each in (*OF_CLASSES, "kl_div", "object")),
        "log by hand, target",
        "softmax twice, target",
        "classes taken, target",
    }
)
"""A softmax that is written out is not known as one, nor is a target that was normalised twice."""


class Program(NamedTuple):
    """A program that ends with a loss ``d``; what it is if all is right, as an expression."""

    name: str
    text: str
    right: str


def _program(name: str, made: str, right: str) -> Program:
    return Program(name, f"{_HEAD}{made}\n", _RIGHT[right])


def programs() -> Iterator[Program]:
    """Each kind of numbers for each taker, in each place, by each network and criterion."""
    for (numbers, value), (taker, taken) in itertools.product(NUMBERS.items(), OF_CLASSES.items()):
        if numbers != "logsigmoid" and not (numbers == "logits" and taker.startswith("nll")):
            yield _program(f"{numbers}, {taker}", f"d = {taken.format(v=value)}", "classes")
    for (numbers, value), (taker, taken) in itertools.product(
        NUMBERS.items(), OF_YES_OR_NO.items()
    ):
        if numbers in {"logits", "sigmoids", "sigmoid method", "sigmoid layer"}:
            yield _program(f"{numbers}, {taker}", f"d = {taken.format(v=value)}", "yes or no")
    for (numbers, value), (taker, taken) in itertools.product(NUMBERS.items(), DIVERGENCES.items()):
        if numbers not in {"logits", "logsigmoid", "a little more"} and "sigmoid" not in numbers:
            right = "target" if taker == "target" else "divergence"
            yield _program(f"{numbers}, {taker}", f"d = {taken.format(v=value)}", right)
    for place, numbers, taker in itertools.product(
        PLACES, ("probabilities", "logarithms"), ("cross entropy", "nll")
    ):
        text = PLACES[place].format(value=NUMBERS[numbers], taken=Taken(OF_CLASSES[taker]))
        if (numbers, taker) != ("logarithms", "cross entropy"):
            yield _program(f"{numbers} in {place}, {taker}", text, "classes")
    for network, layer, taker in itertools.product(NETWORKS, _LAYERS, ("cross entropy", "nll")):
        text = NETWORKS[network].format(layer=_LAYERS[layer], taken=Taken(OF_CLASSES[taker]))
        is_softmax = layer in {"softmax", "log softmax"} and network not in _GIVING_LOGITS
        if taker == "cross entropy" or is_softmax:
            yield _program(f"{layer} as {network}, {taker}", text, "classes")
    for criterion, loss, numbers in itertools.product(
        CRITERIA, _LOSSES, ("probabilities", "logarithms")
    ):
        text = CRITERIA[criterion].format(loss=loss, v=NUMBERS[numbers])
        if criterion != "own layer" or loss.startswith("nn"):
            yield _program(f"{numbers}, {loss} as {criterion}", text, "classes")
