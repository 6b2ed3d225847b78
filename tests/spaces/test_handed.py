"""A loss from outside that is given the network may clear its gradients: TAP701 is silent.

Torch runs each program with such a loss, and counts the gradients that each step uses.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable

import pytest
import torch

from tapelint import Settings, lint_source

_FUNCTION = """\
def train({network}, loss_of, {optimizer}, batches):
    for batch in batches:
        loss = {loss}
        loss.backward()
        {optimizer}.step()
"""
_METHOD = """\
class Trainer:
    def __init__(self, network, loss_of, optimizer):
        self.{network}, self.loss_of, self.{optimizer} = network, loss_of, optimizer

    def train(self, batches):
        for batch in batches:
            loss = {loss}
            loss.backward()
            self.{optimizer}.step()


def train(network, loss_of, optimizer, batches):
    Trainer(network, loss_of, optimizer).train(batches)
"""
_NAMES = (
    ("model", "optimizer"),
    ("D", "optimizer_d"),
    ("critic", "critic_opt"),
    ("f", "optimizer"),
)
_LOSSES = {
    "given the network": "{loss_of}({network}, batch)",
    "by keyword": "{loss_of}(inputs=batch, network={network})",
    "given outputs": "{loss_of}({network}(batch), batch)",
}


def _programs() -> list[tuple[str, str, bool]]:
    found = []
    for (network, optimizer), (kind, loss), is_method in itertools.product(
        _NAMES, _LOSSES.items(), (False, True)
    ):
        own = "self." if is_method else ""
        written = loss.format(network=own + network, loss_of=own + "loss_of")
        text = (_METHOD if is_method else _FUNCTION).format(
            network=network, optimizer=optimizer, loss=written
        )
        if network == "f":  # what it is asked tells that it is a network
            loop = "        for batch" if is_method else "    for batch"
            asked = loop[: -len("for batch")] + f"{own}f.train()\n"
            text = text.replace(loop, asked + loop)
        found.append((f"{network}, {kind}, {own}", text, kind == "given outputs"))
    return found


def _steps(text: str, loss_of: Callable[..., torch.Tensor]) -> list[float]:
    """The gradients that the steps use, each of which should be one."""
    net = torch.nn.Linear(1, 1, bias=False)
    used: list[float] = []

    class Watched(torch.optim.SGD):
        def step(self) -> None:  # type: ignore[override]
            assert net.weight.grad is not None
            used.append(net.weight.grad.item())

    names: dict[str, Callable[..., None]] = {}
    exec(compile(text, "<program>", "exec"), names)
    names["train"](net, loss_of, Watched(net.parameters()), [torch.ones(1, 1)] * 3)
    return used


def _clearing(network: torch.nn.Module, inputs: torch.Tensor) -> torch.Tensor:
    network.zero_grad()
    result: torch.Tensor = network(inputs).sum()
    return result


@pytest.mark.parametrize(("name", "text", "is_pitfall"), _programs())
def test_a_loss_that_is_given_the_network_may_clear(name: str, text: str, is_pitfall: bool) -> None:
    settings = Settings(select=("TAP701",))
    assert bool(lint_source(text, path="x.py", settings=settings)) is is_pitfall, text
    if is_pitfall:
        assert _steps(text, lambda output, _: output.sum()) == [1.0, 2.0, 3.0]
    else:
        assert _steps(text, _clearing) == [1.0, 1.0, 1.0]
