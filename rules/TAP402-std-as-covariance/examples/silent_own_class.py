"""A class of one's own with the same name takes deviations."""

# torch: runs
import torch


class MultivariateNormal:
    def __init__(self, mean, scale):
        self.mean = mean
        self.scale = scale

    def sample(self):
        return self.mean + self.scale @ torch.randn(self.mean.shape)


std = torch.tensor([0.5, 2.0])
value = MultivariateNormal(torch.zeros(2), torch.diag(std)).sample()
