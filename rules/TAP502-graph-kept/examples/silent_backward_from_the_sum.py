"""The losses of a batch, or of several rounds, added up for one backward."""

# torch: runs
import torch
from torch import nn

net = nn.Linear(2, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
total = 0.0
parts = []
for inputs in torch.randn(30, 4, 2):
    loss = net(inputs).pow(2).mean()
    total = total + loss
    parts.append(net(inputs).mean())
optimizer.zero_grad()
(total + torch.stack(parts).sum()).backward()
optimizer.step()
