"""Functions whose caller in the file gives them what they also know by another name.

``train(net, ...)`` with ``net.zero_grad()`` in it: ``net`` and ``model`` are one network. What is
done by both names is the same as if it were done by one.
"""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import indent

HEAD = """\
import copy

import torch
from torch import nn


"""
MISTAKES = {
    "never cleared": (
        "TAP701",
        "{n}.train()\nfor x, y in data:\n    loss = ({m}(x) - y).pow(2).mean()\n"
        "    loss.backward()\n    {o}.step()",
    ),
    "clipped too late": (
        "TAP702",
        "for x, y in data:\n    {o}.zero_grad()\n"
        "    loss = ({m}(x) - y).pow(2).mean()\n    loss.backward()\n    {o}.step()\n"
        "    nn.utils.clip_grad_norm_({n}.parameters(), 1.0)",
    ),
}
"""The same mistakes as by one name, each with the rule that reports it."""
BODIES = {
    "cleared": "for x, y in data:\n    loss = ({m}(x) - y).pow(2).mean()\n    {n}.zero_grad()\n"
    "    loss.backward()\n    {o}.step()",
    "cleared before": "{n}.zero_grad()\nfor x, y in data:\n    loss = ({m}(x) - y).pow(2).mean()\n"
    "    loss.backward()\n    {o}.step()\n    {n}.zero_grad()",
    "cleared by its optimiser": "for x, y in data:\n    {p}.zero_grad()\n"
    "    loss = ({m}(x) - y).pow(2).mean()\n    loss.backward()\n    {o}.step()",
    "stepped by its optimiser": "for x, y in data:\n    {o}.zero_grad()\n"
    "    loss = ({m}(x) - y).pow(2).mean()\n    loss.backward()\n    {p}.step()",
    "clipped": "for x, y in data:\n    {o}.zero_grad()\n    loss = ({m}(x) - y).pow(2).mean()\n"
    "    loss.backward()\n    nn.utils.clip_grad_norm_({n}.parameters(), 1.0)\n    {o}.step()",
    "evaluated": "for x, y in data:\n    {n}.train()\n    {o}.zero_grad()\n"
    "    loss = ({m}(x) - y).pow(2).mean()\n    loss.backward()\n    {o}.step()\n"
    "    {m}.eval()\n    with torch.no_grad():\n        {m}(x)",
    "kept": "best, weights = 1e9, None\nfor x, y in data:\n    {o}.zero_grad()\n"
    "    loss = ({m}(x) - y).pow(2).mean()\n    loss.backward()\n    {o}.step()\n"
    "    if loss.item() < best:\n        best = loss.item()\n"
    "        weights = copy.deepcopy({n}.state_dict())\n{m}.load_state_dict(weights)",
    "thawed": "for each in {m}.parameters():\n    each.requires_grad = False\n"
    "for each in {n}.parameters():\n    each.requires_grad = True\nfor x, y in data:\n"
    "    {o}.zero_grad()\n    loss = ({m}(x) - y).pow(2).mean()\n"
    "    loss.backward()\n    {o}.step()",
}
MADE = """\
net = nn.Sequential(nn.Linear(2, 2), nn.Dropout(), nn.Linear(2, 1))
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
data = [(torch.ones(3, 2), torch.ones(3, 1)) for _ in range(3)]
"""
_FUNCTION = "def fit(model, opt, data):\n{body}\n    return model\n\n\n"
_METHODS = """\
class Trainer:
    def __init__(self, model, opt):
        self.model, self.opt = model, opt

    def run(self, data):
{body}


"""
_OWN = """\
class Trainer:
    def __init__(self, network):
        self.network = network
        self.optimizer = torch.optim.SGD(network.parameters(), lr=0.1)

    def fit(self, model, opt, data):
{body}

    def run(self, data):
        self.fit(self.network, self.optimizer, data)


"""
_HOLDER = "class Holder:\n    pass\n\n\nholder = Holder()\n"
GIVEN = {
    "a global": (_FUNCTION, "{made}fit(net, optimizer, data)\n", "net", "optimizer"),
    "by name": (_FUNCTION, "{made}fit(data=data, opt=optimizer, model=net)\n", "net", "optimizer"),
    "an alias": (
        _FUNCTION,
        "{made}same, its = net, optimizer\nfit(same, its, data)\n",
        "net",
        "optimizer",
    ),
    "a global of an alias": (
        _FUNCTION,
        "{made}same = net\nits = optimizer\nfit(net, optimizer, data)\n",
        "same",
        "its",
    ),
    "an attribute": (
        _FUNCTION,
        "{made}" + _HOLDER + "holder.net, holder.optimizer = net, optimizer\n"
        "fit(holder.net, holder.optimizer, data)\n",
        "holder.net",
        "holder.optimizer",
    ),
    "what an attribute is": (
        _FUNCTION,
        "{made}" + _HOLDER + "holder.net = net\nholder.optimizer = optimizer\n"
        "fit(net, optimizer, data)\n",
        "holder.net",
        "holder.optimizer",
    ),
    "to a constructor": (
        _METHODS,
        "{made}Trainer(net, optimizer).run(data)\n",
        "net",
        "optimizer",
    ),
    "by a method": (
        _OWN,
        "{made}Trainer(net).run(data)\n",
        "self.network",
        "self.optimizer",
    ),
    "by a function": (
        _FUNCTION,
        "{made}\n\ndef main():\n    fit(net, optimizer, data)\n\n\nmain()\n",
        "net",
        "optimizer",
    ),
    "in a function": ("", "", "net", "optimizer"),
}
_NESTED = """\
def main():
{made}
    def fit(model, opt, data):
{body}

    fit(net, optimizer, data)


main()
"""


def programs(done: str) -> Iterator[tuple[str, str]]:
    """In which form the caller gives it, and the program."""
    body = MISTAKES[done][1] if done in MISTAKES else BODIES[done]
    for given, (form, rest, net, optimizer) in GIVEN.items():
        own = ("self.model", "self.opt") if form is _METHODS else ("model", "opt")
        text = body.format(m=own[0], o=own[1], n=net, p=optimizer)
        if form:
            depth = "    " if form is _FUNCTION else "        "
            whole = form.replace("{body}", indent(text, depth)) + rest.replace("{made}", MADE)
        else:
            whole = _NESTED.replace("{body}", indent(text, "        "))
            whole = whole.replace("{made}", indent(MADE, "    "))
        yield given, HEAD + whole
