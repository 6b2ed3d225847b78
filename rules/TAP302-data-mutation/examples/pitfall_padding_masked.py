"""What is padded is masked through `.data`, and the slope of the loss is zero there."""

# torch: runs
import torch
from torch import nn

net = nn.Linear(2, 3)
batch, target = torch.ones(4, 2), torch.ones(4, 3)
padding = torch.zeros(4, 3, dtype=torch.bool)
padding[:, 2] = True
target[padding] = 0.0

expected = (net(batch).masked_fill(padding, 0.0) - target).pow(2).sum()
expected.backward()
gradient, net.weight.grad = net.weight.grad, None

output = net(batch)
output.data.masked_fill_(padding, 0.0)  # expect: TAP302
(output - target).pow(2).sum().backward()
assert torch.equal(net.weight.grad, gradient)
