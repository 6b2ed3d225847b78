"""The optimiser has those parameters that require grad, and nothing ever clears them."""

# torch: runs
import torch
from torch import nn

net = nn.Linear(1, 1, bias=False)
chosen = [each for each in net.parameters() if each.requires_grad]
optimizer = torch.optim.SGD(chosen, lr=0.0)
for _ in range(3):
    net(torch.ones(1, 1)).sum().backward()
    optimizer.step()  # expect: TAP701
assert float(net.weight.grad) == 3
