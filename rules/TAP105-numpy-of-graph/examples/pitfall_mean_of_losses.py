"""np.mean over losses that require grad raises; older versions of torch allowed it."""

# torch: raises RuntimeError: Can't call numpy() on Tensor that requires grad
import numpy as np
import torch
from torch import nn

net = nn.Linear(2, 1)
losses = []
for x in torch.eye(2):
    losses.append(net(x).pow(2).sum())
loss = np.mean(losses)  # expect: TAP105
loss.backward()
