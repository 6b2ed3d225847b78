"""Tensors go in, tensors come out."""

# torch: runs
import numpy as np
import torch

normal = torch.distributions.Normal(0.0, 1.0)
quantiles = normal.icdf(torch.as_tensor(np.array([0.1, 0.9])))
assert torch.allclose(normal.cdf(quantiles), torch.tensor([0.1, 0.9]))
