"""The name of an argument alone is no evidence: the caller may know better."""

# torch: runs
import torch
from torch.distributions import Normal


def nll(mean, var, target):
    return -Normal(mean, var).log_prob(target).mean()


loss = nll(torch.zeros(2), torch.tensor([0.1, 0.2]).sqrt(), torch.ones(2))
