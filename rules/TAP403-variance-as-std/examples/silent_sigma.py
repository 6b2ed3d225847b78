"""sigma by itself, and the exponential of its logarithm."""

# torch: right gradient
import torch
from torch.distributions import Normal

log_sigma = torch.tensor([-1.0, 0.5], requires_grad=True)  # parameter
sigma = log_sigma.exp()
loss = -Normal(torch.zeros(2), sigma).log_prob(torch.ones(2)).sum()
loss.backward()
