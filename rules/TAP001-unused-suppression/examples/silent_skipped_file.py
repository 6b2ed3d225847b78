"""A file that is skipped is not looked at, its comments included."""

# torch: runs
# tapelint: skip-file
import torch

weight = torch.ones(3, requires_grad=True)
weight.data.mul_(2.0)
with torch.no_grad():
    weight.mul_(2.0)  # noqa: TAP201
