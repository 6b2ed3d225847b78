"""Before the step, the backward fills what the step uses."""

# torch: runs
import torch
from torch import nn

weight = nn.Parameter(torch.tensor([1.0]))
optimizer = torch.optim.SGD([weight], lr=1.0)
for _ in range(3):
    optimizer.zero_grad()
    loss = weight.sum()
    loss.backward()
    optimizer.step()
assert abs(1 - weight.item() - 3) < 1e-6
