"""A class of one's own that is called Normal takes what it likes."""

# torch: runs
import torch


class Normal:
    def __init__(self, mean, var):
        self.mean, self.var = mean, var

    def log_prob(self, value):
        return -0.5 * ((value - self.mean) ** 2 / self.var + self.var.log())


data = torch.randn(10, 2)
density = Normal(data.mean(0), data.var(0)).log_prob(data)
