"""A linear layer on plain inputs saves the inputs and not its weight."""

# torch: runs
import torch
from torch import nn

layer = nn.Linear(2, 1)
optimizer = torch.optim.SGD(layer.parameters(), lr=0.1)
first = layer(torch.ones(3, 2)).mean()
second = layer(torch.zeros(3, 2)).mean()
first.backward()
optimizer.step()
second.backward()
