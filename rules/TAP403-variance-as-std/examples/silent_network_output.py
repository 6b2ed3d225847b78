"""A network's free output: whatever its name, training makes it a deviation."""

# torch: right gradient
import torch
import torch.nn.functional as F
from torch import nn
from torch.distributions import Normal

net = nn.Linear(1, 4)  # parameter
mean, raw = net(torch.ones(1)).chunk(2)
var = F.softplus(raw) + 1e-3
loss = -Normal(mean, var).log_prob(torch.tensor([0.3, 0.4])).sum()
loss.backward()
