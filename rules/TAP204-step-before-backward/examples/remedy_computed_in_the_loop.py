"""The features are computed in each round, from the weights as they then are."""

# torch: runs
import torch
from torch import nn

encoder = nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, 2))
head = nn.Linear(2, 1)
optimizer = torch.optim.SGD([*encoder.parameters(), *head.parameters()], lr=0.1)
inputs, targets = torch.randn(4, 2), torch.zeros(4, 1)

for epoch in range(3):
    optimizer.zero_grad()
    loss = (head(encoder(inputs)) - targets).pow(2).mean()
    loss.backward()
    optimizer.step()
