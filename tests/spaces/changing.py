"""Tensors that are changed in place: how, what they are, where it happens, and what comes between.

:func:`programs` yields the programs, and :func:`truth` asks torch about one of them. Neither knows
a linter: whoever follows what is saved and who owns memory can be held against them.
"""

from __future__ import annotations

import itertools
import re
import warnings
from collections.abc import Iterator
from textwrap import indent
from typing import Any, NamedTuple

HEAD = """\
import contextlib
import operator

import torch
from torch import nn
from torch.nn import functional as F


class Box:
    pass


class Kept(nn.Module):
    def __init__(self, t):
        super().__init__()
        self.register_buffer("t", t)


class Items:
    def __init__(self, held):
        self.held = held

    def __getitem__(self, index):
        return self.held

    def __setitem__(self, index, held):
        self.held = held


"""


class Program(NamedTuple):
    """A program that ends in a backward, or in none.

    Attributes:
        chosen: How it is made: the action, the tensor, its holder, the place, what comes between.
        text: The program.
        line: The line that changes a tensor.
    """

    chosen: tuple[str, ...]
    text: str
    line: int


ACTIONS = {
    "method": "T.add_(1)",
    "method of a copy": "T.copy_(torch.zeros_like(T))",
    "method that fills": "T.zero_()",
    "masked": "T.masked_fill_(T > 0, 0)",
    "clamped": "T.clamp_(0, 1)",
    "chained": "T.mul_(2).add_(1)",
    "result is named": "y = T.add_(1)",
    "getattr": "getattr(T, 'add_')(1)",
    "class's": "torch.Tensor.add_(T, 1)",
    "bound": "change_it = T.add_\nchange_it(1)",
    "+=": "T += 1",
    "*=": "T *= 2",
    "-= itself": "T -= T.detach().clone()",
    "/=": "T /= T.max().item()",
    "item": "T[0] = 0",
    "item +=": "T[0] += 1",
    "slice": "T[:] = 0",
    "slice *=": "T[..., 0] *= 2",
    "mask": "T[T > 0] = 0",
    "part": "T[0].add_(1)",
    "view": "T.view(-1).mul_(2)",
    "out=": "torch.add(T, 1, out=T)",
    "out= of zeros": "torch.zeros(T.shape, out=T)",
    "iadd": "operator.iadd(T, 1)",
    "__iadd__": "T.__iadd__(1)",
    "torch.relu_": "torch.relu_(T)",
    "F.relu": "F.relu(T, inplace=True)",
    "F.relu positional": "F.relu(T, True)",
    "F.relu_": "F.relu_(T)",
    "F.dropout": "F.dropout(T, 0.5, inplace=True)",
    "nn.ReLU": "nn.ReLU(inplace=True)(T)",
    "nn.ReLU named": "act = nn.ReLU(True)\ny = act(T)",
    "nn.Dropout": "nn.Dropout(inplace=True)(T)",
    "nn.Sequential": "nn.Sequential(nn.Hardtanh(inplace=True), nn.Identity())(T)",
    "nn.init": "nn.init.zeros_(T)",
    "foreach": "torch._foreach_add_([T], 1)",
    "loop": "for p in [T]:\n    p.add_(1)",
    "loop +=": "for p in (T,):\n    p += 1",
    "comprehension": "[p.add_(1) for p in [T]]",
    "generator": "any(p.add_(1) is None for p in [T])",
    "zip": "for p, q in zip([T], [1]):\n    p.mul_(q)",
    "enumerate": "for i, p in enumerate([T]):\n    p.add_(i)",
    "dict": "for name, p in {'t': T}.items():\n    p.add_(1)",
    "map": "list(map(lambda p: p.add_(1), [T]))",
    "rows": "for row in T:\n    row.add_(1)",
    # what torch does not check
    "data": "T.data.add_(1)",
    "data +=": "T.data += 1",
    "new data": "T.data = T.data + 1",
    # what goes to the same memory and counter
    "detached": "T.detach().add_(1)",
    "detached slice": "T.detach()[0] = 0",
    # what changes something else, or nothing
    "new": "T = T + 1",
    "other method": "T.add(1)",
    "of a clone": "T.clone().add_(1)",
    "F.relu of its own": "F.relu(T)",
    "nn.ReLU of its own": "nn.ReLU()(T)",
    "nn.Dropout that evaluates": "nn.Dropout(inplace=True).eval()(T)",
    "flag": "T.share_memory_()",
    "copied index": "T[[0]].add_(1)",
    "in a list": "parts = [T]\nparts += [T]",
    "number": "n = T.sum().item()\nn += 1",
}

_W = "w = torch.ones(3, 4, requires_grad=True)\n"
_LONG = _W + "t = torch.zeros(3, 4, dtype=torch.long)\n"
_BOOL = _W + "t = torch.zeros(3, 4, dtype=torch.bool)\n"
SUBJECTS = {
    # leaves
    "leaf": ("t = torch.ones(3, 4, requires_grad=True)\n", "(t * 2).sum()"),
    "leaf that is saved": ("t = torch.ones(3, 4, requires_grad=True)\n", "(t * t).sum()"),
    "leaf by method": ("t = torch.ones(3, 4)\nt.requires_grad_()\n", "(t + 1).sum()"),
    "leaf by attribute": ("t = torch.ones(3, 4)\nt.requires_grad = True\n", "t.exp().sum()"),
    "leaf like another": (f"{_W}t = torch.empty_like(w).requires_grad_()\n", "t.sum()"),
    "leaf of detach": (f"{_W}t = w.detach().clone().requires_grad_()\n", "t.pow(3).sum()"),
    "parameter": ("t = nn.Parameter(torch.ones(3, 4))\n", "t.norm()"),
    "weight": ("t = nn.Linear(4, 3).weight\n", "F.linear(torch.ones(2, 4), t).sum()"),
    "weight that is saved": (
        f"{_W}net = nn.Linear(4, 3)\nt = net.weight\n",
        "net(w).sum()",
    ),
    "first of parameters()": ("t = list(nn.Linear(4, 3).parameters())[0]\n", "t.sum()"),
    "next of parameters()": ("t = next(nn.Linear(4, 3).parameters())\n", "t.sum()"),
    "ParameterList": ("t = nn.ParameterList([torch.ones(3, 4)])[0]\n", "t.sum()"),
    "frozen": (f"{_W}t = nn.Parameter(torch.ones(3, 4), requires_grad=False)\n", "(w + t).sum()"),
    "frozen layer": (f"{_W}t = nn.Linear(4, 3).requires_grad_(False).weight\n", "(w + t).sum()"),
    "buffer": (f"{_W}t = nn.BatchNorm1d(4).running_mean.expand(3, 4).clone()\n", "(w + t).sum()"),
    # views of leaves
    "row of a leaf": (f"{_W}t = w[0]\n", "w.sum()"),
    "rows of a leaf": (f"{_W}t = w[0:2]\n", "w.sum()"),
    "view of a leaf": (f"{_W}t = w.view(-1)\n", "w.sum()"),
    "transposed leaf": (f"{_W}t = w.T\n", "w.sum()"),
    "unbound leaf": (f"{_W}t = w.unbind()[0]\n", "w.sum()"),
    "chunk of a leaf": (f"{_W}t, rest = w.chunk(2, 1)\n", "w.sum()"),
    "detached leaf": (f"{_W}t = w.detach()\n", "w.sum()"),
    "detached leaf that is saved": (f"{_W}t = w.detach()\n", "w.pow(2).sum()"),
    # results
    "exp": (f"{_W}t = w.exp()\n", "t.sum()"),
    "sigmoid": (f"{_W}t = torch.sigmoid(w)\n", "t.sum()"),
    "relu": (f"{_W}t = F.relu(w)\n", "t.mean()"),
    "tanh of a module": (f"{_W}t = nn.Tanh()(w)\n", "t.sum()"),
    "sqrt": (f"{_W}t = w.sqrt()\n", "(t + 1).sum()"),
    "softmax": (f"{_W}t = w.softmax(-1)\n", "t[0].sum()"),
    "power of half": (f"{_W}t = w ** 0.5\n", "t.sum()"),
    "norm's result": (f"{_W}t = w.norm(dim=1, keepdim=True)\n", "t.sum()"),
    "doubled": (f"{_W}t = w * 2\n", "t.sum()"),
    "sum of two": (f"{_W}t = w + w\n", "t.sum()"),
    "joined": (f"{_W}t = torch.cat([w, w])\n", "t.sum()"),
    "linear's result": ("t = nn.Linear(4, 4)(torch.ones(3, 4))\n", "t.sum()"),
    "clone": (f"{_W}t = w.clone()\n", "t.sum()"),
    # operands
    "mul": (f"{_W}t = w * 2\n", "(t * w).sum()"),
    "mul by plain": (f"{_W}t = w * 2\n", "(t * torch.ones(3, 4)).sum()"),
    "plain factor": (f"{_W}t = torch.ones(3, 4)\n", "(t * w).sum()"),
    "plain summand": (f"{_W}t = torch.ones(3, 4)\n", "(t + w).sum()"),
    "pow": (f"{_W}t = w * 2\n", "t.pow(2).sum()"),
    "norm": (f"{_W}t = w * 2\n", "t.norm()"),
    "divisor": (f"{_W}t = w * 2\n", "(w / t).sum()"),
    "dividend": (f"{_W}t = w * 2\n", "(t / 3).sum()"),
    "matmul": (f"{_W}t = w * 2\n", "(t @ w.T).sum()"),
    "log": (f"{_W}t = w * 2\n", "t.log().sum()"),
    "mean": (f"{_W}t = w * 2\n", "t.mean()"),
    "target": (f"{_W}t = torch.ones(3, 4)\n", "F.mse_loss(w, t)"),
    "target of a module": (f"{_W}t = torch.ones(3, 4)\n", "nn.MSELoss()(w, t)"),
    "labels": (f"{_W}t = torch.zeros(3, dtype=torch.long)\n", "F.cross_entropy(w, t)"),
    "layer's input": (f"{_W}t = w * 2\nnet = nn.Linear(4, 1)\n", "net(t).sum()"),
    # indices and masks
    "gather": (_LONG, "w.gather(0, t).sum()"),
    "take": (_LONG, "torch.take(w, t).sum()"),
    "index": (f"{_W}t = torch.zeros(2, dtype=torch.long)\n", "w[t].sum()"),
    "index_select": (f"{_W}t = torch.zeros(2, dtype=torch.long)\n", "w.index_select(0, t).sum()"),
    "scatter": (_LONG, "torch.zeros(3, 4).scatter_add(0, t, w).sum()"),
    "embedding": (_LONG, "F.embedding(t, w).sum()"),
    "nn.Embedding": (
        "t = torch.zeros(2, dtype=torch.long)\nnet = nn.Embedding(3, 4)\n",
        "net(t).sum()",
    ),
    "where": (_BOOL, "torch.where(t, w, w + 1).sum()"),
    "masked_fill": (_BOOL, "w.masked_fill(t, 0).sum()"),
    # views of what is saved, and what is saved of views
    "row of a result": (f"{_W}s = w.exp()\nt = s[0]\n", "s.sum()"),
    "view of a result": (f"{_W}s = w.exp()\nt = s.view(-1)\n", "s.sum()"),
    "flat result": (f"{_W}s = w.exp()\nt = s.flatten()\n", "s.sum()"),
    "detached result": (f"{_W}s = w.exp()\nt = s.detach()\n", "s.sum()"),
    "data of a result": (f"{_W}s = w.exp()\nt = s.data\n", "s.sum()"),
    "clone of a result": (f"{_W}s = w.exp()\nt = s.clone()\n", "s.sum()"),
    "detached clone": (f"{_W}s = w.exp()\nt = s.detach().clone()\n", "s.sum()"),
    "copied rows": (f"{_W}s = w.exp()\nt = s[[0, 1]]\n", "s.sum()"),
    "whole of a row": (f"{_W}t = w * 2\n", "t[0].pow(2).sum()"),
    "other row": (f"{_W}s = w * 2\nt = s[1]\n", "s[0].pow(2).sum()"),
    "already flat": (f"{_W}s = w.exp()\nt = s.contiguous()\n", "s.sum()"),
    "already float": (f"{_W}s = w.exp()\nt = s.float()\n", "s.sum()"),
}

HOLDERS = {
    "name": ("", "t"),
    "attribute": ("box = Box()\nbox.t = t\n", "box.t"),
    "list": ("box = [t]\n", "box[0]"),
    "tuple": ("box = (1, t)\n", "box[1]"),
    "dict": ("box = {'t': t}\n", "box['t']"),
    "filled dict": ("box = {}\nbox['t'] = t\n", "box['t']"),
    "nested": ("box = {'all': [t]}\n", "box['all'][0]"),
    "own class": ("box = Items(t)\n", "box[0]"),
    "ParameterList": ("box = nn.ParameterList([t])\n", "box[0]"),
    "ParameterDict": ("box = nn.ParameterDict({'t': t})\n", "box['t']"),
    "state_dict": ("box = Kept(t)\n", "box.state_dict()['t']"),
    "buffer": ("box = Kept(t)\n", "box.t"),
    "alias": ("box = t\n", "box"),
}
"""Who holds the tensor when it is changed."""

PLACES = (
    "module", "function", "helper", "decorated helper", "closure", "method", "lambda",
    "loop", "rounds", "try", "context", "forward", "helper that returns",
)  # fmt: skip
BETWEEN = (
    "nothing", "no_grad", "set_grad_enabled", "enable_grad", "clone", "detach", "second use",
    "backward before", "backward twice", "no backward", "autograd.grad", "used again",
    "made under no_grad", "changed first", "frozen",
)  # fmt: skip


def _acts(action: str, tensor: str, between: str) -> str:
    text = re.sub(r"\bT\b", tensor, ACTIONS[action]) + "  # here\n"
    if between in {"clone", "detach"}:
        text = f"{tensor} = {tensor}.{between}()\n{text}"
    contexts = {
        "no_grad": "with torch.no_grad():\n",
        "set_grad_enabled": "with torch.set_grad_enabled(False):\n",
        "enable_grad": "with torch.no_grad(), torch.enable_grad():\n",
    }
    return contexts[between] + indent(text, "    ") if between in contexts else text


def _steps(subject: str, holder: str, between: str) -> tuple[str, str, str]:
    """What comes before the change, how the tensor is named there, and what comes after."""
    make, use = SUBJECTS[subject]
    hold, tensor = HOLDERS[holder]
    if between == "made under no_grad":
        make = f"with torch.no_grad():\n{indent(make, '    ')}"
    if between == "frozen":
        make += "t.requires_grad_(False)\n"
    out = f"out = {use}\n"
    before, after = make + out + hold, "out.backward()\n"
    if between == "second use":
        after = f"out = out + {tensor}.sum()\n{after}"
    elif between == "backward before":
        before, after = f"{before}out.backward()\n", ""
    elif between == "backward twice":
        before = f"{before}out.backward(retain_graph=True)\n"
    elif between == "no backward":
        after = "print(out.item())\n"
    elif between == "autograd.grad":
        after = f"torch.autograd.grad(out, {'w' if 'w =' in make else 't'})\n"
    elif between == "used again":
        after = out + after
    elif between == "changed first":
        before, after = make + hold, out + after
    return before, tensor, after


_FUNCTION = "def train():\n{}\n\ntrain()\n"


def _placed(action: str, subject: str, holder: str, place: str, between: str) -> str:
    before, tensor, after = _steps(subject, holder, between)
    acts = _acts(action, tensor, between)
    box = tensor.partition("[")[0].partition(".")[0]

    def function(text: str) -> str:
        return _FUNCTION.format(indent(text, "    "))

    if place == "module":
        return before + acts + after
    if place in {"helper", "decorated helper", "helper that returns"}:
        returned = place == "helper that returns"
        decorator = "@torch.no_grad()\n" if place == "decorated helper" else ""
        helper = f"{decorator}def change({box}):\n{indent(acts, '    ')}"
        helper += f"    return {box}\n" * returned
        call = f"{box} = change({box})\n" if returned else f"change({box})\n"
        return f"{helper}\n\n{function(before + call + after)}"
    if place == "lambda":
        return function(f"{before}change = lambda {box}: {acts.strip()}\nchange({box})\n{after}")
    if place == "closure":
        scope = f"    nonlocal {box}\n" if box == tensor else ""
        inner = f"def change():\n{scope}{indent(acts, '    ')}\nchange()\n"
        return function(before + inner + after)
    if place in {"method", "forward"}:
        name, given = (
            ("change", f"self, {box}") if place == "method" else ("forward", f"self, {box}")
        )
        base = "nn.Module" if place == "forward" else "Box"
        method = f"    def {name}({given}):\n{indent(acts, ' ' * 8)}"
        call = f"Changes().change({box})\n" if place == "method" else f"Changes()({box})\n"
        return f"class Changes({base}):\n{method}\n\n{function(before + call + after)}"
    wrapped = {
        "loop": f"for _ in range(2):\n{indent(acts, '    ')}",
        "try": f"try:\n{indent(acts, '    ')}finally:\n    print('done')\n",
        "context": f"with contextlib.nullcontext():\n{indent(acts, '    ')}",
    }
    if place == "rounds":
        return function(f"for _ in range(2):\n{indent(before + acts + after, '    ')}")
    return function(before + wrapped.get(place, acts) + after)


def _program(*chosen: str) -> Program:
    text = HEAD + _placed(*chosen)
    line = 1 + text[: text.index("# here")].count("\n")
    return Program(chosen, text, line)


AXES = (tuple(ACTIONS), tuple(SUBJECTS), tuple(HOLDERS), PLACES, BETWEEN)
USUAL = (
    ("method", "exp", "name", "function", "nothing"),
    ("+=", "leaf that is saved", "name", "function", "no_grad"),
    ("item", "pow", "attribute", "helper", "nothing"),
)


def programs() -> Iterator[Program]:
    """Each way to change each tensor; and of each usual program, what differs in two things."""
    seen: set[tuple[str, ...]] = set()
    for usual in USUAL:
        for one, other in itertools.combinations(range(len(AXES)), 2):
            for here, there in itertools.product(AXES[one], AXES[other]):
                chosen = list(usual)
                chosen[one], chosen[other] = here, there
                if tuple(chosen) not in seen and _is_written(*chosen):
                    seen.add(tuple(chosen))
                    yield _program(*chosen)


def _is_written(action: str, subject: str, holder: str, place: str, between: str) -> bool:
    """Whether there is such a program: a lambda holds an expression."""
    if place != "lambda":
        return True
    try:
        compile(_acts(action, HOLDERS[holder][1], between), "<action>", "eval")
    except SyntaxError:
        return False
    return True


_ANSWERS = {
    "has been modified by an inplace operation": "saved",
    "a leaf Variable that requires grad": "leaf",
    "a view of a leaf Variable": "leaf",
    "is a view and is being modified inplace": "refused",
    "don't support automatic differentiation": "refused",
}


def run(text: str) -> None:
    """Run a program under torch, as whoever imports it does, without a word."""
    names: dict[str, Any] = {"__name__": "program", "print": lambda *given: None}
    with warnings.catch_warnings(action="ignore"):
        exec(compile(text, "<program>", "exec"), names)


def truth(program: Program) -> str | None:
    """What torch says of the change.

    Returns:
        ``"leaf"``, ``"saved"``, ``"refused"`` where torch refuses it for one of several views and
        for ``out=``, whatever they are; an empty string for a program that is right, and None for
        one that fails otherwise.
    """
    try:
        run(program.text)
    except RuntimeError as error:
        return next((answer for text, answer in _ANSWERS.items() if text in str(error)), None)
    except (TypeError, IndexError, ValueError, AttributeError, UnboundLocalError):
        return None
    return ""
