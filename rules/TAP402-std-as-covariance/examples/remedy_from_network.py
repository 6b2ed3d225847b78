"""The same network with independent normals, which take the deviation."""

# torch: right gradient
import torch
from torch import nn
from torch.distributions import Independent, Normal

net = nn.Linear(1, 4)  # parameter
mean, log_std = net(torch.ones(1)).chunk(2, dim=-1)
std = log_std.clamp(-5.0, 2.0).exp()
d = Independent(Normal(mean, std), 1)
loss = -d.log_prob(torch.tensor([0.3, 0.4]))
loss.backward()
