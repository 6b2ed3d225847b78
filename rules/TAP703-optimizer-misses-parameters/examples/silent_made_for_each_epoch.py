"""An optimiser for each epoch takes many steps."""

# torch: runs
import torch
from torch import nn

net = nn.Linear(2, 1)
for rate in (0.1, 0.05, 0.01, 0.005, 0.001, 0.0005):
    optimizer = torch.optim.Adam(net.parameters(), lr=rate)
    for batch in torch.randn(5, 4, 2):
        optimizer.zero_grad()
        net(batch).pow(2).mean().backward()
        optimizer.step()
