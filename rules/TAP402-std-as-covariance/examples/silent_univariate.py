"""Normal takes the deviation itself."""

# torch: right gradient
import torch
from torch.distributions import Independent, Normal

std = torch.tensor([0.5, 2.0], requires_grad=True)  # parameter
d = Independent(Normal(torch.zeros(2), std), 1)
loss = -d.log_prob(torch.tensor([0.3, 0.4]))
loss.backward()
