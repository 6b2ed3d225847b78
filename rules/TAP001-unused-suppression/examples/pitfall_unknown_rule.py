"""A rule that does not exist silences nothing, and what was meant is reported."""

# torch: runs
import torch

weight = torch.ones(3, requires_grad=True)
weight.data.mul_(2.0)  # tapelint: ignore[data-mutations]  # expect: TAP001, TAP302
