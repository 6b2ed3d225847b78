"""A Cholesky factor as scale_tril, and its product with its transpose as covariance."""

# torch: runs
import torch
from torch.distributions import MultivariateNormal

cov = torch.tensor([[2.0, 0.3], [0.3, 1.0]])
L = torch.linalg.cholesky(cov)
one = MultivariateNormal(torch.zeros(2), scale_tril=L)
two = MultivariateNormal(torch.zeros(2), L @ L.T)
three = MultivariateNormal(torch.zeros(2), precision_matrix=torch.inverse(cov))
assert torch.allclose(one.covariance_matrix, cov) and torch.allclose(two.covariance_matrix, cov)
assert torch.allclose(three.covariance_matrix, cov)
