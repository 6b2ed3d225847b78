"""Without validation the message speaks of operands and not of the value."""

# torch: raises TypeError: unsupported operand type(s) for -: 'numpy.ndarray' and 'Tensor'
import numpy as np
import torch
from torch.distributions import Normal

mean = torch.zeros(2, requires_grad=True)
policy = Normal(mean, torch.ones(2), validate_args=False)  # expect: TAP404
loss = -policy.log_prob(np.array([0.5, 1.0])).sum()  # expect: TAP401
