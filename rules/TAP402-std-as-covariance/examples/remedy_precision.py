"""precision_matrix= takes a precision."""

# torch: runs
import torch
from torch.distributions import MultivariateNormal

precision = torch.tensor([[4.0, 0.0], [0.0, 1.0]])
d = MultivariateNormal(torch.zeros(2), precision_matrix=precision)
assert torch.allclose(d.variance, torch.tensor([0.25, 1.0]))
