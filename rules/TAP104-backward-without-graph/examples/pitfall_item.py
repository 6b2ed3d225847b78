"""item() gives a Python number, which has no backward."""

# torch: raises AttributeError: 'float' object has no attribute 'backward'
import torch
from torch import nn

model = nn.Linear(2, 1)
loss = model(torch.ones(3, 2)).mean()
loss = loss.item()
loss.backward()  # expect: TAP104
