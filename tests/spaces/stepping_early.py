"""Steps that come while a backward is pending: what computes, what steps, how, and in which order.

:func:`programs` yields the programs, and :func:`truth` asks torch about one of them.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from textwrap import indent
from typing import NamedTuple

from .changing import run

HEAD = """\
import itertools
from functools import partial

import torch
from torch import nn
from torch.nn import functional as F


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(4, 4)
        self.b = nn.Linear(4, 4)

    def forward(self, x):
        return self.b(torch.relu(self.a(x)))


class Tied(nn.Module):
    def __init__(self, inner):
        super().__init__()
        self.inner = inner

    def forward(self, x):
        return self.inner(x)


"""


class Program(NamedTuple):
    """A program with a step.

    Attributes:
        chosen: The network, what is pending, the optimiser, the step, the place, and the order.
        text: The program.
        line: The line of the step.
    """

    chosen: tuple[str, ...]
    text: str
    line: int


NETWORKS = {
    "class": "net = Net()",
    "linear": "net = nn.Linear(4, 4)",
    "Sequential": "net = nn.Sequential(nn.Linear(4, 4), nn.Tanh(), nn.Linear(4, 4))",
    "convolution": "net = nn.Sequential(nn.Unflatten(1, (1, 4)), nn.Conv1d(1, 1, 1))",
    "ModuleList": "net = nn.ModuleList([nn.Linear(4, 4), nn.Linear(4, 4)])",
    "normalised": "net = nn.Sequential(nn.Linear(4, 4), nn.LayerNorm(4))",
    "weight_norm": "net = nn.utils.weight_norm(nn.Linear(4, 4))",
    "spectral_norm": "net = nn.utils.spectral_norm(nn.Linear(4, 4))",
    "parametrized": "net = nn.utils.parametrizations.weight_norm(nn.Linear(4, 4))",
    "wrapped": "net = Tied(Net())",
    "recurrent": "net = nn.GRUCell(4, 4)",
    "function": "net = Net()",
}
_CALLS = {
    "ModuleList": "net[1](net[0]({x}))",
    "function": "torch.func.functional_call(net, dict(net.named_parameters()), ({x},))",
}
PENDING = {
    "loss": "pending = NET(x).pow(2).mean()",
    "of a fake": "fake = other(x)\npending = NET(fake).mean()",
    "of a fake that is detached": "fake = other(x).detach()\npending = NET(fake).mean()",
    "advantage": "value = NET(x)\npending = -(other(x) * value).mean()",
    "detached advantage": "value = NET(x)\npending = -(other(x) * value.detach()).mean()",
    "under no_grad": (
        "with torch.no_grad():\n    value = NET(x)\npending = (other(x) * value).mean()"
    ),
    "penalty": "pending = sum(p.pow(2).sum() for p in net.parameters())",
    "absolute penalty": "pending = sum(p.abs().sum() for p in net.parameters())",
    "sum of parameters": "pending = sum(p.sum() for p in net.parameters())",
    "norms": "pending = torch.stack([p.norm() for p in net.parameters()]).sum()",
    "list of losses": "losses = [NET(x).mean(), NET(x).pow(2).mean()]\npending = sum(losses)",
    "dict of losses": "losses = {'net': NET(x).mean()}\npending = losses['net'] + other(x).mean()",
    "in two rounds": "h = x\nfor _ in range(2):\n    h = NET(h)\npending = h.mean()",
    "the other's": "pending = other(x).mean()",
}
OPTIMISERS = {
    "parameters()": "net.parameters()",
    "list": "list(net.parameters())",
    "filter": "filter(lambda p: p.requires_grad, net.parameters())",
    "generator": "(p for p in net.parameters() if p.requires_grad)",
    "comprehension": "[p for name, p in net.named_parameters()]",
    "groups": "[{'params': net.parameters(), 'lr': 0.2}, {'params': other.parameters()}]",
    "chain": "itertools.chain(net.parameters(), other.parameters())",
    "sum of lists": "list(other.parameters()) + list(net.parameters())",
    "first alone": "[next(net.parameters())]",
    "biases": "[p for name, p in net.named_parameters() if 'bias' in name]",
    "other": "other.parameters()",
    "filled": "[p for m in net.modules() for p in m.parameters(recurse=False)]",
    "dimensions": "filter(lambda p: p.dim() == 1, net.parameters())",
    "islice": "list(itertools.islice(net.parameters(), 1))",
    "set": "set(net.parameters())",
    "tuple": "tuple(net.parameters())",
    "map": "map(lambda p: p, net.parameters())",
}
_SCHEDULER = "scheduler = torch.optim.lr_scheduler.StepLR(optimizer, 1)\n"
STEPS = {
    "step": "optimizer.step()",
    "Adam": "optimizer.step()",
    "of a list": "for each in [optimizer]:\n    each.step()",
    "comprehension": "[each.step() for each in [optimizer]]",
    "dict": "optimizers = {'net': optimizer}\noptimizers['net'].step()",
    "values": "optimizers = {'net': optimizer}\nfor each in optimizers.values():\n    each.step()",
    "zip": "for each, n in zip([optimizer], [1]):\n    each.step()",
    "scaler": "scaler = torch.amp.GradScaler('cpu', enabled=False)\nscaler.step(optimizer)",
    "closure": "optimizer.step(lambda: None)",
    "bound": "go = optimizer.step\ngo()",
    "scheduled": f"{_SCHEDULER}optimizer.step()\nscheduler.step()",
    "scheduler alone": f"{_SCHEDULER}scheduler.step()",
    "by hand": "with torch.no_grad():\n    for p in net.parameters():\n        p -= 0.1",
    "by hand in data": "for p in net.parameters():\n    p.data -= 0.1",
    "clipped": "with torch.no_grad():\n    for p in net.parameters():\n        p.clamp_(-0.1, 0.1)",
    "averaged": (
        "for p, q in zip(net.parameters(), twin.parameters()):\n    with torch.no_grad():\n"
        "        p.mul_(0.9).add_(q, alpha=0.1)"
    ),
    "loaded": "net.load_state_dict(twin.state_dict())",
    "initialised": "for p in net.parameters():\n    nn.init.zeros_(p)",
    "applied": (
        "def reset(m):\n    if isinstance(m, nn.Linear):\n        m.reset_parameters()  # here\n"
        "net.apply(reset)"
    ),
    "nothing": "print(optimizer)",
}
PLACES = ("function", "module", "helper", "method", "closure", "loop", "rounds", "given", "trainer")
ORDERS = (
    "step first", "backward first", "forward again", "cleared", "zeroed", "no gradient",
    "retained", "never", "both in one", "given inputs", "other's gradient", "of a copy",
)  # fmt: skip


_CHANGE = re.compile(r"(.*(?:\b(?:step|go|load_state_dict|zeros_|clamp_|mul_)\(| -= |print\().*)")
"""The statement of a step that changes the parameters."""
_OWN = re.compile(r"\b(net|twin|other|optimizer)\b(?!')")


def _parts(network: str, pending: str, optimiser: str, step: str, order: str) -> dict[str, str]:
    call = _CALLS.get(network, "net({x})")
    text = re.sub(r"NET\((\w+)\)", lambda found: call.format(x=found[1]), PENDING[pending])
    own = f"{call.format(x='x.clone()')}.pow(2).mean()"
    made = f"{NETWORKS[network]}\ntwin = {NETWORKS[network].removeprefix('net = ')}\n"
    made += "other = nn.Linear(4, 4)\n"
    kind = "Adam" if step == "Adam" else "SGD"
    make = f"optimizer = torch.optim.{kind}({OPTIMISERS[optimiser]}, lr=0.1)\n"
    text += "\n"
    loss = f"loss = {own} + other(x).mean()\n"
    backward = "loss.backward()\n"
    steps = STEPS[step] + "\n"
    if "# here" not in steps:
        steps = _CHANGE.sub(r"\1  # here", steps, count=1)
    last = "pending.backward()\n"
    first = text + loss + backward
    body = {
        "step first": first + steps + last,
        "backward first": first + last + steps,
        "forward again": first + steps + text + last,
        "cleared": first + "optimizer.zero_grad()\n" + steps + last,
        "zeroed": first + "optimizer.zero_grad(set_to_none=False)\n" + steps + last,
        "no gradient": text + steps + last,
        "retained": text + loss + "loss.backward(retain_graph=True)\n" + steps + last,
        "never": first + steps + "print(pending.item())\n",
        "both in one": text + loss + "(loss + pending).backward()\n" + steps,
        "given inputs": first + steps + "pending.backward(inputs=[other.weight])\n",
        "other's gradient": text + "other(x).mean().backward()\n" + steps + last,
        "of a copy": first + "pending = pending.detach().requires_grad_()\n" + steps + last,
    }[order]
    return {"made": made, "make": make, "body": body, "steps": steps}


def _placed(place: str, made: str, make: str, body: str, steps: str) -> str:
    names = "net, twin, other, optimizer, x"
    data = "x = torch.ones(2, 4)\n"
    if place == "module":
        return made + make + data + body
    if place == "helper":
        helper = f"def update(net, twin, optimizer):\n{indent(steps, '    ')}\n\n"
        call = body.replace(steps, "update(net, twin, optimizer)\n")
        return f"{helper}def train():\n{indent(made + make + data + call, '    ')}\n\ntrain()\n"
    if place == "closure":
        inner = f"def update():\n{indent(steps, '    ')}\n"
        call = inner + body.replace(steps, "update()\n")
        return f"def train():\n{indent(made + make + data + call, '    ')}\n\ntrain()\n"
    if place == "given":
        return f"def train({names}):\n{indent(body, '    ')}\n\n{made}{make}{data}train({names})\n"
    if place in {"method", "trainer"}:
        own = _OWN.sub(r"self.\1", made + make)
        inner = _OWN.sub(r"self.\1", body)
        acts = _OWN.sub(r"self.\1", steps)
        text = f"class Trainer:\n    def __init__(self):\n{indent(own, ' ' * 8)}\n"
        if place == "method":
            text += f"    def update(self):\n{indent(acts, ' ' * 8)}\n"
            inner = inner.replace(acts, "self.update()\n")
        text += f"    def train(self, x):\n{indent(inner, ' ' * 8)}\n\n"
        return f"{text}Trainer().train(torch.ones(2, 4))\n"
    if place == "rounds":
        body = f"for x in torch.ones(2, 2, 4):\n{indent(body, '    ')}"
    if place == "loop":
        body = body.replace(steps, f"for _ in range(2):\n{indent(steps, '    ')}")
    return f"def train():\n{indent(made + make + data + body, '    ')}\n\ntrain()\n"


def _program(
    network: str, pending: str, optimiser: str, step: str, place: str, order: str
) -> Program:
    text = HEAD + _placed(place, **_parts(network, pending, optimiser, step, order))
    line = 1 + text[: text.index("# here")].count("\n")
    return Program((network, pending, optimiser, step, place, order), text, line)


AXES = (tuple(NETWORKS), tuple(PENDING), tuple(OPTIMISERS), tuple(STEPS), PLACES, ORDERS)
USUAL = (
    ("class", "loss", "parameters()", "step", "function", "step first"),
    ("Sequential", "of a fake", "parameters()", "step", "trainer", "step first"),
)


def programs() -> Iterator[Program]:
    """Of each usual program, what differs in two things."""
    seen: set[tuple[str, ...]] = set()
    for usual in USUAL:
        for one, other in itertools.combinations(range(len(AXES)), 2):
            for here, there in itertools.product(AXES[one], AXES[other]):
                chosen = list(usual)
                chosen[one], chosen[other] = here, there
                if tuple(chosen) not in seen and not _is_left_out(*chosen):
                    seen.add(tuple(chosen))
                    yield _program(*chosen)


def _is_left_out(network: str, *others: str) -> bool:
    """Whether a backward is for the input alone of a network that computes its weights.

    It needs the weights that were computed, which no step changes. No linter here knows that.
    """
    return network in COMPUTED and "given inputs" in others


COMPUTED = {"weight_norm", "spectral_norm", "parametrized"}
"""Networks that compute the weights that they use from others."""


def truth(program: Program) -> str | None:
    """What torch says: what is saved is changed, nothing, or that it cannot run."""
    try:
        run(program.text)
    except RuntimeError as error:
        return "saved" if "has been modified by an inplace operation" in str(error) else None
    except (TypeError, IndexError, ValueError, AttributeError, NotImplementedError):
        return None
    return ""
