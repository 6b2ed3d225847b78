"""The density of averaged weights is summed over a zip of means and variances."""
# torch: runs
# report: https://github.com/SamsungLabs/pytorch-ensembles/issues/5
# not caught: TAP403: only the names of the items of two lists tell, and a name alone is no evidence for a result
import torch
from torch.distributions import Normal


class Averaged:
    def __init__(self, means, variances):
        self.means = means
        self.variances = variances

    def log_density(self, weights):
        total = torch.zeros(())
        for weight, mean, var in zip(weights, self.means, self.variances):
            total = total + Normal(mean, var).log_prob(weight).sum()
        return total


averaged = Averaged([torch.zeros(2), torch.zeros(3)], [torch.ones(2), torch.ones(3)])
print(averaged.log_density([torch.randn(2), torch.randn(3)]))
