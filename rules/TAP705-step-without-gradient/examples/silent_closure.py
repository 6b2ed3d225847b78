"""LBFGS calls the closure, which clears and runs the backward."""

# torch: runs
import torch
from torch import nn

net = nn.Linear(2, 1)
optimizer = torch.optim.LBFGS(net.parameters(), lr=0.1)
inputs = torch.ones(8, 2)


def closure():
    optimizer.zero_grad()
    loss = (net(inputs) - 1).pow(2).mean()
    loss.backward()
    return loss


optimizer.step(closure)
