"""One mse_loss for each prediction, then stack and mean: the critic learns."""

# torch: right gradient
import torch
import torch.nn.functional as F

critic = torch.nn.Linear(2, 1)  # parameter
predictions = [critic(torch.tensor([1.0, s])) for s in (0.5, 1.5)]
td_targets = torch.tensor([[1.0], [-1.0]])
errors = [F.mse_loss(value, target) for value, target in zip(predictions, td_targets)]
loss = torch.stack(errors).mean()
loss.backward()
