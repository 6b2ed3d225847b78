"""The closure makes forward and backward anew for each evaluation."""

# torch: runs
import torch
from torch import nn

net = nn.Sequential(nn.Linear(1, 2), nn.Tanh(), nn.Linear(2, 1))
x, y = torch.linspace(0, 1, 5).unsqueeze(1), torch.ones(5, 1)
optimizer = torch.optim.LBFGS(net.parameters(), max_iter=2)


def closure():
    optimizer.zero_grad()
    loss = (net(x) - y).pow(2).mean()
    loss.backward()
    return loss


for _ in range(2):
    optimizer.step(closure)
