"""The norm of each gradient is shown; that clears nothing."""

# torch: runs
import torch
from torch import nn

net = nn.Linear(2, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
norms = []
for _ in range(3):
    net(torch.ones(1, 2)).sum().backward()
    optimizer.step()  # expect: TAP701
    norms.append(sum(parameter.grad.norm().item() for parameter in net.parameters()))
assert norms[2] > 2.9 * norms[0]
