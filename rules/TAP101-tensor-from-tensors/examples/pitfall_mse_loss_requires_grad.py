"""Inside mse_loss, requires_grad=True silences the error and hides the lost history."""

# torch: no gradient
import torch
import torch.nn.functional as F

critic = torch.nn.Linear(2, 1)  # parameter
predictions = [critic(torch.tensor([1.0, s])) for s in (0.5, 1.5)]
td_targets = torch.tensor([1.0, -1.0])
loss = F.mse_loss(torch.tensor(predictions, requires_grad=True), td_targets)  # expect: TAP101
loss.backward()
