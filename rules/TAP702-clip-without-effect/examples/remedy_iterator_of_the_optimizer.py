"""Asked for again, the parameters are all there."""

# torch: runs
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(2, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
(100 * net(torch.ones(1, 2))).sum().backward()
nn.utils.clip_grad_norm_(net.parameters(), 1.0)
assert net.weight.grad.norm() <= 1.0
optimizer.step()
