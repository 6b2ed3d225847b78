"""A worker's copy has the gradients; the shared network is given them before its step."""

# torch: runs
import torch
from torch import nn

shared, local = nn.Linear(2, 1), nn.Linear(2, 1)
optimizer = torch.optim.SGD(shared.parameters(), lr=0.1)
for states in torch.randn(3, 8, 2):
    local.load_state_dict(shared.state_dict())
    local.zero_grad()
    optimizer.zero_grad()
    local(states).pow(2).mean().backward()
    for mine, theirs in zip(local.parameters(), shared.parameters()):
        theirs._grad = mine.grad
    optimizer.step()
