"""autograd.grad gives the gradients, and each is put where the optimiser looks."""

# torch: runs
import torch
from torch import nn

net, judge = nn.Linear(2, 1), nn.Linear(2, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
inputs = torch.randn(8, 2)
optimizer.zero_grad()
gradients = torch.autograd.grad(net(inputs).pow(2).mean(), list(net.parameters()))
judge(inputs).mean().backward()
for own, gradient in zip(net.parameters(), gradients):
    own.grad = gradient
optimizer.step()
