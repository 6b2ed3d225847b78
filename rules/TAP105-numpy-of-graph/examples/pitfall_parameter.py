"""A parameter requires grad, and numpy refuses it where autograd records."""

# torch: raises RuntimeError: Can't call numpy() on Tensor that requires grad
import numpy as np
from torch import nn

net = nn.Linear(2, 2)
norm = np.linalg.norm(net.weight)  # expect: TAP105
