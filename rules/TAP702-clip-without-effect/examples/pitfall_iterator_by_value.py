"""The optimiser has used the iterator up, and clipping by value raises over nothing."""

# torch: raises RuntimeError: empty
import torch
from torch import nn

net = nn.Linear(2, 1)
parameters = net.parameters()
optimizer = torch.optim.SGD(parameters, lr=0.1)
(100 * net(torch.ones(1, 2))).sum().backward()
nn.utils.clip_grad_value_(parameters, 1.0)  # expect: TAP702
optimizer.step()
