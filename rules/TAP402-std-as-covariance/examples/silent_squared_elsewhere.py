"""The variance is squared in another method, as in well-known PPO programs."""

# torch: runs
import torch
from torch.distributions import MultivariateNormal


class Actor:
    def __init__(self, size, action_std):
        self.size = size
        self.action_var = torch.full((size,), action_std * action_std)

    def set_action_std(self, new_action_std):
        self.action_var = torch.full((self.size,), new_action_std * new_action_std)

    def distribution(self, mean):
        cov_mat = torch.diag(self.action_var).unsqueeze(dim=0)
        return MultivariateNormal(mean, cov_mat)


actor = Actor(2, 0.6)
actor.set_action_std(0.5)
assert torch.allclose(actor.distribution(torch.zeros(1, 2)).stddev, torch.tensor(0.5))
