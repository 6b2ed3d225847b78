"""A name of a logarithm is bound to its exponential."""

# torch: runs
import torch
from torch import nn
from torch.distributions import Normal

head = nn.Linear(3, 2)
log_std = head(torch.ones(3)).clamp(-5.0, 2.0).exp()
d = Normal(torch.zeros(2), log_std)
log_scale = torch.tensor([-1.0, 0.5])
log_scale = torch.exp(log_scale)
e = Normal(torch.zeros(2), log_scale)
