"""An alias made with .data is changed later."""

# torch: runs
import torch

w = torch.ones(3, requires_grad=True)
raw = w.data
raw.mul_(2.0)  # expect: TAP302
assert w.tolist() == [2.0, 2.0, 2.0]
