"""A network's free output, and a name that tells nothing."""

# torch: right gradient
import torch
import torch.nn.functional as F
from torch import nn
from torch.distributions import MultivariateNormal

net = nn.Linear(1, 4)  # parameter
mean, spread = net(torch.ones(1)).chunk(2)
d = MultivariateNormal(mean, torch.diag(F.softplus(spread)))
loss = -d.log_prob(torch.tensor([0.3, 0.4]))
loss.backward()
