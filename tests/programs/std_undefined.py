import torch
from torch.distributions import MultivariateNormal as MVN
d1 = MVN(mean, torch.diag_embed(std))  # expect: TAP402 likely
