"""Without validation a matrix that is no covariance is accepted, and half of it is ignored."""

# torch: runs
import torch
from torch.distributions import MultivariateNormal as MVN

matrix = torch.tensor([[1.0, 0.9], [0.0, 1.0]])
mvn = MVN(
    torch.zeros(2),
    covariance_matrix=matrix,
    validate_args=False,  # expect: TAP404
)
assert torch.equal(mvn.scale_tril, torch.eye(2))
