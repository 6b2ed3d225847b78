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

from tapelint import Settings, lint_source

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
