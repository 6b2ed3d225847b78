"""After the step the norm is read, with a bound that clips nothing."""

# torch: runs
import torch
from torch import nn

net = nn.Linear(2, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for _ in range(3):
    optimizer.zero_grad()
    net(torch.ones(1, 2)).pow(2).mean().backward()
    optimizer.step()
    norm = nn.utils.clip_grad_norm_(net.parameters(), float("inf"))
    assert norm > 0
