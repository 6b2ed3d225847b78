"""The network is made anew behind its optimiser, which still has the old one."""

# torch: runs
import torch
from torch import nn

net = nn.Linear(3, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)  # expect: TAP703 likely
net = nn.Sequential(nn.Linear(3, 8), nn.Tanh(), nn.Linear(8, 1))
before = net[0].weight.clone()
optimizer.zero_grad()
loss = net(torch.ones(4, 3)).pow(2).mean()
loss.backward()
optimizer.step()  # expect: TAP705 certain
assert torch.equal(before, net[0].weight)
