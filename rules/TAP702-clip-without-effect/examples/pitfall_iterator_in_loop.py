"""The first round uses the iterator up; from the second on nothing is clipped."""

# torch: runs
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(2, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
trained = filter(lambda parameter: parameter.requires_grad, net.parameters())
for step in range(2):
    optimizer.zero_grad()
    (100 * net(torch.ones(1, 2))).sum().backward()
    nn.utils.clip_grad_norm_(trained, 1.0)  # expect: TAP702
    assert (net.weight.grad.norm() > 1.0) == (step > 0)
    optimizer.step()
