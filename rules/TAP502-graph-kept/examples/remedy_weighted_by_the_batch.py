"""The detached loss is weighed: nothing is left but numbers."""

# torch: runs
import torch
from torch import nn

net = nn.Linear(2, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
batches = torch.randn(30, 4, 2)
total = 0.0
for inputs in batches:
    loss = net(inputs).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    total += loss.detach() * len(inputs)
assert total.grad_fn is None
print(total / (4 * len(batches)))
