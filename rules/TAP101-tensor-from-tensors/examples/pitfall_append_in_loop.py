"""Losses appended in a loop and wrapped by torch.tensor never reach the model."""

# torch: no gradient
import torch
import torch.nn.functional as F
from torch import nn

model = nn.Linear(2, 1)  # parameter
inputs = torch.tensor([[1.0, 2.0], [3.0, -1.0]])
targets = torch.tensor([[0.5], [1.5]])
losses = []
for x, y in zip(inputs, targets):
    losses.append(F.mse_loss(model(x), y))
loss = torch.tensor(losses).mean()  # expect: TAP101
