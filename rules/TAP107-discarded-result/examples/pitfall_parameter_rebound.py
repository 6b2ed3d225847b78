"""The loop's name is given another tensor: the averaged network is never updated."""

# torch: runs
import torch
from torch import nn

net, average = nn.Linear(2, 1), nn.Linear(2, 1)
before = average.weight.detach().clone()
with torch.no_grad():
    for own, mean in zip(net.parameters(), average.parameters()):
        mean = 0.9 * mean + 0.1 * own  # expect: TAP107
    for mean in average.parameters():
        mean = mean * 0.9  # expect: TAP107
assert torch.equal(average.weight, before)
