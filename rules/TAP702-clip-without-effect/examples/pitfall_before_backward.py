"""The gradients are cleared, and there is nothing to clip before the backward."""

# torch: runs
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(2, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for _ in range(3):
    optimizer.zero_grad()
    nn.utils.clip_grad_norm_(net.parameters(), 1.0)  # expect: TAP702
    loss = (100 * net(torch.ones(1, 2))).sum()
    loss.backward()
    assert net.weight.grad.norm() > 100
    optimizer.step()
