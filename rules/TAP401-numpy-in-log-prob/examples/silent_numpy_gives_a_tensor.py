"""Some functions of numpy give a tensor where they are given one."""

# torch: runs
import numpy as np
import torch
from torch.distributions import Normal


def score(policy: Normal, action):
    return policy.log_prob(np.exp(action)) + policy.log_prob(np.clip(action, -1, 1))


assert score(Normal(0.0, 1.0), torch.zeros(2)).shape == (2,)
