"""The factor of a guide is the second positional argument, which is the covariance."""
# torch: runs
# report: https://github.com/pyro-ppl/numpyro/issues/1433
import torch
from torch.distributions import MultivariateNormal


class Guide:
    def __init__(self, size):
        self.loc = torch.zeros(size)
        self.scale = torch.full((size,), 0.1)
        self.scale_tril = torch.eye(size) * self.scale

    def posterior(self):
        return MultivariateNormal(self.loc, self.scale_tril)  # expect: TAP402 likely


assert not torch.allclose(Guide(3).posterior().stddev, torch.full((3,), 0.1))
