"""A part is frozen one by one, the rest is trained; the optimiser has neither."""

# torch: runs
import torch
from torch import nn

net, teacher = nn.Sequential(nn.Linear(1, 1), nn.Linear(1, 1)), nn.Linear(1, 1)
for parameter in net[0].parameters():
    parameter.requires_grad = False
optimizer = torch.optim.SGD(teacher.parameters(), lr=0.1)  # expect: TAP703 likely
before = net[1].weight.clone()
optimizer.zero_grad()
net(torch.ones(1, 1)).sum().backward()
optimizer.step()  # expect: TAP705
assert net[1].weight.grad is not None and torch.equal(before, net[1].weight)
