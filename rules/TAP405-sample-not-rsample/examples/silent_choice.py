"""rsample for training, sample for the rest."""

# torch: runs
import torch
from torch.distributions import Normal, kl_divergence

mean = torch.tensor([0.5, -0.5], requires_grad=True)
decoder = torch.eye(2, requires_grad=True)
posterior = Normal(mean, torch.ones(2))
for trains in (True, False):
    z = posterior.rsample() if trains else posterior.sample()
    loss = (z @ decoder).square().sum() + kl_divergence(posterior, Normal(0.0, 1.0)).sum()
    loss.backward()
