"""A view of .data is .data still."""

# torch: runs
import torch


def mask(weight: torch.Tensor, index: int):
    weight.data.view(-1)[index] = 0.0  # expect: TAP302
    rows = weight.data
    for row in rows:
        row.mul_(2.0)  # expect: TAP302


mask(torch.ones(2, 2, requires_grad=True), 1)
