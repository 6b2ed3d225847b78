"""Ways to make what a network computes with, in each call or once: torch tells whether it is new.

``$`` stands for the statements in a place that each call of the network runs.
"""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import indent

_INDENT = "    "
HEAD = """\
import functools
import torch
import torch.nn.functional as F
from torch import nn

KEPT = {}


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = nn.Linear(4, 4)

    def forward(self, x):
        return self.inner(x)


@functools.lru_cache(None)
def once():
    return nn.Linear(4, 4)


def kept():
    if "layer" not in KEPT:
        KEPT["layer"] = nn.Linear(4, 4)
    return KEPT["layer"]


"""
WAYS = {
    # new in each call
    "called at once": "x = nn.Linear(4, 4)(x)  # here",
    "named": "layer = nn.Linear(4, 4)\nx = layer(x)  # here",
    "a norm": "x = nn.LayerNorm(4)(x)  # here",
    "an own class": "x = Block()(x)  # here",
    "a sequence": "layers = nn.Sequential(nn.Linear(4, 4), nn.ReLU())\nx = layers(x)  # here",
    "moved": "x = nn.Linear(4, 4).to(x.device)(x)  # here",
    "a parameter": "w = nn.Parameter(torch.randn(4))  # here\nx = x * w",
    "a parameter at once": "x = x + nn.Parameter(torch.randn(4))  # here",
    "a parameter of a function": (
        "w = nn.Parameter(torch.empty(4, 4))  # here\nnn.init.xavier_uniform_(w)\n"
        "x = F.linear(x, w)"
    ),
    # the same in each call, not trained, or without weights of its own
    "made before": "x = self.made(x)",
    "no weights": "x = nn.ReLU()(x)",
    "frozen": "x = nn.Linear(4, 4).requires_grad_(False)(x)",
    "not recorded": "with torch.no_grad():\n    x = x + nn.Linear(4, 4)(x)",
    "weights of another": (
        "layer = nn.Linear(4, 4, bias=False)\ndel layer.weight\n"
        "layer.weight = self.made(torch.ones(4, 4))\nx = layer(x)"
    ),
    "a decorator keeps it": "x = once()(x)",
    "a dict keeps it": "x = kept()(x)",
    "a parameter of the input": "x = F.relu(nn.Parameter(x.detach(), requires_grad=False))",
    "a leaf for its gradient": (
        "w = nn.Parameter(torch.zeros(4))\n"
        "x = x + torch.autograd.grad((x.detach() * w).sum(), w)[0]"
    ),
}
OF_SELF = {
    "attribute": "self.own = nn.Linear(4, 4)\nx = self.own(x)  # here",
    "moved attribute": "self.own = nn.Linear(4, 4).to(x.device)\nx = self.own(x)  # here",
    "attribute of a block": "self.own = Block()\nx = self.own(x)  # here",
    "attribute for a name": (
        "self.own = nn.Sequential(nn.Linear(4, 4), nn.ReLU())\nx = self.own(x)  # here"
    ),
    "parameter as attribute": "self.own = nn.Parameter(torch.randn(4))  # here\nx = x * self.own",
    "if there is none": "if self.own is None:\n    self.own = nn.Linear(4, 4)\nx = self.own(x)",
    "if it is empty": "if not self.own:\n    self.own = nn.Linear(4, 4)\nx = self.own(x)",
    "if it has no such": (
        "if not hasattr(self, 'late'):\n    self.late = nn.Linear(4, 4)\nx = self.late(x)"
    ),
    "if it has none yet": (
        "try:\n    self.late\nexcept AttributeError:\n    self.late = nn.Linear(4, 4)\n"
        "x = self.late(x)"
    ),
    "if the size differs": (
        "if self.size != x.shape[-1]:\n    self.size = x.shape[-1]\n"
        "    self.own = nn.Linear(self.size, 4)\nx = self.own(x)"
    ),
    "parameter if there is none": (
        "if self.own is None:\n    self.own = nn.Parameter(torch.randn(4))\nx = x * self.own"
    ),
    "attribute of what is kept": "self.own = kept()\nx = self.own(x)",
    "attribute of an attribute": "self.own = self.made\nx = self.own(x)",
    "attribute with given weights": (
        "self.own = nn.Linear(4, 4, bias=False)\nself.own.weight = self.made.weight\n"
        "x = self.own(x)"
    ),
}
"""What an object does with its own attributes."""
_INIT = (
    "    def __init__(self):\n        super().__init__()\n        self.made = nn.Linear(4, 4)\n"
    "        self.own = None\n        self.size = 0\n\n"
)
_CLASS = f"class Net(nn.Module):\n{_INIT}"
_FORWARD = "    def forward(self, x):\n"
PLACES = {
    "forward": _CLASS + _FORWARD + "$        return x\n",
    "a method": (
        _CLASS
        + _FORWARD
        + "        return self.run(x)\n\n    def run(self, x):\n$        return x\n"
    ),
    "a method that is called early": (
        _CLASS
        + "    def run(self, x):\n$        return x\n\n"
        + _FORWARD
        + "        x = self.run(x)\n"
        "        return x\n"
    ),
    "a base's forward": f"class Base(nn.Module):\n{_INIT}{_FORWARD}$        return x\n\n\n"
    "class Net(Base):\n    pass\n",
    "a closure": _CLASS + _FORWARD + "        def run(x):\n$$            return x\n\n"
    "        return run(x)\n",
    "a function": "def run(x):\n%    return x\n\n\n"
    + _CLASS
    + _FORWARD
    + "        return run(x)\n",
    "two functions": "def inner(x):\n%    return x\n\n\ndef run(x):\n    return inner(x)\n\n\n"
    + _CLASS
    + _FORWARD
    + "        return self.made(run(x))\n",
    "a loop": _CLASS
    + _FORWARD
    + "        for _ in range(2):\n$$            pass\n        return x\n",
}


def programs(way: str) -> Iterator[tuple[str, str, int]]:
    """The way in each place: its name, the program, and the line that is marked, or 0."""
    statements = {**WAYS, **OF_SELF}[way]
    for place, frame in PLACES.items():
        if "%" in frame and "self." in statements:
            continue
        text = HEAD + frame
        for mark, deep in (("$$", 3), ("$", 2), ("%", 1)):
            text = text.replace(mark, indent(statements, deep * _INDENT) + "\n")
        marked = text.find("# here")
        line = text[:marked].count("\n") + 1 if marked >= 0 else 0
        yield f"{way}, {place}", text, line
