"""A category has no rsample: there is nothing to use instead."""

# torch: right gradient
import torch
from torch.distributions import OneHotCategorical

logits = torch.tensor([0.1, 0.2, 0.7], requires_grad=True)  # parameter
decoder = torch.eye(3, requires_grad=True)  # parameter
choice = OneHotCategorical(logits=logits)
z = choice.sample()
loss = (z @ decoder - 1).square().sum() - choice.entropy()
loss.backward()
