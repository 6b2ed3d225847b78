"""F.relu in place changes the tensor that the square saved."""

# torch: raises RuntimeError: has been modified by an inplace operation
import torch
from torch.nn import functional as F

w = torch.tensor([-1.0, 2.0], requires_grad=True)
h = w + 0.5
penalty = h.square().sum()
out = F.relu(h, inplace=True)  # expect: TAP202
(out.sum() + penalty).backward()
