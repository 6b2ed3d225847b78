"""The optimiser has used the iterator up; torch warns at most that nothing is clipped."""

# torch: runs
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(2, 1)
parameters = net.parameters()
optimizer = torch.optim.SGD(parameters, lr=0.1)
(100 * net(torch.ones(1, 2))).sum().backward()
nn.utils.clip_grad_norm_(parameters, 1.0)  # expect: TAP702
assert net.weight.grad.norm() > 100
optimizer.step()
