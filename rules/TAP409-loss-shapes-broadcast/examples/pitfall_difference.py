"""A difference by hand: torch does not even warn."""

# torch: runs
import torch
from torch import nn

net = nn.Linear(2, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
x = torch.randn(16, 2)
y = x.sum(dim=1)
error = net(x) - y  # expect: TAP409 certain
loss = error.pow(2).mean()
optimizer.zero_grad()
loss.backward()
optimizer.step()
assert error.shape == (16, 16)
