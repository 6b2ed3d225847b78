"""validate_args=True gives the clear message; the value is still an array."""

# torch: raises ValueError: The value argument to log_prob must be a Tensor
import torch
from torch.distributions import MultivariateNormal as MVN

mean = torch.tensor([0.0, 0.0], requires_grad=True)
distribution = MVN(mean, torch.eye(2), validate_args=True)
value = distribution.sample().numpy()
distribution.log_prob(value)  # expect: TAP401
