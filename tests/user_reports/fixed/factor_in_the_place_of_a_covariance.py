"""The factor is given by name."""
# torch: runs
import torch
from torch.distributions import MultivariateNormal


class Guide:
    def __init__(self, size):
        self.loc = torch.zeros(size)
        self.scale = torch.full((size,), 0.1)
        self.scale_tril = torch.eye(size) * self.scale

    def posterior(self):
        return MultivariateNormal(self.loc, scale_tril=self.scale_tril)


assert torch.allclose(Guide(3).posterior().stddev, torch.full((3,), 0.1))
