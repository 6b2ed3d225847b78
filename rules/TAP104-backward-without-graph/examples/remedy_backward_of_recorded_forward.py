"""A forward outside no_grad is recorded; backward itself may be called anywhere."""

# torch: right gradient
import torch
from torch import nn

model = nn.Linear(2, 1)  # parameter
loss = model(torch.ones(1, 2)).pow(2).mean()
with torch.no_grad():
    loss.backward()
