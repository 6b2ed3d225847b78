"""Ways to freeze a network, or a part of it: how it is written, on which network, and where.

Torch says whether the network trains on. ``{n}`` is the network.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from textwrap import indent
from typing import NamedTuple

INDENT = "    "
HEAD = """\
import itertools
import torch
from torch import nn
from torch.utils.checkpoint import checkpoint


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Sequential(nn.Linear(2, 2), nn.Linear(2, 2))
        self.layers = nn.ModuleList([nn.Linear(2, 2), nn.Linear(2, 2)])
        self.head = nn.Linear(2, 2)

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return self.head(self.encoder(x))


"""
NETWORKS = {
    "layer": "net = nn.Linear(2, 2)",
    "sequential": "net = nn.Sequential(nn.Linear(2, 2), nn.Linear(2, 2), nn.Linear(2, 2))",
    "class": "net = Net()",
}
_OFF = "p.requires_grad = False"
FREEZES = {
    "call": "{n}.requires_grad_(False)",
    "loop": f"for p in {{n}}.parameters():\n    {_OFF}",
    "loop of calls": "for p in {n}.parameters():\n    p.requires_grad_(False)",
    "named": f"for name, p in {{n}}.named_parameters():\n    {_OFF}",
    "pairs": "for pair in {n}.named_parameters():\n    pair[1].requires_grad = False",
    "setattr": "for p in {n}.parameters():\n    setattr(p, 'requires_grad', False)",
    "comprehension": "[p.requires_grad_(False) for p in {n}.parameters()]",
    "list": f"for p in list({{n}}.parameters()):\n    {_OFF}",
    "enumerate": f"for i, p in enumerate({{n}}.parameters()):\n    {_OFF}",
    "chain": f"for p in itertools.chain({{n}}.parameters(), []):\n    {_OFF}",
    "map": "list(map(lambda p: p.requires_grad_(False), {n}.parameters()))",
    "detach_": "for p in {n}.parameters():\n    p.detach_()",
    "flag": "flag = False\nfor p in {n}.parameters():\n    p.requires_grad = flag",
    "modules": "for m in {n}.modules():\n    m.requires_grad_(False)",
    "parameters of modules": (
        f"for m in {{n}}.modules():\n    for p in m.parameters():\n        {_OFF}"
    ),
    "children": "for m in {n}.children():\n    m.requires_grad_(False)",
    "named children": "for name, m in {n}.named_children():\n    m.requires_grad_(False)",
    "parameters of children": (
        f"for m in {{n}}.children():\n    for p in m.parameters():\n        {_OFF}"
    ),
    "apply": "{n}.apply(lambda m: m.requires_grad_(False))",
    # parts, and nothing
    "first": f"for p in itertools.islice({{n}}.parameters(), 1):\n    {_OFF}",
    "slice": f"for p in list({{n}}.parameters())[:1]:\n    {_OFF}",
    "break": f"for p in {{n}}.parameters():\n    {_OFF}\n    break",
    "by name": f"for name, p in {{n}}.named_parameters():\n    if 'bias' in name:\n        {_OFF}",
    "continue": (
        "for name, p in {n}.named_parameters():\n    if 'bias' in name:\n        continue\n"
        f"    {_OFF}"
    ),
    "children but one": "for m in list({n}.children())[:-1]:\n    m.requires_grad_(False)",
    "on": "for p in {n}.parameters():\n    p.requires_grad = True",
    "off and on": (
        f"for p in {{n}}.parameters():\n    {_OFF}\n"
        "for p in {n}.parameters():\n    p.requires_grad = True"
    ),
    "off, last one on": f"for p in {{n}}.parameters():\n    {_OFF}\np.requires_grad = True",
}
ENDS = {
    "TAP104": "net(torch.ones(1, 2)).sum().backward()",
    "TAP802": (
        "body = nn.Linear(2, 2)\n"
        "hidden = checkpoint(body, net(torch.ones(1, 2)), use_reentrant=True)\n"
        "loss = hidden.sum()"
    ),
}
"""What goes wrong where nothing in the network trains; on the last line but one, or the last."""


class Program(NamedTuple):
    """A program, and the rule and the line that it is about."""

    name: str
    text: str
    rule: str
    line: int


def programs() -> Iterator[Program]:
    """Each way to freeze, on each network, at its place and in a helper."""
    for freeze, network, rule, is_helper in itertools.product(
        FREEZES, NETWORKS, ENDS, (False, True)
    ):
        statements = FREEZES[freeze].format(n="net")
        made = NETWORKS[network]
        helper = f"def freeze(net):\n{indent(statements, INDENT)}\n\n\n" if is_helper else ""
        before = HEAD + helper + f"{made}\n{'freeze(net)' if is_helper else statements}\n"
        text = before + ENDS[rule] + "\n"
        line = before.count("\n") + (1 if rule == "TAP104" else 2)
        name = f"{freeze}, {network}, {rule}{', in a helper' if is_helper else ''}"
        yield Program(name, text, rule, line)


_FLAG = "m.requires_grad = False"
REACHED = {
    "children": f"for m in {{n}}.children():\n    {_FLAG}",
    "modules": f"for m in {{n}}.modules():\n    {_FLAG}",
    "named_children": f"for name, m in {{n}}.named_children():\n    {_FLAG}",
    "named_modules": f"for name, m in {{n}}.named_modules():\n    {_FLAG}",
    "slice": f"for m in list({{n}}.children())[:-1]:\n    {_FLAG}",
    "enumerate": f"for i, m in enumerate({{n}}.children()):\n    if i < 1:\n        {_FLAG}",
    "by name": f"for k, m in {{n}}.named_children():\n    if k == 'encoder':\n        {_FLAG}",
    "by class": f"for m in {{n}}.modules():\n    if isinstance(m, nn.Linear):\n        {_FLAG}",
    "nested": f"for c in {{n}}.children():\n    for m in c.children():\n        {_FLAG}",
    "listed": f"for m in [c for c in {{n}}.children()]:\n    {_FLAG}",
    "dict": f"for m in dict({{n}}.named_children()).values():\n    {_FLAG}",
}
"""Modules that are reached where nothing is known of the network."""
REACHED_IN_A_CLASS = {
    "itself": "m = {n}\n" + _FLAG,
    "attribute": "m = {n}.encoder\n" + _FLAG,
    "item": "m = {n}.layers[0]\n" + _FLAG,
    "list of layers": f"for m in {{n}}.layers:\n    {_FLAG}",
    "part": f"for m in {{n}}.layers[:1]:\n    {_FLAG}",
    "getattr": "m = getattr({n}, 'encoder')\n" + _FLAG,
    "pair": f"for m in ({{n}}.encoder, {{n}}.head):\n    {_FLAG}",
    "get_submodule": "m = {n}.get_submodule('encoder.0')\n" + _FLAG,
}
SWITCHES = {
    "assigned": _FLAG,
    "setattr": "setattr(m, 'requires_grad', False)",
    "called": "m.requires_grad_(False)",
}


def flags() -> Iterator[Program]:
    """A flag that modules are given: each way to reach them, and each way to set it."""
    for reach, statements in {**REACHED, **REACHED_IN_A_CLASS}.items():
        for switch, written in SWITCHES.items():
            body = statements.replace(_FLAG, written)
            at = body[: body.index(written)].count("\n") + 1
            inline = HEAD + "net = Net()\n"
            yield Program(
                f"{reach}, {switch}",
                inline + body.format(n="net") + "\n",
                "TAP603",
                inline.count("\n") + at,
            )
            helper = HEAD + "def freeze(model):\n"
            yield Program(
                f"{reach}, {switch}, in a helper",
                helper
                + indent(body.format(n="model"), INDENT)
                + "\n\n\nnet = Net()\nfreeze(net)\n",
                "TAP603",
                helper.count("\n") + at,
            )
            method = HEAD.rstrip() + "\n\n    def freeze(self):\n"
            yield Program(
                f"{reach}, {switch}, in a method",
                method
                + indent(body.format(n="self"), 2 * INDENT)
                + "\n\n\nnet = Net()\nnet.freeze()\n",
                "TAP603",
                method.count("\n") + at,
            )


SOURCES = (
    "backbone", "backbone.eval()", "backbone.eval().to('cpu')", "copy.deepcopy(backbone).eval()",
    "torch.load('x.pt').eval()",
)  # fmt: skip
USE = """\
h = {n}(x)
one = {head}(h).pow(2).mean()
two = {head}(h).abs().mean()
one.backward()
two.backward()
"""
WHOLE = list(FREEZES)[: list(FREEZES).index("first")]
"""Those that freeze all of it."""


def given_networks() -> Iterator[tuple[str, str]]:
    """A network that was given and is frozen: two backwards behind it meet in nothing."""
    made = "import copy\nimport itertools\nimport torch\nfrom torch import nn\n\n\n"
    init = (
        "class Distill(nn.Module):\n    def __init__(self, backbone):\n        super().__init__()\n"
    )
    for source, freeze in itertools.product(SOURCES, WHOLE):
        statements = FREEZES[freeze]
        of_self = statements.format(n="self.backbone")
        use = "    def losses(self, x):\n" + indent(
            USE.format(n="self.backbone", head="self.head"), 2 * INDENT
        )
        kept = f"self.backbone = {source}\nself.head = nn.Linear(4, 4)\n"
        name = f"{source}, {freeze}"
        yield name, made + init + indent(kept + of_self, 2 * INDENT) + "\n\n" + use
        method = f"    def freeze(self):\n{indent(of_self, 2 * INDENT)}\n\n"
        whole = made + init + indent(kept + "self.freeze()", 2 * INDENT) + "\n\n" + method + use
        yield f"{name}, in a method", whole
        helper = f"def freeze(net):\n{indent(statements.format(n='net'), INDENT)}\n\n\n"
        whole = made + helper + init + indent(kept + "freeze(self.backbone)", 2 * INDENT)
        yield f"{name}, in a helper", whole + "\n\n" + use
        body = f"net = {source}\n{statements.format(n='net')}\n" + USE.format(n="net", head="head")
        yield (
            f"{name}, in one function",
            made + "def f(backbone, head, x):\n" + indent(body, INDENT),
        )


THAWS = {
    "nothing": "",
    "a call": "{n}.requires_grad_()",
    "code that is not seen": "thaw({n})",
    "a method of what is not seen": "tools.thaw({n})",
    "what is not seen gives back": "{n} = tools.thaw({n})",
    "a dictionary": "dict({n}.named_parameters())['{w}'].requires_grad = True",
    "a dictionary that is gone over": (
        "for name, p in dict({n}.named_parameters()).items():\n    p.requires_grad = True"
    ),
    "a parameter by its name": "{n}.get_parameter('{w}').requires_grad_()",
    "a part by its name": "{n}.get_submodule('{m}').requires_grad_()",
    "an optimiser": (
        "for group in torch.optim.SGD({n}.parameters(), 0.1).param_groups:\n"
        "    for p in group['params']:\n        p.requires_grad = True"
    ),
    "an optimiser with a name": (
        "steps = torch.optim.SGD({n}.parameters(), 0.1)\n"
        "for g in steps.param_groups:\n    for p in g['params']:\n        p.requires_grad_()"
    ),
    "the last ones": "for p in list({n}.parameters())[-2:]:\n    p.requires_grad = True",
    "some": "for p in itertools.islice({n}.parameters(), 1):\n    p.requires_grad = True",
    "a filter": (
        "for p in filter(lambda p: p.dim() > 1, {n}.parameters()):\n    p.requires_grad_()"
    ),
}
"""What lets a frozen network, or a part of it, train again; ``{m}`` is a part, ``{w}`` a weight."""
_PARTS = {"layer": "", "sequential": "1", "class": "head"}


def thawed() -> Iterator[tuple[str, str]]:
    """Programs that freeze a network, may let it train again, and run a backward through it."""
    for network, freeze, thaw in itertools.product(NETWORKS, ("call", "loop"), THAWS):
        part = _PARTS[network]
        weight = f"{part}.weight".lstrip(".")
        lines = [
            NETWORKS[network],
            FREEZES[freeze].format(n="net"),
            THAWS[thaw].format(n="net", m=part, w=weight),
            "loss = net(torch.ones(2, 2)).sum()",
            "loss.backward()",
        ]
        yield f"{network}, {freeze}, {thaw}", HEAD + "\n".join(lines) + "\n"
