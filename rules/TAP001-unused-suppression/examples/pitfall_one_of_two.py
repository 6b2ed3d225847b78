"""Of the two rules that are named, one has something to silence."""

# torch: runs
import torch

weight = torch.ones(3, requires_grad=True)
weight.data.mul_(2.0)  # noqa: TAP302, TAP201  # expect: TAP001
