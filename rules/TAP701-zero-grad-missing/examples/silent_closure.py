"""The closure clears, and LBFGS calls it."""

# torch: runs
import torch
from torch import nn

net = nn.Linear(2, 1)
optimizer = torch.optim.LBFGS(net.parameters(), max_iter=2)


def closure() -> torch.Tensor:
    optimizer.zero_grad()
    loss = net(torch.ones(1, 2)).pow(2).mean()
    loss.backward()
    return loss


for _ in range(3):
    optimizer.step(closure)
