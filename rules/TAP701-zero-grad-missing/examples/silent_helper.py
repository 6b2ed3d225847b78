"""A helper that is not known is given the optimiser: it may clear."""

# torch: runs
import torch
from torch import nn

finish = getattr(torch.optim.SGD, "zero_" + "grad")
net = nn.Linear(2, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for _ in range(3):
    net(torch.ones(1, 2)).pow(2).mean().backward()
    optimizer.step()
    finish(optimizer)
