"""The square root of the variance is the scale."""
# torch: runs
import torch
from torch.distributions import Normal


class Averaged:
    def __init__(self, means, variances):
        self.means = means
        self.variances = variances

    def log_density(self, weights):
        total = torch.zeros(())
        for weight, mean, var in zip(weights, self.means, self.variances):
            total = total + Normal(mean, var.sqrt()).log_prob(weight).sum()
        return total


averaged = Averaged([torch.zeros(2), torch.zeros(3)], [torch.ones(2), torch.ones(3)])
print(averaged.log_density([torch.randn(2), torch.randn(3)]))
