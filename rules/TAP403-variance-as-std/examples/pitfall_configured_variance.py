"""A variance among the settings is used as a scale."""

# torch: runs
import torch
from torch.distributions import Cauchy, LogNormal

observation_var = 0.25
d = LogNormal(torch.zeros(2), observation_var)  # expect: TAP403 likely
tails = Cauchy(torch.zeros(2), observation_var)  # expect: TAP403 likely
assert d.scale.allclose(torch.tensor(0.25))
