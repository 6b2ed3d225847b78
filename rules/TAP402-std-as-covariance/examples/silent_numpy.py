"""numpy's multivariate_normal is not torch's."""

# torch: runs
import numpy as np
import torch

std = np.array([0.5, 2.0])
rng = np.random.default_rng(0)
value = torch.from_numpy(rng.multivariate_normal(np.zeros(2), np.diag(std)))
