"""np.exp of a tensor in a loss."""

# torch: raises RuntimeError: Can't call numpy() on Tensor that requires grad
import numpy as np
import torch

log_std = torch.zeros(2, requires_grad=True)
loss = np.exp(log_std).sum()  # expect: TAP105
