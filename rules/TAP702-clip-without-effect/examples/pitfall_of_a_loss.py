"""A loss is no leaf: it has no gradient that could be clipped."""

# torch: runs
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(2, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
loss = (100 * net(torch.ones(1, 2))).sum()
loss.backward()
nn.utils.clip_grad_norm_(loss, 0.1)  # expect: TAP702
assert net.weight.grad.norm() > 100
optimizer.step()
