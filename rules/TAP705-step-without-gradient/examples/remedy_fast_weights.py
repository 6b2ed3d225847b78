"""What is left of the copies' gradients is given to the originals."""

# torch: runs
import torch
from torch import nn

net = nn.Linear(3, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
before = net.weight.clone()
for inputs in torch.randn(3, 8, 3):
    fast = [each.detach().clone().requires_grad_() for each in net.parameters()]
    optimizer.zero_grad()
    loss = (inputs @ fast[0].t() + fast[1]).pow(2).mean()
    loss.backward()
    for own, copy in zip(net.parameters(), fast):
        own.grad = copy.grad
    optimizer.step()
assert not torch.equal(before, net.weight)
