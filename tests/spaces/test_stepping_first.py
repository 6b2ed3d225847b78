"""What TAP204 advises gives the gradients that are meant: two losses, each for its own network.

One network steps before the other's backward, which still needs its weights. Torch tells which
programs raise, and compares what is advised with an update that takes the gradient of each loss
for its own network alone.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from typing import Any, NamedTuple

import torch

from tapelint import Settings, lint_source

SETTINGS = Settings(select=("TAP204",))
NETWORKS = {
    "linear": "nn.Linear(2, 2)",
    "deep": "nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, 2))",
    "own": "Net()",
}
USES = {
    "fed": "b({given}).pow(2).mean()",
    "weighted": "(b(x) * {given}).mean()",
    "target": "(b(x) - {given}).pow(2).mean()",
    "penalty": "b(x).exp().mean() + {given}.exp().mean()",
    "joined": "torch.cat([b(x), {given}]).exp().mean()",
    "through": "a(b(x)).pow(2).mean()",
    "through and fed": "(a(b(x)) * b({given})).mean()",
    "apart": "b(x).pow(2).mean()",
}
GIVEN = {"shared": "out", "made again": "a(x)", "shifted": "(out * 2 + x)"}
FRAMES = {
    "top": "{body}",
    "function": "def train(a, b, opt_a, opt_b, x):\n{inner}\ntrain(a, b, opt_a, opt_b, x)\n",
    "loop": "for x in [x, x + 1]:\n{inner}\n",
}
HEAD = """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.second = nn.Linear(2, 3), nn.Linear(3, 2)

    def forward(self, x):
        return self.second(self.first(x).relu())


torch.manual_seed(0)
torch.set_default_dtype(torch.float64)
a, b, x = {a}, {b}, torch.randn(3, 2)
opt_a = torch.optim.SGD(a.parameters(), lr=0.1)
opt_b = torch.optim.SGD(b.parameters(), lr=0.1)
"""
DETACH, AGAIN, AFTER = (
    "detach their network's results in that loss",
    "run that forward again after the step",
    "step after that backward, or run the forward again",
)


class Program(NamedTuple):
    """Two networks, their losses, and what the second one takes of the first network."""

    a: str
    b: str
    use: str
    given: str
    frame: str
    clears_first: bool

    def text(self, advice: str = "") -> str:
        detached = ".detach()" if advice == DETACH else ""
        loss_b = "loss_b = " + USES[self.use].format(given=GIVEN[self.given] + detached)
        late = advice == AFTER
        lines = [
            *["opt_a.zero_grad()", "opt_b.zero_grad()"] * self.clears_first,
            "out = a(x)",
            "loss_a = out.pow(2).mean()",
            loss_b,
            *["opt_a.zero_grad()"] * (not self.clears_first),
            "loss_a.backward(retain_graph=True)",
            *["opt_a.step()"] * (not late),
            *["out = a(x)", loss_b] * (advice == AGAIN),
            *["opt_b.zero_grad()"] * (not self.clears_first),
            "loss_b.backward()",
            *["opt_a.step()"] * late,
            "opt_b.step()",
        ]
        return self._framed(lines)

    def meant(self, advice: str) -> str:
        """Each loss trains its own network, the second with the first one's weights of then."""
        loss_b = "loss_b = " + USES[self.use].format(given=GIVEN[self.given])
        of_b = [loss_b, "of_b = torch.autograd.grad(loss_b, [*b.parameters()])"]
        lines = [
            "out = a(x)",
            "of_a = torch.autograd.grad(out.pow(2).mean(), [*a.parameters()], retain_graph=True)",
            *of_b * (advice == DETACH),
            "with torch.no_grad():",
            "    for p, g in zip(a.parameters(), of_a): p -= 0.1 * g",
            *["out = a(x)", *of_b] * (advice == AGAIN),
            "with torch.no_grad():",
            "    for p, g in zip(b.parameters(), of_b): p -= 0.1 * g",
        ]
        return self._framed(lines)

    def _framed(self, lines: list[str]) -> str:
        body, inner = "\n".join(lines) + "\n", "\n".join(f"    {each}" for each in lines)
        head = HEAD.format(a=NETWORKS[self.a], b=NETWORKS[self.b])
        return head + FRAMES[self.frame].format(body=body, inner=inner)


def programs() -> Iterator[Program]:
    """All of the space."""
    space = itertools.product(NETWORKS, NETWORKS, USES, GIVEN, FRAMES, (True, False))
    return (Program(*each) for each in space)


def weights(text: str) -> torch.Tensor | None:
    """All weights after a program; none where it raises since the version counter has moved."""
    names: dict[str, Any] = {}
    try:
        exec(compile(text, "<program>", "exec"), names)
    except RuntimeError as error:
        if "modified by an inplace operation" not in str(error):
            raise
        return None
    finally:
        torch.set_default_dtype(torch.float32)
    both = [*names["a"].parameters(), *names["b"].parameters()]
    return torch.cat([each.detach().flatten() for each in both])


def same(one: torch.Tensor | None, other: torch.Tensor | None) -> bool:
    return one is not None and other is not None and torch.allclose(one, other)


def test_what_is_advised_trains_each_network_by_its_own_loss() -> None:
    drawn = list(programs())
    random.Random(1).shuffle(drawn)
    told: dict[str, int] = dict.fromkeys((DETACH, AGAIN), 0)
    for program in drawn[:80]:
        text = program.text()
        found = lint_source(text, path="x.py", settings=SETTINGS)
        assert bool(found) == (weights(text) is None), text
        for finding in found:
            advice = finding.message.rpartition("; ")[2]
            told[advice] += 1
            meant = weights(program.meant(advice))
            assert same(weights(program.text(advice)), meant), f"{advice}\n{program.text(advice)}"
            assert not same(weights(program.text(AFTER)), weights(program.meant(DETACH)))
            other = program.text(advice)
            assert not lint_source(other, path="x.py", settings=SETTINGS), other
    assert min(told.values()) > 10, told
