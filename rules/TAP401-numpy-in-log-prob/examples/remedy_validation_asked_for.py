"""validate_args=True with a tensor: checked, and trained."""

# torch: right gradient
import torch
from torch.distributions import MultivariateNormal as MVN

mean = torch.tensor([0.0, 0.0], requires_grad=True)  # parameter
distribution = MVN(mean, torch.eye(2), validate_args=True)
value = torch.tensor([0.3, -1.0])
loss = -distribution.log_prob(value)
loss.backward()
