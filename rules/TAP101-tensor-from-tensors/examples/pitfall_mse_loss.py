"""Predictions wrapped as the argument of mse_loss leave a loss without any graph."""

# torch: no gradient
import torch

critic = torch.nn.Linear(2, 1)  # parameter
predictions = [critic(torch.tensor([1.0, s])) for s in (0.5, 1.5)]
td_targets = torch.tensor([1.0, -1.0])
loss = torch.nn.functional.mse_loss(torch.tensor(predictions), td_targets)  # expect: TAP101
