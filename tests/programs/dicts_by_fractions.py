import numpy as np
from torch import nn

net = nn.Linear(2, 1)
losses = {}
for rate in (0.1, 0.01):
    losses[rate] = []
    for x in batches:
        losses[rate].append(net(x).mean())
for rate in losses:
    np.log10(losses[rate])  # expect: TAP105
numbers = {}
for rate in (0.1, 0.01):
    numbers[rate] = [net(x).mean().item() for x in batches]
np.log10(numbers[0.1])
