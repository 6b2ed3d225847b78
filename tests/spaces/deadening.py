"""The space of losses of which a term trains nothing: what is lost, as what, and where."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import NamedTuple

_HEAD = """\
import torch
import torch.nn.functional as F
from torch import nn
from torch.distributions import Bernoulli, Categorical

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(4, 5), nn.Tanh(), nn.Linear(5, 3))
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
data = [(torch.ones(8, 4), torch.full((8,), 0.3), torch.zeros(8, dtype=torch.long))]
weight = 0.1
"""

CUTS = {
    "argmax": "out.argmax(1).float()",
    "torch.argmax": "torch.argmax(out, dim=1).float()",
    "indices": "out.max(1).indices.float()",
    "second of max": "out.max(1)[1].float()",
    "second of torch.max": "torch.max(out, 1)[1].float()",
    "unpacked": "best.float()",
    "topk": "out.topk(1).indices.squeeze(1).float()",
    "argsort": "out.argsort(1)[:, 0].float()",
    "one_hot": "F.one_hot(out.argmax(1), 3).float()[:, 0]",
    "comparison": "(out > 0).float()[:, 0]",
    "equality": "(out.argmax(1) == label).float()",
    "ge": "torch.ge(out, 0.5).float().mean(1)",
    "long": "out.long().float()[:, 0]",
    "to": "out.to(torch.int64).float()[:, 0]",
    "bool": "out.bool().float()[:, 0]",
    "multinomial": "torch.multinomial(out.softmax(1), 1).squeeze(1).float()",
    "Categorical": "Categorical(logits=out).sample().float()",
    "Bernoulli": "Bernoulli(logits=out).sample()[:, 0]",
    "bernoulli": "torch.bernoulli(out.sigmoid())[:, 0]",
    "round": "out.round()[:, 0]",
    "torch.round": "torch.round(out[:, 0])",
    "sign": "out.sign()[:, 0]",
    "floor": "torch.floor(out).mean(1)",
    "clamp of round": "out.round().clamp(0, 1)[:, 0]",
    "nothing": "out[:, 0]",
    "softmax": "out.softmax(1)[:, 0]",
    "values": "out.max(1).values",
    "first of max": "out.max(1)[0]",
    "gather": "out.gather(1, out.argmax(1, keepdim=True)).squeeze(1)",
    "masked": "(out * (out > 0).float())[:, 0]",
    "log_prob": "Categorical(logits=out).log_prob(out.argmax(1))",
    "straight through": "(out + (out.round() - out).detach())[:, 0]",
    "hard sample": "F.gumbel_softmax(out, hard=True)[:, 0]",
}
"""What is taken from the output of a network, by what ends its history, or does not."""

TERMS = {
    "mse_loss": "F.mse_loss({cut}, y)",
    "l1_loss": "F.l1_loss({cut}, y)",
    "MSELoss": "nn.MSELoss()({cut}, y)",
    "mean of squares": "({cut} - y).pow(2).mean()",
    "mean": "{cut}.mean()",
    "own function": "distance({cut}, y)",
}

ADDED = {
    "plus": "loss = first + {term}",
    "weighed": "loss = first + 0.1 * {term}",
    "weight": "loss = weight * {term} + first",
    "augmented": "loss = first\nloss += {term}",
    "named": "extra = {term}\nloss = first + extra",
    "torch.add": "loss = torch.add(first, {term})",
    "sum of a list": "loss = sum([first, {term}])",
    "stack": "loss = torch.stack([first, {term}]).sum()",
    "dict": "parts = {{'a': first, 'b': {term}}}\nloss = sum(parts.values())",
    "filled list": "parts = [first]\nparts.append({term})\nloss = sum(parts)",
    "item": "loss = first + {term}.item() + 0 * first",
    "three": "loss = first + {term} + 0.01 * net[0].weight.pow(2).sum()",
    "batch": "loss = (F.cross_entropy(out, label, reduction='none') + {term}).mean()",
}

_DISTANCE = "def distance(a, b):\n    return ((a - b) ** 2).sum() / a.numel()\n"
_FIRST = "first = F.cross_entropy(out, label)\nvalues, best = out.max(1)\n"
_STEPS = "optimizer.zero_grad()\nloss.backward()\noptimizer.step()\n"


def _indented(text: str, by: int = 1) -> str:
    return "".join(f"{'    ' * by}{line}\n" for line in text.splitlines())


def _in_place(loss: str) -> str:
    body = f"out = net(x)\n{_FIRST}{loss}\n{_STEPS}"
    return f"for x, y, label in data:\n{_indented(body)}"


def _in_a_function(loss: str) -> str:
    helper = f"def loss_of(out, y, label):\n{_indented(f'{_FIRST}{loss}')}    return loss\n"
    body = f"out = net(x)\nloss = loss_of(out, y, label)\n{_STEPS}"
    return f"{helper}for x, y, label in data:\n{_indented(body)}"


def _in_a_method(loss: str) -> str:
    inner = f"out = self.net(x)\n{_FIRST}{loss.replace('net[0]', 'self.net[0]')}\n"
    helper = (
        "class Trainer:\n    def __init__(self, net, optimizer):\n        self.net = net\n"
        "        self.optimizer = optimizer\n    def step(self, x, y, label):\n"
        f"{_indented(inner, 2)}{_indented(_STEPS.replace('optimizer', 'self.optimizer'), 2)}"
    )
    return (
        f"{helper}trainer = Trainer(net, optimizer)\nfor batch in data:\n    trainer.step(*batch)\n"
    )


def _in_a_loss_module(loss: str) -> str:
    helper = (
        "class Loss(nn.Module):\n    def forward(self, out, y, label):\n"
        f"{_indented(f'{_FIRST}{loss}', 2)}        return loss\n"
    )
    body = f"out = net(x)\nloss = criterion(out, y, label)\n{_STEPS}"
    return f"{helper}criterion = Loss()\nfor x, y, label in data:\n{_indented(body)}"


def _in_a_closure(loss: str) -> str:
    inner = f"optimizer.zero_grad()\nout = net(x)\n{_FIRST}{loss}\nloss.backward()\nreturn loss"
    body = f"def closure():\n{_indented(inner)}optimizer.step(closure)\n"
    return f"for x, y, label in data:\n{_indented(body)}"


PLACES = {
    "in place": _in_place,
    "function": _in_a_function,
    "method": _in_a_method,
    "loss module": _in_a_loss_module,
    "closure": _in_a_closure,
}


class Program(NamedTuple):
    """One program of the space, by how it is made.

    Attributes:
        name: The choices.
        text: The program.
        without: The same with the term left out.
    """

    name: str
    text: str
    without: str


def program(cut: str, term: str, added: str, place: str) -> Program:
    """One program of the space."""
    text = TERMS[term].format(cut=CUTS[cut])
    written = [
        _HEAD + _DISTANCE + PLACES[place](ADDED[added].format(term=each))
        for each in (text, f"(0 * {text})")
    ]
    return Program(f"{cut}, {term}, {added}, {place}", *written)


def programs() -> Iterator[Program]:
    """The space: every choice, and pairs of choices for some ways to lose a history."""
    some = ("argmax", "second of max", "equality", "Categorical", "round", "softmax")
    chosen = [(cut, "mse_loss", "plus", "in place") for cut in CUTS]
    chosen += [(cut, term, "weighed", "in place") for cut in some for term in TERMS]
    chosen += [(cut, "l1_loss", added, "in place") for cut in some for added in ADDED]
    chosen += [(cut, "mean of squares", "named", place) for cut in some for place in PLACES]
    chosen += [
        ("argmax", "mse_loss", added, place) for added, place in itertools.product(ADDED, PLACES)
    ]
    for each in dict.fromkeys(chosen):
        yield program(*each)
