"""numpy looks into lists and tuples, and one tensor that requires grad is enough."""

# torch: raises RuntimeError: Can't call numpy() on Tensor that requires grad
import numpy as np
import torch
from torch import nn

net = nn.Linear(2, 1)
steps = []
for x in torch.eye(2):
    steps.append((1.0, net(x).sum()))
table = np.array(steps)  # expect: TAP105
