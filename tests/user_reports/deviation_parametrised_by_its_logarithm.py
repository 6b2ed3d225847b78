"""A user misses the half in exp(log_sigma), and is told that a logarithm of sigma needs none."""
# torch: right gradient
# report: https://github.com/ctallec/world-models/issues/13
# no pitfall: the logarithm of a deviation becomes the deviation
import torch
from torch import nn

encoder = nn.Linear(3, 4)  # parameter
mu, logsigma = encoder(torch.randn(4, 3)).chunk(2, dim=1)
sigma = logsigma.exp()
eps = torch.randn_like(sigma)
z = mu + sigma * eps
loss = z.square().sum() - 0.5 * torch.sum(1 + 2 * logsigma - mu.pow(2) - (2 * logsigma).exp())
loss.backward()
