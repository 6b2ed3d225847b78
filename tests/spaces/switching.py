"""Training loops that evaluate: how, when, where, and what switches the network back.

Each program notes for each backward whether the network was in training mode; see :func:`modes`.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import NamedTuple

_HEAD = """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(4, 1)
        self.dropout = nn.Dropout()

    def forward(self, x):
        return self.linear(self.dropout(x))
"""
_SCORE = "with torch.no_grad():\n    {net}(data[0])\n"
_HELPER = "def evaluate(net, data):\n"
_METHOD = "    def evaluate(self, data):\n"

SWITCHES = {
    "eval": "{net}.eval()\n",
    "train(False)": "{net}.train(False)\n",
    "train(mode=False)": "{net}.train(mode=False)\n",
}
CONDITIONS = {
    "always": "",
    "count": "if step % 3 == 2:\n",
    "argument": "if step % every == 1:\n",
    "computed": "if (step + 1) % (len(data) // 3) == 0:\n",
    "comparison": "if step > 0:\n",
}
COUNTERS = ("enumerate", "by hand")
PLACES = ("behind", "before")
TRAINS = {
    "never": "",
    "once": "",
    "each epoch": "",
    "behind each epoch": "",
    "each round": "",
}
RESTORES = {
    "nothing": ("", ""),
    "train()": ("", "{net}.train()\n"),
    "train(True)": ("", "{net}.train(True)\n"),
    "the mode before": ("was_training = {net}.training\n", "{net}.train(was_training)\n"),
    "if it trained": ("was_training = {net}.training\n", "if was_training:\n    {net}.train()\n"),
}
HOLDERS = ("in place", "helper", "closure", "method", "base class")


class Program(NamedTuple):
    """A training loop that evaluates now and then.

    Attributes:
        name: How it is made.
        text: The program. It calls ``fit`` at its end.
        line: The line of its backward.
    """

    name: str
    text: str
    line: int


def _indented(text: str, by: int = 4) -> str:
    return textwrap.indent(text, " " * by)


def _evaluation(switch: str, restore: str, net: str) -> str:
    before, after = RESTORES[restore]
    return (before + SWITCHES[switch] + _SCORE + after).format(net=net)


def _loop(act: str, condition: str, place: str, counter: str, trains: str, net: str) -> str:
    act = CONDITIONS[condition] + _indented(act) if CONDITIONS[condition] else act
    work = (
        f"loss = {net}(x).pow(2).mean()\noptimizer.zero_grad()\n"
        f"modes.append({net}.training)\nloss.backward()\noptimizer.step()\n"
    )
    if trains == "each round":
        work = f"{net}.train()\n{work}"
    count = "step += 1\n" if counter == "by hand" else ""
    body = act + work + count if place == "before" else work + count + act
    head = "for x in data:\n" if count else "for step, x in enumerate(data):\n"
    loop = head + _indented(body)
    before = f"{net}.train()\n" if trains == "each epoch" else ""
    after = f"{net}.train()\n" if trains == "behind each epoch" else ""
    epochs = "for epoch in range(3):\n" + _indented(before + loop + after)
    once = f"{net}.train()\n" if trains == "once" else ""
    return once + ("step = 0\n" if count else "") + epochs


def _program(
    switch: str, restore: str, condition: str, place: str, counter: str, trains: str, holder: str
) -> Program:
    net = "self.net" if holder in {"method", "base class"} else "net"
    evaluation = _evaluation(switch, restore, net)
    act = {"in place": evaluation, "helper": "evaluate(net, data)\n"}.get(holder, "")
    act = act or ("evaluate(data)\n" if holder == "closure" else "self.evaluate(data)\n")
    loop = _loop(act, condition, place, counter, trains, net)
    fit = "def fit({}optimizer, data, modes, every=3):\n"
    made = "\n\nnet = Net()\noptimizer = torch.optim.SGD(net.parameters(), lr=0.1)\nmodes = []\n"
    call = "fit(net, optimizer, torch.randn(6, 5, 4), modes)\n"
    if net == "net":
        inner = _indented(f"def evaluate(data):\n{_indented(evaluation)}\n")
        text = fit.format("net, ") + (inner if holder == "closure" else "") + _indented(loop)
        helper = _HELPER + _indented(evaluation) + "\n\n" if holder == "helper" else ""
        text = f"{_HEAD}\n\n{helper}{text}{made}{call}"
    else:
        method = _METHOD + _indented(evaluation, 8)
        own = "    def __init__(self, net):\n        self.net = net\n\n"
        trainer = own + _indented(fit.format("self, ")) + _indented(loop, 8)
        call = "Trainer(net).fit(optimizer, torch.randn(6, 5, 4), modes)\n"
        if holder == "method":
            text = f"class Trainer:\n{trainer}\n{method}"
        else:
            text = f"class Base:\n{method}\n\nclass Trainer(Base):\n{trainer}"
        text = f"{_HEAD}\n\n{text}{made}{call}"
    name = f"{holder}: {switch}, {condition}, {place}, {counter}, trains {trains}, then {restore}"
    line = 1 + text[: text.index("loss.backward()")].count("\n")
    return Program(name, text, line)


def programs(holder: str) -> Iterator[Program]:
    """Loops that evaluate in a place of this kind, and differ from the usual one in one thing.

    In place, they differ in two.
    """
    usual = ("eval", "nothing", "count", "behind", "enumerate", "each epoch")
    axes = (SWITCHES, RESTORES, CONDITIONS, PLACES, COUNTERS, TRAINS)
    seen: set[tuple[str, ...]] = set()
    for first, one in enumerate(axes):
        for second, other in enumerate(axes):
            if first != second and holder != "in place":
                continue
            for here in one:
                for there in other:
                    chosen = list(usual)
                    chosen[first] = here
                    chosen[second] = there
                    if tuple(chosen) not in seen:
                        seen.add(tuple(chosen))
                        yield _program(*chosen, holder)


ATTACKS = {
    "its input": "x = x.clone().requires_grad_(True)\n",
    "a perturbation": "delta = torch.zeros_like(x, requires_grad=True)\nx = x + delta\n",
}
"""What an attack trains through the network, which it leaves as it is."""


def attacks() -> Iterator[Program]:
    """Loops in which a backward runs through the network in both modes, for something else."""
    for name, leaf in ATTACKS.items():
        trained = "delta" if "delta" in leaf else "x"
        body = (
            f"net.train()\n{leaf}before = net(x).pow(2).mean()\nbefore.backward()\n"
            f"torch.optim.SGD([{trained}], lr=0.1).step()\nnet.eval()\n"
            "with torch.no_grad():\n    net(data[0])\n"
        )
        for switch in ("net.train()\n", ""):
            inner = body.replace("net.train()\n", switch)
            fit = "def fit(net, data):\n    for x in data:\n" + _indented(inner, 8)
            yield Program(name, f"{_HEAD}\n\n{fit}", 0)


def attacks_in_tests() -> Program:
    """The same attack in training and in a test, each of which switches the mode for itself."""
    text = (
        "def attack(net, x):\n    x = x.clone().requires_grad_(True)\n"
        "    net(x).pow(2).mean().backward()\n    return (x + x.grad.sign()).detach()\n\n\n"
        "def train(net, optimizer, data):\n    net.train()\n    for x in data:\n"
        "        optimizer.zero_grad()\n        worse = attack(net, x)\n"
        "        net(worse).pow(2).mean().backward()\n        optimizer.step()\n\n\n"
        "def test(net, data):\n    net.eval()\n    return [net(attack(net, x)) for x in data]\n\n\n"
        "net = Net()\noptimizer = torch.optim.SGD(net.parameters(), lr=0.1)\n"
        "for _ in range(3):\n    train(net, optimizer, torch.randn(3, 5, 4))\n"
        "    test(net, torch.randn(3, 5, 4))\n"
    )
    return Program("attacks in tests", f"{_HEAD}\n\n{text}", 0)


MEANT = {
    "freezes at an epoch": "if epoch > 0:\n    net.eval()\n",
    "freezes by an argument": "if every:\n    net.eval()\n",
    "freezes always": "net.eval()\n",
    "phases": "if epoch % 2:\n    net.train()\nelse:\n    net.eval()\n",
    "a part": "net.dropout.eval()\n",
}
"""Ways to train in evaluation mode that are meant: nothing is evaluated before the backward."""

FREEZING = {
    "a part by its name": "net.dropout.eval()\n",
    "parts of a kind": (
        "for m in net.modules():\n    if isinstance(m, nn.Dropout):\n        m.eval()\n"
    ),
    "all": "net.eval()\n",
    "all, and its parameters": (
        "net.eval()\nfor p in net.parameters():\n    p.requires_grad_(False)\n"
    ),
}
"""What a function that evaluates nothing switches."""


def freezing() -> Iterator[Program]:
    """Loops that call such a function before they train, once or in each epoch."""
    for name, switch in FREEZING.items():
        for trains in ("once", "each epoch"):
            loop = _loop("", "always", "before", "enumerate", trains, "net")
            loop = loop.replace("net.train()\n", "net.train()\n    freeze(net)\n")
            loop = loop if trains == "each epoch" else loop.replace("\n    freeze", "\nfreeze")
            fit = f"def fit(net, optimizer, data, modes, every=3):\n{_indented(loop)}"
            whole = f"{_HEAD}\n\ndef freeze(net):\n{_indented(switch)}\n\n{fit}"
            yield Program(f"{name}, {trains}", whole, 0)


FIRST = ("helper", "closure", "method", "base class")


def undone() -> Iterator[Program]:
    """Loops in which an evaluation stands between ``train()`` and all that trains."""
    for holder in FIRST:
        for restore in RESTORES:
            for trains in ("once", "each epoch"):
                program = _program("eval", restore, "always", "behind", "enumerate", trains, holder)
                act = next(each for each in program.text.splitlines() if _is_act(each))
                head = next(each for each in program.text.splitlines() if _is_head(each))
                text = program.text.replace(f"{act}\n", "", 1)
                by = head[: len(head) - len(head.lstrip())]
                text = text.replace(head, f"{head}\n{by}{act.strip()}", 1)
                line = 1 + text[: text.index("loss.backward()")].count("\n")
                yield Program(f"{holder}, {trains}, then {restore}", text, line)


def _is_act(line: str) -> bool:
    return line.strip() in {"evaluate(net, data)", "evaluate(data)", "self.evaluate(data)"}


def _is_head(line: str) -> bool:
    return line.strip() in {"net.train()", "self.net.train()"}


def meant() -> Iterator[Program]:
    """Loops that switch to evaluation for what they train, in each place of the loop's head."""
    for name, switch in MEANT.items():
        for trains in ("once", "each epoch"):
            loop = _loop("", "always", "before", "enumerate", trains, "net")
            for mark in ("for step, x", "loss = net"):
                place = next(line for line in loop.splitlines() if mark in line)
                by = len(place) - len(place.lstrip())
                text = loop.replace(place, _indented(switch, by) + place)
                fit = f"def fit(net, optimizer, data, modes, every=3):\n{_indented(text)}"
                whole = f"{_HEAD}\n\n{fit}"
                yield Program(f"{name}, {trains}, {mark}", whole, 0)
