"""An actor switches validation off for speed with an assignment, which replaces the method and switches nothing."""
# torch: runs
# report: https://github.com/leggedrobotics/rsl_rl/pull/69
import torch
from torch import nn
from torch.distributions import Normal

kept = Normal.set_default_validate_args


class ActorCritic(nn.Module):
    def __init__(self, actions):
        super().__init__()
        self.std = nn.Parameter(torch.ones(actions))
        self.distribution = None
        Normal.set_default_validate_args = False  # expect: TAP406

    def update_distribution(self, mean):
        self.distribution = Normal(mean, mean * 0.0 + self.std)


policy = ActorCritic(2)
policy.update_distribution(torch.zeros(1, 2))
assert policy.distribution._validate_args
assert Normal.set_default_validate_args is False
del Normal.set_default_validate_args
assert Normal.set_default_validate_args is kept
