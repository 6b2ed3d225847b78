"""Ways to give an optimiser its parameters, and what becomes of the networks and of it after that.

Torch says which parameters a loss trains and no step changes.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from textwrap import indent

INDENT = "    "
HEAD = """\
import itertools
import torch
from torch import nn


class Body(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(2, 2), nn.Linear(2, 2)])
        self.last = nn.Linear(2, 2)

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return self.last(x)

    def grow(self):
        self.layers.append(nn.Linear(2, 2))


"""
BODIES = {"class": "Body()", "sequential": "nn.Sequential(nn.Linear(2, 2), nn.Linear(2, 2))"}
HEADS = {
    "layer": "nn.Linear(2, 1)",
    "sequential": "nn.Sequential(nn.Linear(2, 2), nn.ReLU(), nn.Linear(2, 1))",
}
GIVEN = {
    "body": "body.parameters()",
    "list": "list(body.parameters())",
    "comprehension": "[p for p in body.parameters()]",
    "group": "[{'params': body.parameters()}]",
    "filter": "filter(lambda p: p.requires_grad, body.parameters())",
    "sum": "list(body.parameters()) + list(head.parameters())",
    "stars": "[*body.parameters(), *head.parameters()]",
    "chain": "itertools.chain(body.parameters(), head.parameters())",
    "groups": "[{'params': body.parameters()}, {'params': head.parameters(), 'lr': 0.2}]",
    "module list": "nn.ModuleList([body, head]).parameters()",
    "loop": "[p for net in (body, head) for p in net.parameters()]",
}
AFTER = {
    "nothing": "pass",
    "a second optimiser": "other = torch.optim.SGD(head.parameters(), lr=0.1)",
    "a group": "optimizer.add_param_group({'params': head.parameters()})",
    "modes": "head.train()\nhead.to('cpu')",
    "frozen": "head.requires_grad_(False)",
    "frozen by a loop": "for p in head.parameters():\n    p.requires_grad = False",
    "evaluated": "head.eval()",
    "loaded": "head.load_state_dict(head.state_dict())",
}
MEANT = ("evaluated", "loaded")
"""What tells that a network need not be trained, though it could be."""
LOSSES = {
    "head of body": "head(body(x)).pow(2).mean()",
    "step by step": "(head(torch.relu(body(x))) - 1).pow(2).mean()",
    "fixed body": "head(body(x).detach() + body(x)).pow(2).mean()",
}
NETWORKS = (("class", "layer"), ("sequential", "sequential"))
PLACES = ("module", "function", "class")


def _placed(made: str, loop: str, place: str) -> str:
    if place == "module":
        return f"{made}\n{loop}"
    if place == "function":
        return f"def train(data):\n{indent(made + chr(10) + loop, INDENT)}\n\ntrain(data)\n"
    for name in ("body", "head", "optimizer"):
        made, loop = (_of_self(each, name) for each in (made, loop))
    text = f"class Trainer:\n    def __init__(self):\n{indent(made, 2 * INDENT)}\n\n"
    text += f"    def train(self, data):\n{indent(loop, 2 * INDENT)}\n\n"
    return f"{text}Trainer().train(data)\n"


def _of_self(text: str, name: str) -> str:
    return re.sub(rf"(?<![\w.'_]){name}(?![\w'])", f"self.{name}", text)


def left_out() -> Iterator[tuple[str, str, bool]]:
    """Each way to give parameters, with what comes after it; whether more tells what is meant."""
    forms = [(loss, *NETWORKS[0], "module") for loss in LOSSES]
    forms += [("head of body", *NETWORKS[1], place) for place in PLACES]
    for given, after, (loss, body, head, place) in itertools.product(GIVEN, AFTER, forms):
        if GIVEN[given].count("head") and after in {"a group", "a second optimiser"}:
            continue  # torch refuses, or it has them twice
        made = f"body = {BODIES[body]}\nhead = {HEADS[head]}\n"
        made += f"optimizer = torch.optim.SGD({GIVEN[given]}, lr=0.1)\n{AFTER[after]}"
        stepped = "optimizer.zero_grad()\n"
        stepped += f"{LOSSES[loss]}.backward()\noptimizer.step()\n"
        stepped += "other.step()\nother.zero_grad()\n" if "other" in AFTER[after] else ""
        loop = f"for x in data:\n{indent(stepped, INDENT)}"
        if "other" in loop and place == "class":
            continue
        text = f"{HEAD}data = torch.ones(3, 4, 2)\n{_placed(made, loop, place)}"
        yield f"{given}, {after}, {loss}, {body}, {head}, {place}", text, after in MEANT


NUMBERS = {
    "given": "torch.tensor([[0.5, -0.5]])",
    "computed": "torch.tensor([[1.0, -1.0]]) / torch.tensor([[1.0, -1.0]]).abs().sum()",
    "from numpy": "torch.from_numpy(np.array([[0.5, -0.5]], dtype='float32'))",
    "filled": "torch.full((1, 2), 0.5)",
    "averaging": "torch.ones(1, 2) / 2",
    "of another network": "torch.nn.Linear(2, 1).weight.detach()",
    "drawn": "torch.randn(1, 2)",
    "drawn and scaled": "torch.randn(1, 2) * 0.02",
}
"""What the numbers of a layer are, and :data:`DRAWN` those that only begin what is trained."""
DRAWN = ("drawn", "drawn and scaled", "initialised", "normal", "zeros", "moved", "as it was made")
WRITES = {
    "parameter": "head.weight = nn.Parameter({numbers})",
    "named": "kernel = {numbers}\nhead.weight = nn.Parameter(kernel)",
    "reshaped": "kernel = {numbers}\nhead.weight = nn.Parameter(kernel.view(1, 2))",
    "data": "head.weight.data = {numbers}",
    "copied": "head.weight.data.copy_({numbers})",
    "copied without a graph": "with torch.no_grad():\n    head.weight.copy_({numbers})",
    "items": "head.weight.data[:] = {numbers}",
    "of the class": "head = Fixed({numbers})",
    "its own parameter": "head = Own({numbers})",
}
ALONE = {
    "filled": "head.weight.data.fill_(0.5)",
    "by items": "kernel = torch.zeros(1, 2)\nkernel[0, 1] = 1\nhead = Own(kernel)",
    "initialised": "nn.init.xavier_uniform_(head.weight)",
    "normal": "head.weight.data.normal_(0, 0.02)",
    "zeros": "head.weight.data.zero_()",
    "moved": "head.weight.data = head.weight.data.to('cpu')",
    "as it was made": "pass",
}
FIXED = """\
import numpy as np


class Fixed(nn.Module):
    def __init__(self, kernel):
        super().__init__()
        self.layer = nn.Linear(2, 1, bias=False)
        self.layer.weight = nn.Parameter(kernel)

    def forward(self, x):
        return self.layer(x)


class Own(nn.Module):
    def __init__(self, kernel):
        super().__init__()
        self.kernel = nn.Parameter(kernel)

    def forward(self, x):
        return nn.functional.linear(x, self.kernel)


"""


def filtered() -> Iterator[tuple[str, str, bool]]:
    """A layer that no optimiser has, by where its numbers come from: some are to stay."""
    written = [
        (f"{numbers}, {way}", WRITES[way].format(numbers=NUMBERS[numbers]), numbers not in DRAWN)
        for numbers, way in itertools.product(NUMBERS, WRITES)
    ]
    written += [(way, text, way not in DRAWN) for way, text in ALONE.items()]
    for (way, text, is_meant), place, bias in itertools.product(written, PLACES, (False, True)):
        made = f"body = Body()\nhead = nn.Linear(2, 1, bias={bias})\n{text}\n"
        made += "optimizer = torch.optim.SGD(body.parameters(), lr=0.1)"
        stepped = "optimizer.zero_grad()\nhead(body(x)).pow(2).mean().backward()\n"
        loop = f"for x in data:\n{indent(stepped + 'optimizer.step()', INDENT)}\n"
        start = f"{HEAD}{FIXED}data = torch.ones(3, 4, 2)\n"
        yield f"{way}, {place}, {bias}", start + _placed(made, loop, place), is_meant


SIGNATURES = {
    "optimizer of the file": ("epoch, model", "epoch, {net}"),
    "first": ("model", "{net}"),
    "annotated": ("model: Body", "{net}"),
    "by keyword": ("*, model", "model={net}"),
    "both": ("model, optimizer", "{net}, optimizer"),
    "with a default": ("model, optimizer=optimizer", "{net}"),
}
CALLS = {
    "same": ("body", "train({given})"),
    "in a loop": ("body", "for epoch in range(2):\n    train({given})"),
    "in a script": (
        "body",
        "if __name__ == '__main__':\n    for epoch in range(2):\n        train({given})",
    ),
    "in main": (
        "body",
        "def main():\n    for epoch in range(2):\n        train({given})\n\nmain()",
    ),
    "another one": ("Body()", "train({given})"),
}


def handed() -> Iterator[tuple[str, str]]:
    """A function that is given the network, and takes the optimiser from the file or as well."""
    for (form, (takes, given)), (call, (net, calls)) in itertools.product(
        SIGNATURES.items(), CALLS.items()
    ):
        loop = "for x in data:\n    optimizer.zero_grad()\n    model(x).pow(2).mean().backward()\n"
        body = indent(f"{loop}    optimizer.step()\n", INDENT)
        text = f"{HEAD}data = torch.ones(3, 4, 2)\nepoch = 0\nbody = Body()\n"
        text += "optimizer = torch.optim.SGD(body.parameters(), lr=0.1, momentum=0.9)\n\n"
        text += f"def train({takes}):\n{body}\n{calls.format(given=given.format(net=net))}\n"
        yield f"{form}, {call}", text


CHANGES = {
    "replaced": "body.last = nn.Linear(2, 2)",
    "setattr": "setattr(body, 'last', nn.Linear(2, 2))",
    "appended": "body.layers.append(nn.Linear(2, 2))",
    "by a method": "body.grow()",
    "new attribute": "body.layers = nn.ModuleList([nn.Linear(2, 2)])",
    "replaced in the list": "body.layers[0] = nn.Linear(2, 2)",
    "not called": "body.name = nn.Linear(2, 2)",
}
"""How a network changes."""
KNOWN_MISSED = ("replaced in the list",)
"""An item of a ``ModuleList`` that is assigned: the tape forgets what the list holds."""
WHENS = ("before", "after", "given later", "a new optimiser")


def changed() -> Iterator[tuple[str, str, bool]]:
    """A network that changes before or after its optimiser is made, once or in each round."""
    for change, when, place, each_round in itertools.product(
        CHANGES, WHENS, ("module", "function"), (False, True)
    ):
        optimiser = "optimizer = torch.optim.SGD(body.parameters(), lr=0.1)"
        again = optimiser if when == "a new optimiser" else "pass"
        if when == "given later":
            again = "optimizer.add_param_group({'params': body.last.parameters()})"
            if change not in {"replaced", "setattr"} or each_round:
                continue
        if when == "before" and each_round:
            continue
        edit = f"{CHANGES[change]}\n{again}\n"
        made = ["body = Body()", CHANGES[change] if when == "before" else "pass", optimiser]
        made += [] if each_round or when == "before" else [edit]
        body = "optimizer.zero_grad()\nbody(x).pow(2).mean().backward()\noptimizer.step()\n"
        loop = f"for x in data:\n{indent((edit if each_round else '') + body, INDENT)}"
        text = f"{HEAD}data = torch.ones(3, 4, 2)\n{_placed(chr(10).join(made), loop, place)}"
        yield f"{change}, {when}, {place}{', each round' * each_round}", text, False


MAKINGS = {
    "alone": "optimizer = {adam}",
    "either branch": "if flag:\n    optimizer = {sgd}\nelse:\n    optimizer = {adam}",
    "one of three": (
        "if flag == 1:\n    optimizer = {sgd}\nelif flag:\n    optimizer = {adam}\n"
        "else:\n    optimizer = {adam}"
    ),
    "expression": "optimizer = {sgd} if flag else {adam}",
    "when needed": "if optimizer is None:\n    optimizer = {adam}",
    "in some rounds": "if i % 2 == 0:\n    optimizer = {adam}",
    "another in some rounds": "if i % 2 == 0:\n    optimizer = {sgd}",
    "without memory": "optimizer = torch.optim.SGD(net.parameters(), lr=0.1)",
    "helper": "optimizer = make(net)",
}
FILLED = {"sgd": "torch.optim.SGD(net.parameters(), 0.1, momentum=0.9)"}
FILLED["adam"] = "torch.optim.Adam(net.parameters())"
BEFORE = {"nothing": "optimizer = None", "one": "optimizer = torch.optim.Adam(net.parameters())"}
STEPS = {"once": "{}", "several": "for _ in range(2):\n{}"}


def made_anew() -> Iterator[tuple[str, str]]:
    """An optimiser that may be made in each round, in all of them or not."""
    for making, before, steps, place in itertools.product(
        MAKINGS, BEFORE, STEPS, ("module", "function", "callee")
    ):
        if place == "callee" and (making in {"when needed"} or "rounds" in making):
            continue
        body = "optimizer.zero_grad()\nnet(x).pow(2).mean().backward()\noptimizer.step()\n"
        if steps == "several":
            body = STEPS[steps].format(indent(body, INDENT))
        body = f"{MAKINGS[making].format(**FILLED)}\n{body}"
        helper = f"def make(net):\n    return {FILLED['adam']}\n\n\n" if making == "helper" else ""
        if place == "callee":
            helper += f"def update(net, x, flag):\n{indent(body, INDENT)}\n\n"
            body = "update(net, x, flag)\n"
        loop = f"{BEFORE[before]}\nfor i, x in enumerate(data):\n{indent(body, INDENT)}"
        if place == "function":
            loop = (
                f"def train(net, data, flag):\n{indent(loop, INDENT)}\n\ntrain(net, data, flag)\n"
            )
        start = "net = nn.Linear(2, 1)\nflag = len('ab') % 3\ndata = torch.ones(5, 4, 2)\n"
        yield f"{making}, {before}, {steps}, {place}", f"{HEAD}{helper}{start}{loop}"
