"""A class that derives from torch's tensor is one; `icdf` computes with what has operators."""

# torch: runs
import torch
from torch.distributions import Normal


class Labelled(torch.Tensor):
    pass


class Quantile:
    def __init__(self, tensor):
        self.tensor = tensor

    def __rmul__(self, other):
        return other * self.tensor


normal = Normal(torch.zeros(2), 1.0)
print(normal.log_prob(normal.sample().as_subclass(Labelled)))
print(normal.icdf(Quantile(torch.tensor([0.5, 0.9]))))
