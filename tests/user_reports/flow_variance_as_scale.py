"""A flow network's variance is gamma (1 - gamma) by its paper, and is given to Normal as it is."""
# torch: runs
# report: https://github.com/MaximeRobeyns/bayesian_flow_networks/issues/1
# not caught: TAP403: the power of sigma is in a paper's formula; neither a name nor an operation of torch tells it
import torch
from torch.distributions import Normal


def sender(x, time, sigma):
    gamma = 1.0 - torch.pow(sigma, 2.0 * time)
    return Normal(gamma * x, gamma * (1.0 - gamma)).sample()


mu = sender(torch.randn(4, 2), torch.rand(4, 1), torch.tensor(0.1))
