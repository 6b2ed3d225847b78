"""A library's own wrapper around a tensor is given to log_prob, which validates since 1.8."""
# torch: raises ValueError: The value argument to log_prob must be a Tensor
# report: https://github.com/HEmile/storchastic/issues/90
import torch
from torch.distributions import Bernoulli


class StochasticTensor:
    def __init__(self, tensor, name):
        self.tensor = tensor
        self.name = name


def log_probability(distribution, node):
    return distribution.log_prob(node).sum()  # expect: TAP401


bernoulli = Bernoulli(probs=torch.full((4,), 0.5, requires_grad=True))
node = StochasticTensor(bernoulli.sample(), "x")
log_probability(bernoulli, node).backward()
