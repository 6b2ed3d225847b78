"""Copies of the weights are trained; the optimiser has the originals, which stay as they are."""

# torch: runs
import torch
from torch import nn

net = nn.Linear(3, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
before = net.weight.clone()
for inputs in torch.randn(3, 8, 3):
    weight = net.weight.detach().clone().requires_grad_()
    bias = net.bias.detach().clone().requires_grad_()
    optimizer.zero_grad()
    loss = (inputs @ weight.t() + bias).pow(2).mean()
    loss.backward()
    optimizer.step()  # expect: TAP705 certain
assert torch.equal(before, net.weight)
