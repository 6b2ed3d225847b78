"""scale_tril takes deviations."""
# torch: runs
import torch
from torch import nn
from torch.distributions import MultivariateNormal


class Actor(nn.Module):
    def __init__(self):
        super().__init__()
        self.mean = nn.Linear(3, 2)
        self.log_std = nn.Parameter(torch.zeros(2))

    def forward(self, state):
        mean = self.mean(state)
        std = torch.exp(self.log_std).expand_as(mean)
        return MultivariateNormal(mean, scale_tril=torch.diag_embed(std))


states = torch.randn(4, 3)
policy = Actor()(states)
loss = -policy.log_prob(torch.randn(4, 2)).mean()
loss.backward()
