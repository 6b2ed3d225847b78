"""inference_mode and set_grad_enabled(False) switch recording off as well."""

# torch: runs
import torch

w = torch.ones(2, requires_grad=True)
with torch.inference_mode():
    w.mul_(2.0)
with torch.set_grad_enabled(False):
    w += 1.0
torch.set_grad_enabled(False)
w[0] = 5.0
assert w.tolist() == [5.0, 3.0]
