"""Ways to give an optimiser the parameters of two plain lists of a module: does it train both?

Torch runs each program, and says of each list whether the optimiser has all of it.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from textwrap import indent
from typing import NamedTuple

_HEAD = """\
import itertools
import torch
from itertools import chain
from torch import nn, optim


class Net(nn.Module):
    def __init__(self, sizes):
        super().__init__()
        self.ws = []
        self.bs = []
        for a, b in zip(sizes, sizes[1:]):
            self.ws.append(nn.Parameter(torch.randn(a, b)))
            self.bs.append(nn.Parameter(torch.randn(b)))
        self.last = nn.Linear(sizes[-1], 1)

"""
_FORWARD = """\
    def given(self):
        return {given}

    def forward(self, x):
        for w, b in zip(self.ws, self.bs):
            x = x @ w + b
        return self.last(x)
"""
LINES = {"ws": 10, "bs": 11}
"""Where the lists stand."""
GIVEN = {
    "sum": "{n}.ws + {n}.bs",
    "turned": "{n}.bs + {n}.ws",
    "first": "{n}.ws",
    "second listed": "list({n}.bs)",
    "display": "[*{n}.ws, *{n}.bs]",
    "tuple": "(*{n}.ws, *{n}.bs)",
    "chain": "chain({n}.ws, {n}.bs)",
    "chained": "itertools.chain({n}.ws, {n}.bs)",
    "from iterable": "chain.from_iterable([{n}.ws, {n}.bs])",
    "groups": "[{{'params': {n}.ws}}, {{'params': {n}.bs}}]",
    "group": "[{{'params': {n}.ws, 'lr': 0.1}}]",
    "comprehension": "[p for p in {n}.ws]",
    "sum of comprehensions": "[w for w in {n}.ws] + [b for b in {n}.bs]",
    "comprehension of sum": "[p for p in {n}.ws + {n}.bs]",
    "nested": "[p for ps in ({n}.ws, {n}.bs) for p in ps]",
    "listed sum": "list({n}.ws) + list({n}.bs)",
    "with registered": "list({n}.parameters()) + {n}.ws",
    "registered": "{n}.parameters()",
}
_WAYS = {
    "at once": "optimizer = optim.SGD({given}, lr=0.1)",
    "by keyword": "optimizer = optim.SGD(params={given}, lr=0.1)",
    "by a name": "params = {given}\noptimizer = optim.SGD(params, lr=0.1)",
    "by a method": "optimizer = optim.SGD({n}.given(), lr=0.1)",
}


class Program(NamedTuple):
    """A program."""

    name: str
    text: str


def programs() -> Iterator[Program]:
    """Each way to put the lists together, in the class and outside of it."""
    for given, way, is_own in itertools.product(GIVEN, _WAYS, (True, False)):
        own = GIVEN[given].format(n="self")
        head = _HEAD
        name = "self" if is_own else "net"
        makes = _WAYS[way].format(given=GIVEN[given].format(n=name), n=name)
        is_method = way == "by a method"
        forward = _FORWARD[0 if is_method else _FORWARD.index("    def forward") :]
        if is_own:
            head += indent(makes.replace("optimizer =", "self.optimizer ="), "        ") + "\n\n"
        text = f"{head}{forward.format(given=own)}\n\nnet = Net([4, 4, 4])\n"
        text += "optimizer = net.optimizer\n" if is_own else f"{makes}\n"
        yield Program(f"{given}, {way}, {'own' if is_own else 'outside'}", text)
