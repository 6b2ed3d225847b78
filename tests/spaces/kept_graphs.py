"""Loops that keep something of each round: how, what of it, where, and what becomes of it.

Each program notes at the end of each round what its loop holds; see :func:`grows`.
"""

from __future__ import annotations

import collections
import textwrap
from collections.abc import Iterator
from typing import Any, NamedTuple

import torch

_HEAD = """\
import collections
import dataclasses
import torch
from torch import nn


class Meter:
    def __init__(self):
        self.sum = 0.0
        self.all = []

    def update(self, value):
        self.sum += value

    def keep(self, value):
        self.all.append(value)


class Bag:
    pass


@dataclasses.dataclass
class Row:
    number: int
    value: torch.Tensor


Pair = collections.namedtuple("Pair", "number value")


"""
_BUILD = """\
net = nn.Sequential(nn.Linear(4, 4), nn.Tanh(), nn.Linear(4, 1))
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
"""
_MEANT = """\
made = net(x)
loss = made.pow(2).mean()
"""
_TRAINED = "optimizer.zero_grad()\nloss.backward()\noptimizer.step()\n"

KEEPS = {
    "append": ("kept = []", "kept.append({v})"),
    "append a tuple": ("kept = []", "kept.append((i, {v}))"),
    "append a list": ("kept = []", "kept.append([{v}])"),
    "append a dict": ("kept = []", "kept.append({'loss': {v}, 'at': i})"),
    "append a dict by its name": ("kept = []", "row = {'loss': {v}}\nkept.append(row)"),
    "append dict(...)": ("kept = []", "kept.append(dict(loss={v}, at=i))"),
    "append a dict in a tuple": ("kept = []", "kept.append((i, {'loss': {v}}))"),
    "append a dataclass": ("kept = []", "kept.append(Row(i, {v}))"),
    "append a named tuple": ("kept = []", "kept.append(Pair(i, {v}))"),
    "insert": ("kept = []", "kept.insert(0, {v})"),
    "extend": ("kept = []", "kept.extend([{v}, i])"),
    "extend by a sum": ("kept = []", "kept += [{v}]"),
    "a list made anew": ("kept = []", "kept = kept + [{v}]"),
    "a list unpacked": ("kept = []", "kept = [*kept, {v}]"),
    "a tuple by a sum": ("kept = ()", "kept += ({v},)"),
    "set": ("kept = set()", "kept.add({v})"),
    "deque": ("kept = collections.deque()", "kept.append({v})"),
    "deque at its left": ("kept = collections.deque()", "kept.appendleft({v})"),
    "short deque": ("kept = collections.deque(maxlen=2)", "kept.append({v})"),
    "counted key": ("kept = {}", "kept[i] = {v}"),
    "counted key of text": ("kept = {}", "kept[f'loss {i}'] = {v}"),
    "length as the key": ("kept = {}", "kept[len(kept)] = {v}"),
    "constant key": ("kept = {}", "kept['last'] = {v}"),
    "setdefault": ("kept = {}", "kept.setdefault(i, {v})"),
    "update": ("kept = {}", "kept.update({i: {v}})"),
    "update the last": ("kept = {}", "kept.update(last={v})"),
    "list under a key": ("kept = {'loss': []}", "kept['loss'].append({v})"),
    "list of a defaultdict": ("kept = collections.defaultdict(list)", "kept['l'].append({v})"),
    "list by setdefault": ("kept = {}", "kept.setdefault('loss', []).append({v})"),
    "sum": ("kept = 0.0", "kept += {v}"),
    "sum written out": ("kept = 0.0", "kept = kept + {v}"),
    "sum the other way": ("kept = 0.0", "kept = {v} + kept"),
    "torch.add": ("kept = torch.zeros(())", "kept = torch.add(kept, {v})"),
    "add": ("kept = torch.zeros(())", "kept = kept.add({v})"),
    "difference": ("kept = 0.0", "kept -= {v}"),
    "running mean": ("kept = 0.0", "kept = 0.9 * kept + 0.1 * {v}"),
    "mean so far": ("kept = 0.0", "kept = kept + ({v} - kept) / (i + 1)"),
    "cat": ("kept = torch.zeros(0)", "kept = torch.cat([kept, {v}.reshape(-1)])"),
    "sum under a key": ("kept = {'loss': 0.0}", "kept['loss'] += {v}"),
    "sum under a key, written out": (
        "kept = {'loss': 0.0}",
        "kept['loss'] = kept['loss'] + {v}",
    ),
    "sum of a defaultdict": ("kept = collections.defaultdict(float)", "kept['loss'] += {v}"),
    "sum in a list": ("kept = [0.0, 0]", "kept[0] += {v}\nkept[1] += 1"),
    "sum on an object": ("kept = Bag()\nkept.total = 0.0", "kept.total += {v}"),
    "list on an object": ("kept = Bag()\nkept.all = []", "kept.all.append({v})"),
    "meter": ("kept = Meter()", "kept.update({v})"),
    "meter with a list": ("kept = Meter()", "kept.keep({v})"),
    "a sum of this round": ("kept = 0.0", "kept = {v} + 2 * {v}"),
    "the last": ("kept = None", "kept = {v}"),
    "the last two": ("kept = (None, None)", "kept = (kept[1], {v})"),
    "begun anew": ("kept = []", "kept = []\nkept.append({v})"),
    "cleared": ("kept = []", "kept.append({v})\nif len(kept) > 2:\n    kept.clear()"),
    "popped": ("kept = []", "kept.append({v})\nif len(kept) > 2:\n    kept.pop(0)"),
    "cut": ("kept = []", "kept.append({v})\nkept = kept[-2:]"),
}
"""What outlives the rounds, and how it takes a value."""
VALUES = {
    "the loss": "loss",
    "twice the loss": "(loss * 2)",
    "detached": "loss.detach()",
    "a number": "loss.item()",
}
ROUNDS = {
    "trains": _MEANT + _TRAINED + "{keep}",
    "trains after": _MEANT + "{keep}" + _TRAINED,
    "evaluates": _MEANT + "{keep}",
    "evaluates without recording": "with torch.no_grad():\n    made = net(x)\n"
    "    loss = made.pow(2).mean()\n{keep}",
}
_OF_METER = {"meter": {"self.sum += value"}, "meter with a list": {"self.all.append(value)"}}
HOLDERS = ("in place", "helper", "closure", "given back", "method")


class Program(NamedTuple):
    """A loop that keeps something of each round.

    Attributes:
        name: How it is made.
        text: The program, which defines ``fit(data, note)``.
        lines: The lines of which one is to be reported, if it is a pitfall.
    """

    name: str
    text: str
    lines: frozenset[int]


def _indented(text: str, by: int = 4) -> str:
    return textwrap.indent(text, " " * by)


def _program(keep: str, value: str, rounds: str, holder: str) -> Program:
    begin, act = KEEPS[keep]
    act = act.replace("{v}", VALUES[value]) + "\n"
    body, before = ROUNDS[rounds], ""
    if holder in {"helper", "closure"}:
        # What is kept is an object: a name of the loop is not what a function assigns.
        given = "kept, i, loss" if holder == "helper" else "i, loss"
        before = f"def keep({given}):\n{_indented(act)}\n\n"
        act = f"keep({given})\n"
    elif holder == "given back":
        work, _, after = body.partition("{keep}")
        inner = _indented(work + after + "return loss\n")
        before = f"def round(net, optimizer, x):\n{inner}\n\n"
        body = "loss = round(net, optimizer, x)\n{keep}"
    body = body.replace("{keep}", act)
    loop = "for i, x in enumerate(data):\n" + _indented(body + "note(locals())\n")
    if holder == "closure":
        fit = _indented(_BUILD + begin + "\n" + before + loop)
        text = f"{_HEAD}def fit(data, note):\n{fit}"
    elif holder == "method":
        own = "        self.kept = None\n" + _indented(_BUILD.replace("net", "self.net"), 8)
        own = own.replace("optimizer =", "self.optimizer =")
        loop = loop.replace("net(x)", "self.net(x)").replace("optimizer.", "self.optimizer.")
        run = _indented(_indented(begin + "\n" + loop))
        text = (
            f"{_HEAD}class Trainer:\n    def __init__(self):\n{own}\n"
            f"    def fit(self, data, note):\n{run}\n\n"
            "def fit(data, note):\n    Trainer().fit(data, note)\n"
        )
    else:
        fit = _indented(_BUILD + begin + "\n" + loop)
        text = f"{_HEAD}{before}def fit(data, note):\n{fit}"
    text += '\n\nif __name__ == "__main__":\n    fit(torch.randn(8, 3, 4), print)\n'
    own_lines = {each.strip() for each in KEEPS[keep][1].replace("{v}", VALUES[value]).splitlines()}
    own_lines |= _OF_METER.get(keep, set())
    rows = frozenset(
        at for at, line in enumerate(text.splitlines(), 1) if line.strip() in own_lines
    )
    return Program(f"{keep}: {value}, {rounds}, {holder}", text, rows)


def programs(holder: str) -> Iterator[Program]:
    """Loops that keep something in a place of this kind; elsewhere than in place, the loss."""
    for keep, (_, act) in KEEPS.items():
        if holder in {"helper", "closure"} and _binds(act):
            continue
        for rounds in ROUNDS:
            if holder == "in place" or rounds in {"trains", "evaluates"}:
                yield _program(keep, "the loss", rounds, holder)
        for value in VALUES if holder == "in place" else ():
            is_for_tensors = "torch." in act or "kept.add" in act or ".reshape" in act
            if value != "the loss" and not (value == "a number" and is_for_tensors):
                yield _program(keep, value, "trains", holder)


def _binds(act: str) -> bool:
    """Whether it assigns to the name itself, which a function cannot do for its caller."""
    return any(each in act for each in ("kept =", "kept +=", "kept -="))


def _nodes(values: Any) -> int:
    """How many operations of autograd hang from what is held."""
    pending, seen, found = [values], set(), set()
    while pending:
        each = pending.pop()
        if id(each) in seen or isinstance(each, torch.nn.Module):
            continue
        seen.add(id(each))
        if isinstance(each, torch.Tensor):
            if each.grad_fn is not None:
                found.add(each.grad_fn)
        elif isinstance(each, dict):
            pending += each.values()
        elif isinstance(each, (list, tuple, set, collections.deque)):
            pending += each
        elif hasattr(each, "__dict__") and not isinstance(each, type):
            pending += vars(each).values()
    graph = list(found)
    while graph:
        for inner, _ in graph.pop().next_functions:
            if inner is not None and inner not in found:
                found.add(inner)
                graph.append(inner)
    return len(found)


def grows(program: Program) -> bool:
    """Whether what the loop holds has more and more of autograd's graph behind it."""
    names: dict[str, Any] = {"__name__": "program"}
    exec(compile(program.text, program.name, "exec", dont_inherit=True), names)
    counts: list[int] = []
    names["fit"](torch.randn(8, 3, 4), lambda held: counts.append(_nodes(held)))
    return counts[7] > counts[4] > counts[3]


SPENT = {
    "append": "torch.stack(kept).mean().backward()",
    "append a tuple": "sum(each for _, each in kept).backward()",
    "append a dict": "sum(each['loss'] for each in kept).backward()",
    "append a named tuple": "sum(each.value for each in kept).backward()",
    "append a dataclass": "sum(each.value for each in kept).backward()",
    "extend": "sum(kept[::2]).backward()",
    "deque": "sum(kept).backward()",
    "counted key": "sum(kept.values()).backward()",
    "list under a key": "torch.stack(kept['loss']).sum().backward()",
    "sum": "kept.backward()",
    "running mean": "(2 * kept).backward()",
    "cat": "kept.mean().backward()",
    "sum under a key": "kept['loss'].backward()",
    "sum of a defaultdict": "sum(kept.values()).backward()",
    "sum on an object": "kept.total.backward()",
    "list on an object": "torch.stack(kept.all).sum().backward()",
    "meter": "kept.sum.backward()",
    "meter with a list": "sum(kept.all).backward()",
}
"""How a backward starts from all that was kept."""


def spent(keep: str) -> Iterator[Program]:
    """Loops from whose sum or list a backward starts afterwards."""
    for value in ("the loss", "twice the loss"):
        for holder in HOLDERS:
            if holder in {"helper", "closure"} and _binds(KEEPS[keep][1]):
                continue
            made = _program(keep, value, "evaluates", holder)
            by = 8 if holder == "method" else 4
            end = "\n\n\ndef fit(" if holder == "method" else "\n\n\nif __name__"
            text, mark, rest = made.text.partition(end)
            text = f"{text}\n{' ' * by}{SPENT[keep]}{mark}{rest}"
            yield made._replace(text=text)
