"""A tensor filled with predictions element by element keeps their history."""

# torch: right gradient
import torch

critic = torch.nn.Linear(1, 1)  # parameter
values = torch.zeros(2)
for index, state in enumerate((0.5, 1.5)):
    values[index] = critic(torch.tensor([state])).sum()
loss = (values - 1.0).pow(2).mean()
loss.backward()
