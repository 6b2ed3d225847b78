"""The penalty of each round belongs to the weight of that round."""

# torch: runs
import torch
from torch import nn

model = nn.Linear(2, 1)
for x in torch.ones(3, 4, 2):
    penalty = model.weight.norm()
    loss = model(x).mean() + 0.1 * penalty
    loss.backward()
