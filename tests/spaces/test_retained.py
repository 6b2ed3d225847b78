"""A backward that keeps its graph, and a second one of which little is known: TAP503.

Torch says whether the second one needs what the first has kept: it raises without that.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import pytest
import torch
from torch import nn

from tapelint import Confidence, Settings, lint_source

_PROGRAM = """\
class Trainer:
    def __init__(self, maker, judge, losses):
        self.maker, self.judge, self.losses = maker, judge, losses
        self.adversarial_loss, self.content_loss = losses

    def step(self, x, y):
        made = self.maker(x)
        judged = self.judge(made)
        first_loss = {first}
        first_loss.backward({keep})
        second_loss = {second}
        second_loss.backward()
"""
_FIRST = (
    "self.adversarial_loss('D', judged)",
    "self.adversarial_loss('D', fake=judged)",
    "self.losses[0]('D', judged)",
)
_SECOND = (
    "self.content_loss(made, y)",
    "self.losses[1](made, y)",
    "self.content_loss(y=y, made=made)",
    "self.content_loss(made, y) + 0.1 * self.adversarial_loss('G', self.judge(made))",
)


_BEFORE = """\
import torch
from torch import nn
from torch.nn import functional as F


def fit(features, style, data):
    net = nn.Sequential(nn.Linear(2, 2), nn.Tanh())
    fixed = nn.Linear(2, 2)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    {before}
    for x in data:
        made = {made}
        loss = {loss}
        optimizer.zero_grad()
        loss.backward({keep})
        optimizer.step()
"""
_TARGETS = (
    "wanted = features(style)",
    "wanted = features(style) * 2",
    "wanted = [features(style)][0]",
    "wanted = torch.stack([features(each) for each in style])",
    "several = [features(each) for each in style]; wanted = several[0]",
    "wanted = fixed(style)",
    "wanted = torch.tanh(fixed(style))",
    "wanted = fixed(style).detach()",
    "wanted = torch.tanh(fixed(style)).data",
    "wanted = torch.zeros(3, 2)",
    "wanted = torch.rand_like(torch.ones(3, 2))",
)
_COMPUTED = ("net(x)", "features(net(x))")
_OF_TARGET = (
    "F.mse_loss(made, wanted)",
    "(made - wanted).pow(2).mean()",
    "made.pow(2).mean() + F.mse_loss(made, wanted)",
    "sum(F.mse_loss(made, wanted) for _ in range(2))",
)


def _fit(text: str, *, is_frozen: bool = False) -> None:
    features = nn.Sequential(nn.Linear(2, 2), nn.Tanh()).requires_grad_(not is_frozen)
    names: dict[str, Callable[..., Any]] = {}
    exec(compile(text, "<program>", "exec"), names)
    names["fit"](features, torch.ones(3, 2), torch.ones(2, 3, 2))


def _raises(text: str) -> bool:
    """Whether a backward of some round misses what an earlier one has freed."""
    try:
        _fit(text)
    except RuntimeError as error:
        return "second time" in str(error)
    return False


@pytest.mark.parametrize("before", _TARGETS)
def test_what_was_computed_before_the_loop_may_need_the_graph(before: str) -> None:
    for made, loss in itertools.product(_COMPUTED, _OF_TARGET):
        text = _BEFORE.replace("{before}", before).replace("{made}", made).replace("{loss}", loss)
        kept = text.replace("{keep}", "retain_graph=True")
        _fit(kept)
        _fit(kept, is_frozen=True)
        is_needed = _raises(text.replace("{keep}", ""))
        found = lint_source(kept, path="x.py", settings=Settings(select=("TAP503",)))
        is_known = made == "net(x)"  # of what an unknown call gives, nobody knows where it was
        assert bool(found) is (is_known and not is_needed), kept


def _programs() -> list[str]:
    found = []
    for first, second, is_function in itertools.product(_FIRST, _SECOND, (False, True)):
        text = _PROGRAM.replace("{first}", first).replace("{second}", second)
        if is_function:
            body = text[text.index("        made =") :].replace("        ", "    ")
            body = body.replace("self.", "")
            text = "def step(maker, judge, adversarial_loss, content_loss, losses, x, y):\n" + body
        found.append(text)
    return found


def _run(text: str) -> None:
    maker, judge = nn.Sequential(nn.Linear(2, 2), nn.Tanh()), nn.Linear(2, 1)

    def adversarial(_: str, fake: torch.Tensor) -> torch.Tensor:
        return fake.pow(2).mean()

    def content(made: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
        return (made - y).pow(2).mean()

    names: dict[str, Callable[..., Any]] = {}
    exec(compile(text, "<program>", "exec"), names)
    given, x, y = (adversarial, content), torch.ones(3, 2), torch.zeros(3, 2)
    if "Trainer" in names:
        names["Trainer"](maker, judge, given).step(x, y)
    else:
        names["step"](maker, judge, *given, given, x, y)


@pytest.mark.parametrize("text", _programs())
def test_a_second_backward_of_something_opaque_may_need_the_graph(text: str) -> None:
    kept = text.replace("{keep}", "retain_graph=True")
    _run(kept)
    with pytest.raises(RuntimeError, match="second time"):
        _run(text.replace("{keep}", ""))
    assert not lint_source(kept, path="x.py", settings=Settings(select=("TAP503",))), kept


_OF_AGENT = """\
import torch


class Trainer:
    def __init__(self, agent):
        self.agent = agent
        self.optimizer = torch.optim.SGD(self.agent.body.parameters(), lr=0.1)

    def step(self, x):
        self.optimizer.zero_grad()
        {out}
        first = {first}
        first.backward({keep})
        second = {second}
        second.backward()
        self.optimizer.step()
"""
_OUTS = {
    "out = self.agent(x)": ("out['a']", "out['b']"),
    "out = self.agent(x, as_tuple=True)": ("out[0]", "out[1]"),
    "a, b = self.agent(x, as_tuple=True)": ("a", "b"),
}
_LOSSES = ("{}.pow(2).sum()", "self.agent.loss({})", "self.agent.losses({}, x)[0]")
_OF_OTHERS = (
    "self.agent.loss(x)",
    "self.agent.kept_loss(x)",
    "self.agent(x + 1)['b'].pow(2).sum()",
)


class _Agent(nn.Module):
    """Gives several results of one graph, and keeps one of them."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(2, 2), nn.Tanh())

    def forward(self, x: torch.Tensor, *, as_tuple: bool = False) -> Any:
        self.kept = self.body(x)
        found = {"a": self.kept * 1, "b": self.kept * 2}
        return tuple(found.values()) if as_tuple else found

    def loss(self, x: torch.Tensor) -> torch.Tensor:
        return self.body(x).pow(2).sum()

    def losses(self, x: torch.Tensor, y: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        return self.loss(x), y.sum()

    def kept_loss(self, x: torch.Tensor) -> torch.Tensor:
        return (self.kept - x).pow(2).sum()


def _of_agent() -> list[str]:
    found = []
    for (out, items), one, other in itertools.product(_OUTS.items(), _LOSSES, _LOSSES):
        first = one.format(items[0])
        seconds = [other.format(each) for each in items]
        for second in (*seconds, *_OF_OTHERS):
            text = _OF_AGENT.replace("{out}", out).replace("{first}", first)
            found.append(text.replace("{second}", second))
    return list(dict.fromkeys(found))


def _steps(text: str) -> bool:
    names: dict[str, Callable[..., Any]] = {}
    exec(compile(text, "<program>", "exec"), names)
    try:
        names["Trainer"](_Agent()).step(torch.ones(3, 2))
    except RuntimeError as error:
        return "second time" not in str(error)
    return True


@pytest.mark.parametrize("text", _of_agent())
def test_what_an_unseen_object_gives_or_keeps_is_never_certain(text: str) -> None:
    kept = text.replace("{keep}", "retain_graph=True")
    assert _steps(kept)
    is_needed = not _steps(text.replace("{keep}", ""))
    found = lint_source(kept, path="x.py", settings=Settings(select=("TAP503",)))
    assert not any(each.confidence is Confidence.CERTAIN for each in found), kept
    is_seen = not any(f"second = {each}" in text for each in _OF_OTHERS)
    assert not (found and is_needed and is_seen), kept
