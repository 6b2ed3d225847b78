"""The optimiser is given the head once it is there."""

# torch: runs
import torch
from torch import nn

body, head = nn.Linear(4, 3), nn.Linear(3, 1)
optimizer = torch.optim.SGD(body.parameters(), lr=0.1)
optimizer.add_param_group({"params": head.parameters()})
optimizer.zero_grad()
with torch.no_grad():
    features = body(torch.ones(2, 4))
head(features).pow(2).mean().backward()
optimizer.step()
assert head.weight.grad is not None
