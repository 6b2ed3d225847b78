"""Several losses are added up for one step on purpose."""

# torch: runs
import torch
from torch import nn

encoder, first, second = nn.Linear(2, 2), nn.Linear(2, 1), nn.Linear(2, 1)
networks = nn.ModuleList([encoder, first, second])
optimizer = torch.optim.SGD(networks.parameters(), lr=0.1)
for batch in torch.randn(3, 4, 2):
    optimizer.zero_grad()
    first(encoder(batch)).pow(2).mean().backward()
    second(encoder(batch)).abs().mean().backward()
    optimizer.step()
