"""An array filled with predictions element by element keeps numbers only."""

# torch: no gradient
import numpy as np
import torch

critic = torch.nn.Linear(1, 1)  # parameter
values = np.zeros(2)
for index, state in enumerate((0.5, 1.5)):
    values[index] = critic(torch.tensor([state])).sum()
loss = (torch.tensor(values) - 1.0).pow(2).mean()  # expect: TAP101
