"""The change was put under no_grad, and the comment that silenced it has stayed."""

# torch: runs
import torch

weight = torch.ones(3, requires_grad=True)
with torch.no_grad():
    weight.mul_(2.0)  # noqa: TAP201  # expect: TAP001
