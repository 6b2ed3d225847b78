"""It does not matter which argument of numpy's function the tensor is."""

# torch: raises RuntimeError: Can't call numpy() on Tensor that requires grad
import numpy as np
import torch

weight = torch.ones(3, requires_grad=True)
loss = np.dot(np.ones(3), weight)  # expect: TAP105
