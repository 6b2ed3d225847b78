"""The first round makes the optimiser, once the size of the data is known."""

# torch: runs
import torch
from torch import nn

net, optimizer = nn.Linear(2, 1), None
for batch in torch.randn(5, 4, 2):
    if optimizer is None:
        optimizer = torch.optim.Adam(net.parameters())
    optimizer.zero_grad()
    net(batch).pow(2).mean().backward()
    optimizer.step()
