"""The gradient itself is changed."""

# torch: runs
import torch
from torch import nn

net = nn.Linear(2, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
loss = net(torch.tensor([[100.0, -100.0]])).sum()
loss.backward()
for parameter in net.parameters():
    parameter.grad.clamp_(-1.0, 1.0)
assert net.weight.grad.abs().max() == 1.0
optimizer.step()
