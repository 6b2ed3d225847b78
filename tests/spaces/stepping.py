"""Loops of training: how gradients are accumulated, and how they are cleared by hand."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from textwrap import indent

INDENT = "    "
HEAD = """\
import torch
from torch import nn

K = 2


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Sequential(nn.Linear(2, 2), nn.Linear(2, 2))
        self.b = nn.Linear(2, 1)

    def forward(self, x):
        return self.b(self.a(x))


"""
MAKE = "optimizer = torch.optim.SGD(net.parameters(), lr=0.1)\n"
EVERY = ("2", "K", "k", "args.k", "cfg['k']", "self.k", "self.cfg.k")
TESTS = (
    "(i + 1) % {k} == 0", "not (i + 1) % {k}", "(i + 1) % {k} < 1", "i % {k} == {k} - 1",
    "0 == (i + 1) % {k}", "(i + 1) % {k} == 0 or i + 1 == len(data)",
)  # fmt: skip
STEPS = {
    "if": "if {t}:\n    optimizer.step()\n    # after",
    "continue": "if not ({t}):\n    continue\noptimizer.step()\n# after",
}


def accumulations() -> Iterator[tuple[str, str, bool]]:
    """A step in every k-th round; whether each round clears, or the step."""
    for every, test, step, each_round in itertools.product(EVERY, TESTS, STEPS, (False, True)):
        stepped = STEPS[step].format(t=test.format(k=every))
        stepped = stepped.replace("# after", "pass" if each_round else "optimizer.zero_grad()")
        clear = "optimizer.zero_grad()\n" if each_round else ""
        body = clear + "loss = net(x).pow(2).mean()\nloss.backward()\n" + stepped
        loop = f"{MAKE}for i, x in enumerate(data):\n{indent(body, INDENT)}\n"
        name = f"{test.format(k=every)}, {step}"
        if "self" in every:
            text = "class Trainer:\n    def __init__(self, args):\n        self.k = args.k\n"
            text += "        self.cfg = args\n\n    def train(self, net, data):\n"
            text += indent(loop, 2 * INDENT)
            call = "Trainer(args).train(net, data)\n"
        else:
            text = "def train(net, data, args, k, cfg):\n" + indent(loop, INDENT)
            call = "train(net, data, args, 2, {'k': 2})\n"
        yield name, f"{HEAD}{text}\n\nnet = Net()\n{ASKED}{call}", each_round


ASKED = """\
data = torch.ones(4, 1, 2)
args = type("Args", (), {"k": 2})()
"""
NETWORKS = {"layer": "nn.Linear(2, 1)", "class": "Net()"}
CLEARS = {
    "nothing": "pass",
    "zero_grad": "net.zero_grad()",
    "None": "for p in net.parameters():\n    p.grad = None",
    "named": "for n, p in net.named_parameters():\n    p.grad = None",
    "list": "for p in list(net.parameters()):\n    p.grad = None",
    "setattr": "for p in net.parameters():\n    setattr(p, 'grad', None)",
    "del": "for p in net.parameters():\n    del p.grad",
    "comprehension": "[setattr(p, 'grad', None) for p in net.parameters()]",
}
CLEARS_IN_PLACE = {
    "modules": "for m in net.modules():\n    for p in m.parameters():\n        p.grad = None",
    "groups": "for g in optimizer.param_groups:\n    for p in g['params']:\n        p.grad = None",
    "zero_": "for p in net.parameters():\n    if p.grad is not None:\n        p.grad.zero_()",
    "data": "for p in net.parameters():\n    if p.grad is not None:\n        p.grad.data.zero_()",
    "zeros": "for p in net.parameters():\n    p.grad = torch.zeros_like(p)",
}
"""What counts as clearing, and is not told where it comes between a backward and its step."""
PLACES = {
    "before": "# clear\nloss.backward()\noptimizer.step()",
    "after": "loss.backward()\noptimizer.step()\n# clear",
    "between": "loss.backward()\n# clear\noptimizer.step()",
}


def clearings() -> Iterator[tuple[str, str]]:
    """Each way to clear, at each place in the round."""
    for clear, network, place, is_helper, is_given in itertools.product(
        {**CLEARS, **CLEARS_IN_PLACE}, NETWORKS, PLACES, (False, True), (False, True)
    ):
        if clear in CLEARS_IN_PLACE and place == "between":
            continue
        statements = {**CLEARS, **CLEARS_IN_PLACE}[clear]
        helper = f"def clear(net, optimizer):\n{indent(statements, INDENT)}\n\n\n"
        called = "clear(net, optimizer)" if is_helper else statements
        body = "loss = net(x).pow(2).mean()\n" + PLACES[place].replace("# clear", called)
        loop = f"{MAKE}for x in data:\n{indent(body, INDENT)}\n"
        made = f"net = {NETWORKS[network]}\n"
        text = (
            "def train(net, data):\n" if is_given else f"def train(data):\n{indent(made, INDENT)}"
        )
        text += indent(loop, INDENT) + "\n\n" + ASKED
        text += f"{made}train(net, data)\n" if is_given else "train(data)\n"
        name = f"{clear}, {network}, {place}{', helper' * is_helper}{', given' * is_given}"
        yield name, HEAD + (helper if is_helper else "") + text


UPDATES = {
    "-=": "with torch.no_grad():\n    p -= 0.1 * p.grad",
    "+=": "with torch.no_grad():\n    p += -0.1 * p.grad",
    "data -=": "p.data -= 0.1 * p.grad.data",
    "data.sub_": "p.data.sub_(0.1 * p.grad)",
    "data.add_": "p.data.add_(p.grad.data, alpha=-0.1)",
    "add_": "with torch.no_grad():\n    p.add_(p.grad, alpha=-0.1)",
    "copy_": "with torch.no_grad():\n    p.copy_(p - 0.1 * p.grad)",
    "data =": "p.data = p.data - 0.1 * p.grad",
    "[:] =": "p.data[:] = p.data - 0.1 * p.grad",
    "detach": "p.detach().sub_(0.1 * p.grad)",
    "sign": "p.data -= 0.1 * p.grad.sign()",
    "named": "g = p.grad.detach().clone()\np.data -= 0.1 * g",
    "momentum": "m = 0.9 * p.detach() + p.grad\np.data -= 0.1 * m",
    "in a buffer": "m = torch.zeros_like(p)\nm.mul_(0.9).add_(p.grad)\np.data.add_(m, alpha=-0.1)",
    "addcdiv_": "v = p.grad.pow(2) + 1\np.data.addcdiv_(p.grad, v.sqrt(), value=-0.1)",
    "torch.sub": "with torch.no_grad():\n    p.copy_(torch.sub(p, p.grad, alpha=0.1))",
}
"""What is done with each parameter."""
OTHER_UPDATES = {
    "decay": "p.data -= 0.1 * p.data",
    "of a new gradient": "g, = torch.autograd.grad(p.pow(2).sum(), p)\np.data -= 0.1 * g",
}
"""What uses no ``.grad``."""
OWNERS = {
    "tensor": "p = torch.ones(2, 2, requires_grad=True)\n",
    "network": "net = Net()\n",
    "layer": "net = nn.Linear(2, 1)\n",
}
CLEARED = {
    "never": "pass",
    "zero_": "p.grad.zero_()",
    "None": "p.grad = None",
    "data": "p.grad.data.zero_()",
    "anew": "p.grad = torch.zeros_like(p)",
}


def hand_steps() -> Iterator[tuple[str, str]]:
    """Each way to step by hand, with each way to clear."""
    updates = {**UPDATES, **OTHER_UPDATES}
    for update, owner, cleared, place in itertools.product(
        updates, OWNERS, CLEARED, ("in place", "helper", "given")
    ):
        if place != "in place" and cleared not in {"never", "None"}:
            continue
        each = f"{updates[update]}\n{CLEARED[cleared]}\n"
        name, loss = "p", "(x @ p).pow(2).mean()"
        if owner != "tensor":
            name, loss = "net", "net(x).pow(2).mean()"
            each = f"for p in net.parameters():\n{indent(each, INDENT)}"
        helper = f"def update({name}):\n{indent(each, INDENT)}\n\n" if place == "helper" else ""
        body = f"loss = {loss}\nloss.backward()\n" + (f"update({name})\n" if helper else each)
        train = f"for x in data:\n{indent(body, INDENT)}"
        if place == "given":
            helper = f"def train({name}, data):\n{indent(train, INDENT)}\n\n"
            train = f"train({name}, data)\n"
        text = f"{HEAD}{helper}data = torch.ones(4, 1, 2)\n{OWNERS[owner]}{train}"
        yield f"{update}, {owner}, {cleared}, {place}", text
