"""A deque of results is a container as any other."""

# torch: no gradient
from collections import deque

import torch

weight = torch.tensor(0.5, requires_grad=True)  # parameter
recent = deque(maxlen=2)
for x in (1.0, 2.0, 3.0):
    recent.append((weight * x).exp())
loss = torch.tensor(recent).sum()  # expect: TAP101
