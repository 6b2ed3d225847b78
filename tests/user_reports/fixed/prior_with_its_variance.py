"""The root of the variance is the scale."""
# torch: runs
import torch
from torch.distributions import Normal


class Prior:
    def __init__(self, dims, var=1.0):
        self.dims = dims
        self._var = torch.full((dims,), var)

    def sample(self, n):
        return Normal(torch.zeros(self.dims), self._var.sqrt()).sample((n,))


assert Prior(2, var=0.01).sample(1000).std() > 0.05
