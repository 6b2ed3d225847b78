"""log_prob takes the tensor inside."""
# torch: runs
import torch
from torch.distributions import Bernoulli


class StochasticTensor:
    def __init__(self, tensor, name):
        self.tensor = tensor
        self.name = name


def log_probability(distribution, node):
    return distribution.log_prob(node.tensor).sum()


bernoulli = Bernoulli(probs=torch.full((4,), 0.5, requires_grad=True))
node = StochasticTensor(bernoulli.sample(), "x")
log_probability(bernoulli, node).backward()
