"""What the graph keeps, and what a change in place does to it."""

import torch

x = torch.tensor([1.0, 2.0, 3.0])
w = torch.tensor([0.5, 1.0, 1.5], requires_grad=True)
h = x * w
gate = h.sigmoid()
scores = gate.detach()
scores.mul_(2.0)
loss = (gate * h).sum()
