"""The variance comes out of a helper, in a tuple, and goes through an attribute."""

# torch: runs
import torch
from torch.distributions import Normal


def statistics(data):
    return data.mean(0), data.var(0)


class Standardised:
    def __init__(self, data):
        self.mean, self.spread = statistics(data)

    def density(self):
        return Normal(self.mean, self.spread + 1e-6)  # expect: TAP403


d = Standardised(3.0 * torch.randn(1000, 2)).density()
assert (d.stddev > 6).all()
