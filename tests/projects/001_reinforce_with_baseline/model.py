import torch
from torch import nn
from torch.distributions import Categorical


class PolicyValueNet(nn.Module):
    """Shared body, one head for the policy and one for the state value."""

    def __init__(self, n_obs, n_actions, width=32):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(n_obs, width), nn.Tanh())
        self.pi = nn.Linear(width, n_actions)
        self.v = nn.Linear(width, 1)

    def forward(self, obs):
        h = self.body(obs)
        return Categorical(logits=self.pi(h)), self.v(h).squeeze(-1)
