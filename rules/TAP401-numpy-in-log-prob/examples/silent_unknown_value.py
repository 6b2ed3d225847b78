"""Nothing tells what the argument is."""

# torch: right gradient
import torch
from torch.distributions import Normal


def negative_log_likelihood(distribution, value):
    return -distribution.log_prob(value).sum()


class Head:
    def __init__(self, loc):
        self.loc = loc

    def loss(self, action):
        return -Normal(self.loc, 1.0).log_prob(action).sum()


loc = torch.tensor([0.0, 1.0], requires_grad=True)  # parameter
target = torch.tensor([0.5, 0.5])
loss = negative_log_likelihood(Normal(loc, torch.ones(2)), target) + Head(loc).loss(target)
loss.backward()
