"""The optimiser has what is trained."""

# torch: runs
import torch
from torch import nn

net, teacher = nn.Sequential(nn.Linear(1, 1), nn.Linear(1, 1)), nn.Linear(1, 1)
for parameter in net[0].parameters():
    parameter.requires_grad = False
optimizer = torch.optim.SGD(net[1].parameters(), lr=0.1)
before = net[1].bias.clone()
optimizer.zero_grad()
net(torch.ones(1, 1)).sum().backward()
optimizer.step()
assert not torch.equal(before, net[1].bias)
