"""The rule that has something to silence is named alone."""

# torch: runs
import torch

weight = torch.ones(3, requires_grad=True)
weight.data.mul_(2.0)  # noqa: TAP302
