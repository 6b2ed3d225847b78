"""A word of another tool silences nothing."""

# torch: runs
import torch

weight = torch.ones(3, requires_grad=True)
weight.data.mul_(2.0)  # tapelint: off  # expect: TAP001, TAP302
