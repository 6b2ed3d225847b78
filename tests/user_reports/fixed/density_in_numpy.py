"""torch.exp of the tensor; numpy only for the constant."""
# torch: runs
import numpy as np
import torch
from torch import nn

encoder = nn.Linear(3, 4)


def log_density(z, mu, log_variance):
    distance = (z - mu) ** 2 / torch.exp(log_variance)
    return -0.5 * (np.log(2 * np.pi) + log_variance + distance).sum(dim=1)


mu, log_variance = encoder(torch.randn(2, 3)).chunk(2, dim=1)
z = mu + torch.exp(0.5 * log_variance) * torch.randn(2, 2)
log_q_z = log_density(z, mu, log_variance)
