"""Weight decay in place under no_grad."""

# torch: runs
import torch

w = torch.nn.Parameter(torch.ones(2))
with torch.no_grad():
    w.mul_(0.9)
