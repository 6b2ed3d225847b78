"""What code that nobody sees may do to what has no history: torch says whether it has one then.

python -m tests.spaces.escaping SEED COUNT
"""

from __future__ import annotations

import ast
import random
import sys
import warnings
from collections.abc import Iterator
from textwrap import dedent
from types import ModuleType
from typing import NamedTuple

import torch

from tapelint.core.domain.values import Value
from tapelint.core.running.execution import Execution
from tapelint.core.running.files import module_code

HEAD = """\
import copy
import torch
from torch import nn
from elsewhere import *


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(2, 2)
        self.kept = torch.ones(2)

    def forward(self, x):
        return self.layer(x) + self.kept


class Holder:
    def __init__(self, held):
        self.held = held


"""
SUBJECTS = {
    "tensor": ("it = torch.ones(2)", "result = it * 2"),
    "detached": ("it = torch.ones(2, requires_grad=True).exp().detach()", "result = it * 2"),
    "frozen": ("it = nn.Linear(2, 2).requires_grad_(False)", "result = it(torch.ones(2))"),
    "frozen class": ("it = Net().requires_grad_(False)", "result = it(torch.ones(2))"),
    "frozen by loop": (
        "it = nn.Sequential(nn.Linear(2, 2))\n"
        "for p in it.parameters():\n    p.requires_grad = False",
        "result = it(torch.ones(2))",
    ),
    "parameter": ("it = nn.Linear(2, 2).requires_grad_(False).weight", "result = it.sum()"),
    "attribute": ("net = Net().requires_grad_(False)\nit = net", "result = net.kept * 2"),
    "under no_grad": (
        "net = nn.Linear(2, 2)\nwith torch.no_grad():\n    it = net(torch.ones(2))",
        "result = it * 2",
    ),
}
"""What has no history, by what it is: how it is made, and what is computed with it."""
GIVEN = {
    "itself": "{f}(it)",
    "keyword": "{f}(value=it)",
    "list": "{f}([it])",
    "tuple": "{f}((it, 1))",
    "dict": "{f}({{'a': it}})",
    "set": "{f}({{it}})",
    "nested": "{f}([{{'a': [it]}}])",
    "object": "{f}(Holder(it))",
    "namespace": "{f}(space(it))",
    "starred": "{f}(*[it])",
    "double starred": "{f}(**{{'value': it}})",
    "variable": "several = [it]\n{f}(several)",
    "appended": "several = []\nseveral.append(it)\n{f}(several)",
    "lambda": "{f}(lambda: it)",
    "method": "tool.{f}(it)",
    "method of list": "tool.{f}([it])",
    "kept first": "tool.keep(it)\ntool.{f}_kept()",
    "callback": "def give():\n    return it\n{f}(give)",
    "generator": "{f}(each for each in [it])",
    "map": "list(map({f}, [it]))",
    "comprehension": "[{f}(each) for each in [it]]",
    "partial": "from functools import partial\npartial({f}, it)()",
    "put into": "tool.held = it\ntool.{f}_held()",
    "item": "tool[0] = it\ntool.{f}_held()",
    "constructed": "maker({f}, it)",
    "not given": "{f}(1)",
    "given before": "{f}(None)\nother = torch.ones(1)\n{f}(other)",
    "with": "with inside({f}, it):\n    pass",
}
DONE = ("thaw", "fill", "nothing")
"""It is made to require grad; a part of it is replaced by something with a history; nothing."""
PLACES = ("file", "function", "loop", "branch")
ELSEWHERE = """\
import contextlib
import types
import torch
from torch import nn


def _each(value):
    if isinstance(value, (torch.Tensor, nn.Module)):
        yield value
    elif isinstance(value, dict):
        for each in value.values():
            yield from _each(each)
    elif isinstance(value, (list, tuple, set, types.GeneratorType)):
        for each in value:
            yield from _each(each)
    elif callable(value):
        yield from _each(value())
    elif hasattr(value, "__dict__") and value is not None:
        yield from _each(vars(value))


def thaw(*values, **named):
    for each in _each([*values, *named.values()]):
        each.requires_grad_()


def fill(*values, **named):
    for each in _each([*values, *named.values()]):
        if isinstance(each, nn.Module):
            for name, module in each.named_modules():
                if hasattr(module, "kept"):
                    module.kept = torch.ones(2, requires_grad=True) * 2
                if isinstance(module, nn.Linear):
                    module.weight = nn.Parameter(torch.ones(2, 2))
        elif each.is_leaf and not each.requires_grad:
            each.add_(torch.ones(2, requires_grad=True))


def nothing(*values, **named):
    pass


def space(it):
    return types.SimpleNamespace(held=it)


def maker(function, it):
    function(it)


@contextlib.contextmanager
def inside(function, it):
    function(it)
    yield


class Tool:
    def thaw(self, value):
        thaw(value)

    def fill(self, value):
        fill(value)

    def nothing(self, value):
        pass

    def keep(self, value):
        self.held = value

    def thaw_kept(self):
        thaw(self.held)

    def fill_kept(self):
        fill(self.held)

    def nothing_kept(self):
        pass

    def __setitem__(self, key, value):
        self.held = value

    thaw_held, fill_held, nothing_held = thaw_kept, fill_kept, nothing_kept


tool = Tool()
"""


class Program(NamedTuple):
    """A program that gives something to code which stands elsewhere.

    Attributes:
        name: What it is.
        text: It; ``result`` is what is computed at its end.
    """

    name: str
    text: str


def program(subject: str, given: str, done: str, place: str) -> Program:
    """One program of the space."""
    made, computed = SUBJECTS[subject]
    call = GIVEN[given].format(f=done)
    if place == "function":
        inner = "".join(f"    {line}\n" for line in call.splitlines())
        call = f"def work(it):\n{inner}\n\nwork(it)"
    elif place != "file":
        head = "for _ in range(2):" if place == "loop" else "if len(tool.__class__.__name__) > 1:"
        call = head + "\n" + "".join(f"    {line}\n" for line in call.splitlines())
    text = f"{HEAD}{made}\n{dedent(call)}\n{computed}\n"
    return Program(f"{subject}, {given}, {done}, {place}", text)


def programs() -> Iterator[Program]:
    """All programs of the space."""
    for subject in SUBJECTS:
        for given in GIVEN:
            for done in DONE:
                for place in PLACES:
                    yield program(subject, given, done, place)


def drawn(seed: int, count: int) -> list[Program]:
    """Some of them."""
    return random.Random(seed).sample([*programs()], count)


def by_torch(each: Program) -> bool | None:
    """Whether torch gives the result a history; ``None`` where the program cannot run."""
    module = ModuleType("elsewhere")
    before = sys.modules.get("elsewhere")
    sys.modules["elsewhere"] = module
    names: dict[str, object] = {"__name__": "main"}
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            exec(ELSEWHERE, vars(module))
            exec(compile(each.text, each.name, "exec"), names)
    except (RuntimeError, TypeError, AttributeError):
        return None
    finally:
        del sys.modules["elsewhere"]
        if before is not None:
            sys.modules["elsewhere"] = before
    result = names["result"]
    assert isinstance(result, torch.Tensor)
    return result.requires_grad


def by_core(each: Program) -> str:
    """What the core says of the result: ``YES``, ``MAYBE`` or ``NO``."""
    code = module_code(ast.parse(each.text))
    execution = Execution(code, each.text)
    execution.run()
    value: Value = execution.frame.slots[code.names["result"]]
    told = execution.autograd.requires(value)
    return "YES" if told.must else "MAYBE" if told.may else "NO"


def main(seed: int, count: int) -> None:
    """Print where the core says no and torch yes, and how often each says what."""
    counts: dict[tuple[bool, str], int] = {}
    for each in drawn(seed, count):
        truth = by_torch(each)
        if truth is None:
            continue
        told = by_core(each)
        counts[truth, told] = counts.get((truth, told), 0) + 1
        if truth and told == "NO":
            print("hole", each.name)
        if not truth and told == "YES":
            print("too sure", each.name)
    print(counts)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
