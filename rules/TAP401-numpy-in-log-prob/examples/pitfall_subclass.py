"""A class of one's own that inherits log_prob needs a tensor, too."""

# torch: raises ValueError: The value argument to log_prob must be a Tensor
import torch
from torch.distributions import Normal, TanhTransform, TransformedDistribution


class Squashed(TransformedDistribution):
    def __init__(self, mean, deviation):
        super().__init__(Normal(mean, deviation), [TanhTransform()])


policy = Squashed(torch.zeros(2), torch.ones(2))
action = policy.sample().numpy()
policy.log_prob(action)  # expect: TAP401
