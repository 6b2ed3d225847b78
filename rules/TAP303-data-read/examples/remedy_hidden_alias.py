"""An alias made with detach() shares memory and version counter."""

# torch: runs
import torch

w = torch.ones(2, requires_grad=True)
alias = w.detach()
with torch.no_grad():
    w.add_(1.0)
assert alias.tolist() == [2.0, 2.0]
assert alias._version == 1 and w._version == 1
