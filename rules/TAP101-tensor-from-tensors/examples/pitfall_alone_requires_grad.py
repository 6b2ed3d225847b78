"""Predictions wrapped on a line of their own, with requires_grad=True, and used later."""

# torch: no gradient
import torch
from torch import nn

model = nn.Linear(2, 1)  # parameter
list_of_predictions = [model(row) for row in torch.eye(2)]
predictions = torch.tensor(list_of_predictions, requires_grad=True)  # expect: TAP101
loss = nn.MSELoss()(predictions, torch.tensor([1.0, 2.0]))
loss.backward()
