"""Independent hands the value on as it is, and Gamma takes arrays."""

# torch: runs
import numpy as np
import torch
from torch.distributions import Gamma, Independent

rates = Independent(Gamma(torch.ones(2), torch.ones(2)), 1)
assert rates.log_prob(np.ones(2)).shape == ()
