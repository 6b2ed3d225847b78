"""Gamma and Chi2 turn their value into a tensor by themselves."""

# torch: right gradient
import numpy as np
import torch
from torch.distributions import Chi2, Gamma

rate = torch.tensor([1.0, 2.0], requires_grad=True)  # parameter
degrees = torch.tensor([3.0, 4.0], requires_grad=True)  # parameter
value = np.array([0.5, 1.5])
loss = -(Gamma(2.0 * torch.ones(2), rate).log_prob(value) + Chi2(degrees).log_prob(value)).sum()
loss.backward()
