"""TAP106 in a constructor: how a tensor is made that a module keeps, times what it is used for.

It is reported where it is used as a weight: an operand beside an input. Points at which a network
is differentiated, targets, and whatever was made from what was passed in are data.
"""

from __future__ import annotations

import itertools

import pytest

from tapelint import Settings, lint_source

SETTINGS = Settings(select=("TAP106",))

WEIGHTS = {
    "scaled": "torch.rand(3, 1, requires_grad=True) * 0.1",
    "viewed": "torch.linspace(0.0, 1.0, 3, requires_grad=True).reshape(-1, 1)",
    "moved": "torch.zeros(3, 1, requires_grad=True).to(device)",
    "switched": "torch.randn(3, 1).requires_grad_() / 2.0",
    "written": "torch.tensor([[1.0], [2.0], [3.0]], requires_grad=True) * 2.0",
}
PARAMETERS = {
    "parameter scaled": "nn.Parameter(torch.rand(3, 1)) * 0.1",
    "parameter viewed": "nn.Parameter(torch.rand(3)).view(-1, 1)",
}
DATA = {
    "tensor": "torch.tensor(points, requires_grad=True).reshape(-1, 1)",
    "tensor moved": "torch.tensor(points, requires_grad=True).reshape(-1, 1).to(device)",
    "array": "torch.from_numpy(points).requires_grad_().reshape(-1, 1)",
    "given": "points.clone().detach().requires_grad_().reshape(-1, 1)",
    "filled with given": "torch.full((3, 1), points, requires_grad=True) * 1.0",
    "between given": "torch.linspace(*points, 3, requires_grad=True).reshape(-1, 1)",
    "steps given": "torch.arange(points[0], points[1], requires_grad=True).reshape(-1, 1)",
}
AS_WEIGHT = {
    "product": "return self.kept * x",
    "right": "return x * self.kept",
    "sum": "return self.net(x) + self.kept",
    "matrix product": "return x @ self.kept",
    "method": "return x.matmul(self.kept)",
    "function": "return torch.matmul(x, self.kept)",
    "linear": "return F.linear(x, self.kept.t())",
    "renamed": "kept = self.kept\n        return x * kept",
    "of what is computed": "h = self.net(x)\n        return h * self.kept",
}
AS_DATA = {
    "nothing": "return self.net(x)",
    "into a network": "return self.net(self.kept)",
    "differentiated": (
        "u = self.net(self.kept)\n"
        "        return torch.autograd.grad(u.sum(), self.kept, create_graph=True)[0] + x"
    ),
    "differentiated, and an operand": (
        "u = self.net(self.kept) * self.kept\n"
        "        return torch.autograd.grad(u.sum(), self.kept, create_graph=True)[0]"
    ),
    "renamed and differentiated": (
        "kept = self.kept\n        u = self.net(kept)\n"
        "        return torch.autograd.grad(u.sum(), kept)[0] * kept"
    ),
    "target": "return F.mse_loss(self.net(x), self.kept)",
    "target of a loss": "return self.loss(self.net(x), self.kept)",
    "function of itself": "return torch.sin(self.kept) * 2.0",
    "shown": "print(self.kept)\n        return self.net(x)",
    "into a network, and an operand": "return self.net(self.kept) * self.kept",
    "joined": "return self.net(torch.cat([self.kept, x], dim=1))",
}


def program(made: str, use: str) -> str:
    return f"""\
import torch
import torch.nn.functional as F
from torch import nn


class Kept(nn.Module):
    def __init__(self, points, device):
        super().__init__()
        self.net = nn.Linear(1, 1)
        self.loss = nn.MSELoss()
        self.kept = {made}

    def forward(self, x):
        {use}
"""


def found(made: dict[str, str], uses: dict[str, str]) -> dict[tuple[str, str], int]:
    return {
        (how, why): len(lint_source(program(made[how], uses[why]), settings=SETTINGS))
        for how, why in itertools.product(made, uses)
    }


@pytest.mark.parametrize("made", [WEIGHTS, PARAMETERS])
def test_a_weight_is_reported(made: dict[str, str]) -> None:
    assert {key for key, count in found(made, AS_WEIGHT).items() if count != 1} == set()


@pytest.mark.parametrize("uses", [AS_WEIGHT, AS_DATA])
def test_data_are_no_weight(uses: dict[str, str]) -> None:
    assert {key for key, count in found(DATA, uses).items() if count} == set()


def test_what_is_not_used_as_a_weight_is_none() -> None:
    assert {key for key, count in found(WEIGHTS, AS_DATA).items() if count} == set()
