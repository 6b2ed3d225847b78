"""With validation the matrix is refused, with a message that names the constraint."""

# torch: raises ValueError: to satisfy the constraint PositiveDefinite()
import torch
from torch.distributions import MultivariateNormal as MVN

matrix = torch.tensor([[1.0, 0.9], [0.0, 1.0]])
mvn = MVN(torch.zeros(2), covariance_matrix=matrix)
