"""A leaf made inside a difference receives a gradient that nobody can read."""

# torch: no gradient
import torch

critic = torch.nn.Linear(2, 1)  # parameter
values = critic(torch.tensor([[1.0, 2.0], [0.0, 1.0]])).squeeze(-1).tolist()
td_target = torch.tensor([1.0, 0.0])
td_error = td_target - torch.tensor(values, requires_grad=True)  # expect: TAP102
loss = td_error.pow(2).mean()
loss.backward()
