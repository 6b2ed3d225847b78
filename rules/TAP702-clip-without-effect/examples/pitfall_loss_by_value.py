"""A loss has no gradient of its own, and clipping by value raises over nothing."""

# torch: raises RuntimeError: empty
import torch
from torch import nn

net = nn.Linear(2, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
loss = net(torch.ones(1, 2)).sum()
loss.backward()
nn.utils.clip_grad_value_(loss, 1.0)  # expect: TAP702
optimizer.step()
