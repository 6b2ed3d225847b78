"""Backwards that keep their graph: what comes after them, in which form, and where.

Torch says whether another backward needs the graph: without ``retain_graph=True`` it raises then.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from textwrap import indent

INDENT = "    "
KEPT = "retain_graph=True"
HEAD = """\
import torch
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(2, 2)
        self.one = nn.Linear(2, 1)
        self.two = nn.Linear(2, 1)

    def forward(self, x):
        h = torch.tanh(self.body(x))
        return self.one(h), self.two(h)


"""
BACKWARDS = {
    "method": "{l}.backward({k})",
    "function": "torch.autograd.backward({l}, {k})",
    "grad": "torch.autograd.grad({l}, list(net.parameters()), allow_unused=True, {k})",
}
FIRSTS = {
    "of one head": "first, _ = net(x)\nloss = first.pow(2).mean()",
    "of a loss": "loss = F.mse_loss(net(x)[0], torch.zeros(3, 1))",
    "of a criterion": "loss = nn.MSELoss()(net(x)[0], torch.zeros(3, 1))",
    "of both": "first, second = net(x)\nloss = (first + second).pow(2).mean()",
}
AFTER = {
    "nothing": "pass",
    "a step": "optimizer.step()",
    "numbers": "total = loss.item()",
    "another batch": "other = net(x + 1)[1].pow(2).mean()\nother.backward()",
    "the same again": "loss.backward()",
    "the other head": "_, two = outputs\ntwo.pow(2).mean().backward()",
    "twice its loss": "(loss * 2).backward()",
    "a detached one": "(net.two(loss.detach().expand(1, 2))).sum().backward()",
    "a gradient of it": "torch.autograd.grad(loss, net.body.weight)",
    "a sum with it": "more = net(x)[1].sum() + loss\nmore.backward()",
    "a function of it": "finish(loss)",
    "a method": "also(outputs)",
}
"""What comes after it; ``outputs`` is what the network has given."""
SHARED = "outputs = net(x)\nloss = outputs[0].pow(2).mean()"
PLACES = ("module", "function", "loop", "function with a loop", "method")
HELPERS = """\
def finish(loss):
    (loss + 1).backward()


def also(outputs):
    outputs[1].sum().backward()


"""
MADE = "net = Net()\noptimizer = torch.optim.SGD(net.parameters(), lr=0.1)\nx = torch.ones(3, 2)\n"


def _placed(body: str, place: str) -> str:
    if place == "module":
        return f"{MADE}{body}"
    if place == "loop":
        return f"{MADE}for _ in range(2):\n{indent(body, INDENT)}"
    if place == "method":
        body = body.replace("net", "self.net").replace("self.net.self.net", "self.net")
        return (
            "class Trainer:\n    def __init__(self, net, optimizer):\n"
            "        self.net, self.optimizer = net, optimizer\n\n    def step(self, x):\n"
            f"        optimizer = self.optimizer\n{indent(body, 2 * INDENT)}\n\n"
            f"{MADE}Trainer(net, optimizer).step(x)\n"
        )
    if place == "function with a loop":
        body = f"for _ in range(2):\n{indent(body, INDENT)}"
    return (
        f"def train(net, optimizer, x):\n{indent(body, INDENT)}\n\n{MADE}train(net, optimizer, x)\n"
    )


def programs() -> Iterator[tuple[str, str]]:
    """Each form, with each thing that comes after it, in each place."""
    cases = [("method", SHARED, "shared", after, place) for after in AFTER for place in PLACES]
    cases += [
        (form, SHARED, "shared", after, place)
        for form, after, place in itertools.product(
            ("function", "grad"), AFTER, ("module", "function")
        )
    ]
    cases += [
        ("method", text, first, after, place)
        for (first, text), after, place in itertools.product(
            FIRSTS.items(), AFTER, ("function", "loop")
        )
        if "outputs" not in AFTER[after]
    ]
    for form, made, first, after, place in cases:
        back = BACKWARDS[form].format(l="loss", k=KEPT)
        body = f"optimizer.zero_grad()\n{made}\n{back}  # here\n{AFTER[after]}\n"
        text = f"{HEAD}{HELPERS}{_placed(body, place)}"
        yield f"{after}, {form}, {first}, {place}", text
