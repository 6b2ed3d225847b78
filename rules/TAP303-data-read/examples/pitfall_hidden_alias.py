"""An alias made with .data does not share the version counter of its tensor."""

# torch: runs
import torch

w = torch.ones(2, requires_grad=True)
alias = w.data  # expect: TAP303
with torch.no_grad():
    w.add_(1.0)
assert alias.tolist() == [2.0, 2.0]
assert alias._version == 0 and w._version == 1
