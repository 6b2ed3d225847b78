"""Losses of a prediction and a target, each made and shaped in some way.

Torch is asked for the shapes: while a program runs, each loss and each operator is watched. Where a
column meets a row of as many numbers, and a loss comes of that, TAP409 must say so.

python -m tests.spaces.shaping SEED COUNT
"""

from __future__ import annotations

import random
import sys
import warnings
from collections import Counter
from collections.abc import Iterable, Iterator
from textwrap import indent
from typing import Any, Final, NamedTuple

import torch
from torch.overrides import TorchFunctionMode

from tapelint import Settings, lint_source
from tapelint.findings import Confidence

CODE: Final = "TAP409"
HEAD: Final = """\
import torch
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self, size=4):
        super().__init__()
        self.hidden = nn.Linear(size, 8)
        self.out = nn.Linear(8, 1)

    def forward(self, x):
        return self.out(torch.relu(self.hidden(x)))


"""
NETS: Final = {
    "layer": "net = nn.Linear(4, 1)\n",
    "sequence": "net = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 1))\n",
    "squeezing sequence": "net = nn.Sequential(nn.Linear(4, 1), nn.Flatten(0))\n",
    "class": "net = Net()\n",
    "several outputs": "net = nn.Linear(4, 3)\n",
}
OF_SEVERAL: Final = {
    "best": "P.max(1)[0]",
    "best kept": "P.max(1, keepdim=True)[0]",
    "best values": "P.max(dim=1).values",
    "amax": "P.amax(dim=-1)",
    "taken": "P.gather(1, torch.zeros(6, 1).long())",
    "taken and squeezed": "P.gather(1, torch.zeros(6, 1).long()).squeeze(1)",
    "by rows": "P[torch.arange(6), torch.zeros(6).long()]",
    "mean": "P.mean(dim=1)",
    "mean kept": "P.mean(-1, keepdim=True)",
    "first": "P[:, 0]",
    "first kept": "P[:, 0:1]",
    "sum": "torch.sum(P, dim=1)",
    "half": "P.chunk(3, dim=1)[0]",
}
SHAPED: Final = {
    "plain": "P",
    "squeeze": "P.squeeze()",
    "squeeze last": "P.squeeze(-1)",
    "squeeze function": "torch.squeeze(P, 1)",
    "view": "P.view(-1)",
    "view column": "P.view(-1, 1)",
    "reshape": "P.reshape(6)",
    "flatten": "P.flatten()",
    "item": "P[..., 0]",
    "doubled": "2 * P + 1.0",
    "sigmoid": "torch.sigmoid(P)",
    "exp and clamp": "P.exp().clamp(0, 3)",
    "detached": "P + P.detach()",
    "transposed twice": "P.t().t()",
    "joined": "torch.cat([P, P], dim=0)[:6]",
}
TARGETS: Final = {
    "row": "torch.randn(6)",
    "column": "torch.randn(6, 1)",
    "sum of inputs": "x.sum(1)",
    "sum kept": "x.sum(dim=1, keepdim=True)",
    "list": "torch.tensor([1.0, 2.0, 3.0, 4.0, 5.0, 6.0])",
    "lists": "torch.tensor([[1.0], [2.0], [3.0], [4.0], [5.0], [6.0]])",
    "number": "torch.tensor(1.0)",
    "one": "torch.tensor([1.0])",
    "made a column": "torch.rand(6).unsqueeze(1)",
    "made by none": "torch.rand(6)[:, None]",
    "last column": "x[:, -1:]",
    "last of each": "x[:, -1]",
    "stack": "torch.stack([torch.tensor(float(i)) for i in range(6)])",
    "range": "torch.arange(6).float()",
    "zeros like": "torch.zeros_like(p)",
    "as the other": "torch.randn(6).view_as(p)",
    "reward and value": "torch.ones(6) + 0.9 * net(x).detach().mean(1)",
    "reward column and value": "torch.ones(6, 1) + 0.9 * net(x).detach().mean(1, keepdim=True)",
    "normalised": "(x - x.mean(0))[:, 0]",
    "row of one matrix": "torch.randn(1, 6)",
}
LOSSES: Final = {
    "mse": "F.mse_loss(p, y)",
    "mse swapped": "F.mse_loss(y, p)",
    "mse module": "nn.MSELoss()(p, y)",
    "l1": "F.l1_loss(input=p, target=y)",
    "smooth": "nn.SmoothL1Loss()(p, y)",
    "huber": "F.huber_loss(p, y, reduction='sum')",
    "none": "F.mse_loss(p, y, reduction='none').mean()",
    "difference": "(p - y).pow(2).mean()",
    "difference swapped": "((y - p) ** 2).sum()",
    "absolute": "torch.abs(p - y).mean()",
    "product": "-(p * y).mean()",
    "root": "torch.sqrt(F.mse_loss(p, y))",
    "method": "p.sub(y).square().mean()",
}
PLACES: Final = ("file", "function", "argument", "loop", "maybe", "noisy")
_TAKING_SHAPES: Final = {"view_as", "zeros_like"}


class Program(NamedTuple):
    """A program that computes a loss.

    Attributes:
        chosen: How it is made.
        text: It.
    """

    chosen: tuple[str, ...]
    text: str


def program(net: str, of: str, shaped: str, target: str, loss: str, place: str) -> Program:
    """One program of the space."""
    out = OF_SEVERAL[of].replace("P", "net(x)") if net == "several outputs" else "net(x)"
    body = f"p = {SHAPED[shaped].replace('P', 'p')}\ny = {TARGETS[target]}\n"
    body = f"p = {out}\n{body}loss = {LOSSES[loss]}\nloss.backward()\n"
    made = "x = torch.randn(6, 4)\n"
    if place == "maybe":
        body = body.replace("loss = ", "if len(x) > 3:\n    y = y * 1.0\nloss = ", 1)
    if place == "noisy":
        body = body.replace("y = ", "with torch.no_grad():\n    noise = torch.rand(1)\ny = ", 1)
    if place == "loop":
        body = f"for _ in range(2):\n{indent(body, '    ')}"
    if place == "function":
        body = f"\n\ndef train():\n{indent(made + body, '    ')}\n\ntrain()\n"
        made = ""
    if place == "argument":
        body = f"\n\ndef train(net, x):\n{indent(body, '    ')}\n\ntrain(net, x)\n"
    return Program((net, of, shaped, target, loss, place), HEAD + NETS[net] + made + body)


class _Watched(TorchFunctionMode):
    """Notes where a column meets a row of as many numbers."""

    def __init__(self) -> None:
        super().__init__()
        self.met = 0

    def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        given = (*args, *(kwargs or {}).values())
        shapes = [tuple(each.shape) for each in given if isinstance(each, torch.Tensor)]
        if {(6, 1), (6,)} == set(shapes) and func.__name__ not in _TAKING_SHAPES:
            self.met += 1
        return func(*args, **(kwargs or {}))


def makes_square(text: str) -> bool | None:
    """Whether a column meets a row in a program; ``None`` where torch refuses it."""
    torch.manual_seed(0)
    watched = _Watched()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with watched:
                exec(compile(text, "<program>", "exec"), {"__name__": "program"})
    except (RuntimeError, IndexError):
        return None
    return watched.met > 0


def drawn(seed: int, count: int) -> Iterator[tuple[Program, bool]]:
    """Some programs, each once, with what torch says."""
    dice, seen = random.Random(seed), set[tuple[str, ...]]()
    axes = (NETS, OF_SEVERAL, SHAPED, TARGETS, LOSSES, PLACES)
    while len(seen) < count:
        chosen = tuple(dice.choice(list(axis)) for axis in axes)
        if chosen in seen:
            continue
        made = program(*chosen)
        told = makes_square(made.text)
        if told is not None:
            seen.add(chosen)
            yield made, told


def measured(programs: Iterable[tuple[Program, bool]]) -> tuple[Counter[str], str]:
    """How many squares are found and missed, and what is false; with the texts of the last two."""
    counts, told = Counter[str](), list[str]()
    settings = Settings(select=(CODE,), min_confidence=Confidence.LIKELY)
    for made, is_square in programs:
        found = lint_source(made.text, path="program.py", settings=settings)
        sure = any(each.confidence is Confidence.CERTAIN for each in found)
        word = "found" if found and is_square else "missed" if is_square else ""
        if found and not is_square:
            word = "false certain" if sure else "false likely"
        counts[word or "silent"] += 1
        if word not in ("", "found"):
            told.append(f"# {word}: {made.chosen}\n{made.text[len(HEAD) :]}")
    return counts, "\n".join(told)


def main(seed: str = "1", count: str = "200") -> None:
    """Print what is found, missed and false."""
    counts, told = measured(drawn(int(seed), int(count)))
    print(told)
    print(dict(counts))


if __name__ == "__main__":
    main(*sys.argv[1:])
