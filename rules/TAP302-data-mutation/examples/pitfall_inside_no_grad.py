"""Under no_grad .data only hides the change from torch."""

# torch: runs
import torch

w = torch.ones(3, requires_grad=True)
with torch.no_grad():
    w.data.clamp_(0.0, 0.5)  # expect: TAP302
assert w._version == 0
