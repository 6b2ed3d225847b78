"""TAP101 over lists of tensors: message and fix say the same, and torch gives the same vector."""

from __future__ import annotations

import itertools
import re
from typing import Any

import pytest
import torch

from tapelint import Settings, fix_source, lint_source

_ITEMS = {
    "number": "w.sum()",
    "loss": "F.mse_loss(w, t)",
    "vector": "w[:1] * 2",
    "row": "w[:1, None]",
}
_HELD = {
    "display": "made = torch.tensor([{a}, {a}])",
    "tuple": "held = ({a}, {a})\nmade = torch.tensor(held)",
    "filled": "held = []\nfor i in range(3):\n    held.append({a})\nmade = torch.tensor(held)",
    "comprehension": "held = [{a} for i in range(3)]\nmade = torch.tensor(held)",
    "at once": "made = torch.tensor([{a} for i in range(3)])",
    "float": "held = [{a}, {a}]\nmade = torch.FloatTensor(held)",
}
_USES = ("loss = made.mean()", "loss = (made - torch.zeros(made.shape)).pow(2).sum()")
_HEAD = """\
import torch
import torch.nn.functional as F

w = torch.rand(2, requires_grad=True)
t = torch.ones(2)
"""


def _run(text: str) -> dict[str, Any]:
    torch.manual_seed(0)
    names: dict[str, Any] = {}
    exec(compile(text, "<program>", "exec"), names)
    return names


@pytest.mark.parametrize("held", _HELD)
def test_message_and_fix_keep_shape_and_numbers(held: str) -> None:
    settings = Settings(select=("TAP101",))
    for item, use in itertools.product(_ITEMS.values(), _USES):
        text = f"{_HEAD}{_HELD[held].format(a=item)}\n{use}\nloss.requires_grad_().backward()\n"
        before = _run(text)
        [finding] = lint_source(text, path="x.py", settings=settings)
        advised = re.search(r"use `(torch\.stack.*)`$", finding.message)
        assert advised, finding.message
        after = str(fix_source(text, path="x.py", settings=settings, unsafe_fixes=True).source)
        assert advised[1] in after
        made = _run(after)["made"]
        assert made.shape == before["made"].shape
        assert torch.allclose(made, before["made"])
        assert made.requires_grad
