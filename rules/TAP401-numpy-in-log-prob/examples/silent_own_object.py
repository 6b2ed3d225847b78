"""A class of one's own that derives from torch's tensor is a tensor; another one unwraps itself."""

# torch: runs
import torch
from torch.distributions import Normal


class Labelled(torch.Tensor):
    pass


class Action:
    def __init__(self, tensor):
        self.tensor = tensor

    def __rsub__(self, other):
        return other - self.tensor

    def __sub__(self, other):
        return self.tensor - other


policy = Normal(torch.zeros(2), 1.0)
print(policy.log_prob(policy.sample().as_subclass(Labelled)))
unchecked = Normal(torch.zeros(2), 1.0, validate_args=False)
print(unchecked.log_prob(Action(torch.zeros(2))))
