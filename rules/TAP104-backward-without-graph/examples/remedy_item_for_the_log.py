"""The number gets a name of its own."""

# torch: right gradient
import torch
from torch import nn

model = nn.Linear(2, 1)  # parameter
loss = model(torch.ones(3, 2)).mean()
shown = loss.item()
loss.backward()
