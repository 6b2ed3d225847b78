"""Whatever the loss gives, noise is added to the gradients (Langevin)."""

# torch: runs
import torch
from torch import nn

net, other = nn.Linear(2, 1), nn.Linear(2, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for inputs in torch.randn(3, 8, 2):
    optimizer.zero_grad()
    other(inputs).pow(2).mean().backward()
    for each in net.parameters():
        each.grad = torch.randn_like(each)
    optimizer.step()
