"""Each step uses the gradients of one backward."""

# torch: runs
import torch
from torch import nn

net = nn.Linear(1, 1, bias=False)
chosen = [each for each in net.parameters() if each.requires_grad]
optimizer = torch.optim.SGD(chosen, lr=0.0)
for _ in range(3):
    optimizer.zero_grad()
    net(torch.ones(1, 1)).sum().backward()
    optimizer.step()
assert float(net.weight.grad) == 1
