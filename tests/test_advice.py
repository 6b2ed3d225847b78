"""What messages advise, where the kinds of a tensor need different remedies."""

from __future__ import annotations

import pytest

from tapelint import lint_source

ARGUMENT = """
import torch

def narrow(bounds: torch.Tensor, node: torch.Tensor):
    bounds.data = torch.min(bounds, node)

bounds = torch.ones(3)
narrow(bounds, torch.zeros(3))
"""
BUFFER = """
import torch

class Scale(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("least", torch.zeros(1))

    def forward(self, x):
        self.least.data = x.min()
        return x - self.least
"""


@pytest.mark.parametrize(
    ("source", "advice"),
    [
        # Assigning to the name would not reach the caller.
        (ARGUMENT, "use `with torch.no_grad(): bounds.copy_(...)`"),
        # The value has a history, which would live on in the buffer.
        (BUFFER, "assign the detached value to `self.least` itself: it is not a parameter"),
    ],
)
def test_an_assignment_to_data_gets_a_remedy_that_holds(source: str, advice: str) -> None:
    [finding] = [each for each in lint_source(source) if each.code == "TAP302"]
    assert finding.message.endswith(f"unseen by autograd; {advice}")
