"""Without the wrapping the critic's own output takes the gradient."""

# torch: right gradient
import torch

critic = torch.nn.Linear(2, 1)  # parameter
values = critic(torch.tensor([[1.0, 2.0], [0.0, 1.0]])).squeeze(-1)
td_target = torch.tensor([1.0, 0.0])
td_error = td_target - values
loss = td_error.pow(2).mean()
loss.backward()
