"""A result made a leaf, so that backward trains nothing, and what else is done with it: TAP103.

Torch says whether the network gets a gradient. What asks the leaf for numbers changes nothing.
"""

from __future__ import annotations

import itertools
from typing import Any

import pytest
import torch

from tapelint import Settings, lint_source

_HEAD = """\
import torch
import torch.nn.functional as F
from torch import nn
from torch.autograd import Variable
from metrics import recall_score, keep

torch.manual_seed(0)
net = nn.Linear(4, 3)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
data = [(torch.ones(8, 4), torch.zeros(8, dtype=torch.long))]
"""
_LEAVES = {
    "no_grad": "with torch.no_grad():\n    out = net(x).requires_grad_()",
    "attribute": "with torch.no_grad():\n    out = net(x)\nout.requires_grad = True",
    "detached": "out = net(x).detach().requires_grad_()",
    "Variable": "out = Variable(net(x).data, requires_grad=True)",
    "nothing": "out = net(x)",
    "method alone": "out = net(x).requires_grad_()",
}
_BESIDE = {
    "nothing": "pass",
    "argmax": "recall_score(label, out.argmax(1))",
    "max": "recall_score(label.cpu(), out.max(-1)[1].cpu())",
    "indices": "recall_score(label, out.max(1).indices)",
    "unpacked": "_, pred = out.max(1)\nrecall_score(label, pred.cpu())",
    "topk": "recall_score(label, out.topk(2)[1])",
    "array": "recall_score(label, out.argmax(1).cpu().numpy())",
    "list": "recall_score(label, out.tolist())",
    "comparison": "recall_score(label, out > 0)",
    "number": "recall_score(out.mean().item())",
    "detached": "recall_score(out.detach(), label)",
    "data": "recall_score(out.data.cpu(), label)",
    "shape": "recall_score(out.shape, out.size(0), len(out))",
    "whole": "recall_score(out.long())",
    "sum of hits": "hits = (out.argmax(1) == label).sum()\nrecall_score(hits)",
    "kept": "kept = []\nkept.append(out.argmax(1))\nrecall_score(kept)",
    "printed": "print(out, out.mean())",
}
_PLACES = {
    "in place": "for x, label in data:\n{body}",
    "function": (
        "def train(net, x, label):\n{body}\nfor x, label in data:\n    train(net, x, label)\n"
    ),
    "method": (
        "class Trainer:\n    def __init__(self):\n        self.seen = 0\n"
        "    def train(self, net, x, label):\n{deeper}\n"
        "for x, label in data:\n    Trainer().train(net, x, label)\n"
    ),
}
_STEPS = """\
optimizer.zero_grad()
loss = F.cross_entropy(out, label)
loss.backward()
optimizer.step()
"""


def _indented(text: str, by: int) -> str:
    return "".join(f"{'    ' * by}{line}\n" for line in text.splitlines())


def _program(leaf: str, beside: str, place: str) -> str:
    body = f"{_LEAVES[leaf]}\n{_BESIDE[beside]}\n{_STEPS}"
    return _HEAD + _PLACES[place].format(body=_indented(body, 1), deeper=_indented(body, 2))


@pytest.mark.parametrize("leaf", _LEAVES)
def test_numbers_asked_of_the_leaf_change_nothing(leaf: str) -> None:
    for beside, place in itertools.product(_BESIDE, _PLACES):
        text = _program(leaf, beside, place)
        names: dict[str, Any] = {"recall_score": lambda *given: given}
        exec(compile(text.replace("from metrics import", "# "), "<program>", "exec"), names)
        is_pitfall = all(each.grad is None for each in names["net"].parameters())
        found = lint_source(text, path="x.py", settings=Settings(select=("TAP103",)))
        assert bool(found) is is_pitfall, text


@pytest.mark.parametrize(
    "beside", ["keep(out)", "keep([out])", "keep.out = out", "keep(out.view(-1))"]
)
def test_who_holds_the_leaf_may_read_its_gradient(beside: str) -> None:
    program = _HEAD.replace("from metrics import", "# ") + "x, label = data[0]\n"
    text = f"{program}keep = Keep()\n{_LEAVES['no_grad']}\n{beside}\n{_STEPS}"

    class Keep:
        def __call__(self, given: Any) -> None:
            self.out = given

    exec(compile(text, "<program>", "exec"), {"Keep": Keep})
    text = text.replace("keep = Keep()", "from library import keep")
    assert torch.is_grad_enabled()
    assert not lint_source(text, path="x.py", settings=Settings(select=("TAP103",)))


_AGENT = """\
import torch


class Agent:
    def calc_policy_loss(self, advantages):
        log_probs = torch.tensor(self.body.log_probs{leaf})
        loss = -log_probs * advantages
        print(loss)
        return loss.mean()
"""


@pytest.mark.parametrize("leaf", [", requires_grad=True", ""])
def test_a_leaf_in_a_loss_that_is_handed_out(leaf: str) -> None:
    """Whatever the object holds: a leaf that requires grad there trains nothing."""
    text = _AGENT.format(leaf=leaf)
    names: dict[str, Any] = {}
    exec(compile(text, "<program>", "exec"), names)
    weight = torch.ones(3, requires_grad=True)
    agent = names["Agent"]()
    agent.body = type("Body", (), {"log_probs": [each * 2 for each in weight]})
    loss = agent.calc_policy_loss(torch.ones(3))
    assert loss.requires_grad is bool(leaf)
    if leaf:
        loss.backward()
    assert weight.grad is None
    found = lint_source(text, path="x.py", settings=Settings(select=("TAP101",)))
    assert bool(found) is bool(leaf), text
