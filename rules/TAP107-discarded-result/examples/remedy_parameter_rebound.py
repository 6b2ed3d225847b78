"""The parameters themselves are changed."""

# torch: runs
import torch
from torch import nn

net, average = nn.Linear(2, 1), nn.Linear(2, 1)
before = average.weight.detach().clone()
with torch.no_grad():
    for own, mean in zip(net.parameters(), average.parameters()):
        mean.mul_(0.9).add_(own, alpha=0.1)
    for mean in average.parameters():
        mean.mul_(0.9)
assert not torch.equal(average.weight, before)
