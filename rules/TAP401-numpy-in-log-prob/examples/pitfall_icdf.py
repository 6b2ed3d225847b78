"""icdf validates nothing and fails somewhere inside."""

# torch: raises TypeError: erfinv(): argument 'input' (position 1) must be Tensor, not numpy.ndarray
import numpy as np
import torch

normal = torch.distributions.Normal(0.0, 1.0)
quantiles = normal.icdf(np.array([0.1, 0.9]))  # expect: TAP401
