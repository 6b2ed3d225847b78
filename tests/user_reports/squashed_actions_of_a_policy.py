"""A squashed normal samples an action, and the policy's loss goes through a critic."""
# torch: wrong gradient
# report: https://github.com/huggingface/lerobot/pull/599
import torch
from torch import nn
from torch.distributions import Independent, Normal, TanhTransform, TransformedDistribution


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.network = nn.Linear(2, 2)

    def forward(self, observations):
        means, log_stds = self.network(observations).chunk(2, dim=-1)
        base = Independent(Normal(means, log_stds.exp()), 1)
        dist = TransformedDistribution(base, [TanhTransform()])
        actions = dist.sample()  # expect: TAP405
        return actions, dist.log_prob(actions)


policy = Policy()  # parameter
critic = nn.Linear(3, 1)
observations = torch.randn(4, 2)
actions, log_probs = policy(observations)
q = critic(torch.cat([observations, actions], dim=-1)).squeeze(-1)
loss = (0.1 * log_probs - q).mean()
loss.backward()
