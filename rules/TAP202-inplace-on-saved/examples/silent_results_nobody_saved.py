"""Results of a linear layer, a concatenation, a sum and a layer norm are saved by nobody."""

# torch: right gradient
import torch
from torch import nn

linear = nn.Linear(2, 2)  # parameter
norm = nn.LayerNorm(2)  # parameter
x = torch.tensor([[1.0, 2.0], [3.0, -1.0]])
h = linear(x)
h *= 2.0
n = norm(h)
n += 1.0
joined = torch.cat([n, x])
joined[0] = 0.0
total = joined.sum(dim=0)
total.mul_(3.0)
loss = total.sum()
loss.backward()
