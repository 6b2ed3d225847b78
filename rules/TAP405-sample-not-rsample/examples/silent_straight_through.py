"""The forward takes the sample, the backward the mean."""

# torch: runs
import torch
from torch.distributions import Normal

mean = torch.tensor([0.5, -0.5], requires_grad=True)
decoder = torch.eye(2, requires_grad=True)
sample = Normal(mean, torch.ones(2)).sample()
one = sample + mean - mean.detach()
other = (sample - mean).detach() + mean
loss = (one @ decoder).sum() + (other @ decoder).sum() + mean.square().sum()
loss.backward()
