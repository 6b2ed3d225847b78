"""A policy puts its deviations on the diagonal of a covariance, and its gradients differ from a Normal's."""
# torch: runs
# report: https://discuss.pytorch.org/t/different-gradients-from-torch-distributions-multivariatenormal-torch-diag-embed-vs-torch-distributions-normal/182263
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
        return MultivariateNormal(mean, torch.diag_embed(std))  # expect: TAP402


states = torch.randn(4, 3)
policy = Actor()(states)
loss = -policy.log_prob(torch.randn(4, 2)).mean()
loss.backward()
