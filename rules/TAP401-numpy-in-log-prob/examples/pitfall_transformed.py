"""A transformed distribution refuses an array too."""

# torch: raises ValueError: The value argument to log_prob must be a Tensor
import numpy as np
import torch
from torch.distributions import Normal, TransformedDistribution
from torch.distributions.transforms import TanhTransform

squashed = TransformedDistribution(Normal(torch.zeros(2), 1.0), [TanhTransform()])
squashed.log_prob(np.full(2, 0.5))  # expect: TAP401
