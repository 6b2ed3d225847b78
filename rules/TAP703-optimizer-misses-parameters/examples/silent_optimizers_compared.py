"""Several optimisers take steps for one network, one after the other."""

# torch: runs
import torch
from torch import nn

net = nn.Linear(2, 1)
data = torch.randn(4, 2)
first = torch.optim.Adam(net.parameters())
for _ in range(5):
    first.zero_grad()
    net(data).pow(2).mean().backward()
    first.step()
second = torch.optim.LBFGS(net.parameters(), max_iter=2)


def closure() -> torch.Tensor:
    second.zero_grad()
    loss = net(data).pow(2).mean()
    loss.backward()
    return loss


second.step(closure)
