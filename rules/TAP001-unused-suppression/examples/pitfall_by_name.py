"""A comment that names the rule, on a line of its own, before a statement that is right."""

# torch: runs
import torch

weight = torch.ones(3, requires_grad=True)
with torch.no_grad():
    # tapelint: ignore[inplace-on-leaf]  # expect: TAP001
    weight.mul_(
        2.0,
    )
