"""What torch does is what `torch_api/conversions.py` says."""

from __future__ import annotations

import pytest
import torch

from tapelint.torch_api.conversions import CONVERSIONS, MOVES

NEED_A_DEVICE = {"cuda", "xpu", "npu", "mps", "pin_memory"}
ARGUMENTS = {"to": (torch.half,), "type": (torch.half,), "type_as": (torch.ones(1).half(),)}


@pytest.mark.parametrize("name", sorted(CONVERSIONS - NEED_A_DEVICE))
def test_a_conversion_gives_a_copy_with_history_and_then_the_same_tensor(name: str) -> None:
    source = torch.ones(2, 3, dtype=torch.float64 if name == "float" else torch.float32)
    tensor = (source.requires_grad_() * 1).t()
    arguments = ARGUMENTS.get(name, ())

    once = getattr(tensor, name)(*arguments)
    again = getattr(once, name)(*arguments)

    assert again is once
    assert once.requires_grad
    assert (once is tensor) is (name in MOVES and name != "to")
