"""LBFGS steps by itself inside step(closure), while a penalty still needs the old weights."""

# torch: raises RuntimeError: has been modified by an inplace operation
import torch
from torch import nn

net = nn.Sequential(nn.Linear(1, 2), nn.Tanh(), nn.Linear(2, 1))
x, y = torch.linspace(0, 1, 5).unsqueeze(1), torch.ones(5, 1)
penalty = net(x).pow(2).mean()
optimizer = torch.optim.LBFGS(net.parameters(), max_iter=2)


def closure():
    optimizer.zero_grad()
    loss = (net(x) - y).pow(2).mean()
    loss.backward()
    return loss


optimizer.step(closure)  # expect: TAP204
penalty.backward()
