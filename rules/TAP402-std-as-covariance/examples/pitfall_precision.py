"""An inverted covariance is a precision and belongs to precision_matrix=."""

# torch: runs
import torch
from torch.distributions import MultivariateNormal

precision = torch.tensor([[4.0, 0.0], [0.0, 1.0]])
d = MultivariateNormal(torch.zeros(2), precision)  # expect: TAP402 likely
assert torch.allclose(d.variance, torch.tensor([4.0, 1.0]))
