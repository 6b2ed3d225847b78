"""A log-probability written by hand holds the sample beside its own mean."""

# torch: runs
import torch

mean = torch.tensor([0.5, -0.5], requires_grad=True)
weight = torch.tensor([0.3, 0.7], requires_grad=True)
action = torch.distributions.Normal(mean, torch.ones(2)).sample()
log_prob = -0.5 * (action - mean).square().sum()
loss = -log_prob * 2.0 + (action * weight).sum().square()
loss.backward()
