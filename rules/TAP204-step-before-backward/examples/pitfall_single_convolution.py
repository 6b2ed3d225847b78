"""A convolution saves its weight even where its input is plain data."""

# torch: raises RuntimeError: has been modified by an inplace operation
import torch
from torch import nn

conv = nn.Conv1d(1, 1, 3)
optimizer = torch.optim.SGD(conv.parameters(), lr=0.1)
first = conv(torch.ones(1, 1, 5)).mean()
second = conv(torch.zeros(1, 1, 5)).mean()
first.backward()
optimizer.step()  # expect: TAP204
second.backward()
