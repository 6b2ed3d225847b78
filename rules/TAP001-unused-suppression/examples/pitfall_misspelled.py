"""A word that tapelint does not know silences nothing."""

# torch: runs
import torch

weight = torch.ones(3, requires_grad=True)
weight.data.mul_(2.0)  # tapelint: ingore[data-mutation]  # expect: TAP001, TAP302
