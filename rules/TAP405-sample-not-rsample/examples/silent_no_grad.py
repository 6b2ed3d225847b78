"""Under no_grad, and detached: the sample is meant as a constant."""

# torch: runs
import torch
from torch.distributions import Normal

mean = torch.tensor([0.5, -0.5], requires_grad=True)
decoder = torch.eye(2, requires_grad=True)
posterior = Normal(mean, torch.ones(2))
with torch.no_grad():
    one = posterior.sample()
other = posterior.sample().detach()
loss = (one @ decoder).sum() + (other @ decoder).square().sum() + posterior.entropy().sum()
loss = loss + mean.square().sum()
loss.backward()
