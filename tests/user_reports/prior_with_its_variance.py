"""A prior keeps its variance in an attribute, and samples with it as a scale."""
# torch: runs
# report: https://github.com/mj-will/nessai/pull/158
# not caught: TAP403: only the name of an argument tells, and a name alone is no evidence for an argument
import torch
from torch.distributions import Normal


class Prior:
    def __init__(self, dims, var=1.0):
        self.dims = dims
        self._var = torch.full((dims,), var)

    def sample(self, n):
        return Normal(torch.zeros(self.dims), self._var).sample((n,))


assert Prior(2, var=0.01).sample(1000).std() < 0.02
