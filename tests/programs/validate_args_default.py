import torch
from torch.distributions import Normal, Distribution
Normal(0., 1., validate_args=False)
