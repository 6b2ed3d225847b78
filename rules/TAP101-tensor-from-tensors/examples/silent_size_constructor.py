"""torch.Tensor(n, m) takes sizes, not values."""

# torch: right gradient
import torch

rows, columns = 2, 3
weight = torch.ones(rows, columns, requires_grad=True)  # parameter
mask = torch.Tensor(rows, columns).fill_(0.5)
loss = (weight * mask).sum()
loss.backward()
