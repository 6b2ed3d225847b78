"""The list holds numbers."""

# torch: runs
import torch
from torch import nn

net = nn.Linear(2, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
losses = []
for inputs in torch.randn(30, 4, 2):
    optimizer.zero_grad()
    loss = net(inputs).pow(2).mean()
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
assert len(losses) == 30
