"""A user asks why a policy acts with sample and not with rsample; no gradient is needed there."""
# torch: runs
# report: https://github.com/ARISE-Initiative/robomimic/issues/204
# no pitfall: the actions go to a robot, and the loss is a likelihood of given actions
import torch
from torch import nn
from torch.distributions import Categorical, Independent, MixtureSameFamily, Normal


class Actor(nn.Module):
    def __init__(self):
        super().__init__()
        self.means = nn.Linear(3, 4)
        self.logits = nn.Linear(3, 2)

    def forward_train(self, obs):
        means = self.means(obs).view(-1, 2, 2)
        components = Independent(Normal(means, torch.full_like(means, 0.1)), 1)
        return MixtureSameFamily(Categorical(logits=self.logits(obs)), components)

    def forward(self, obs):
        return self.forward_train(obs).sample()


actor = Actor()
action = actor(torch.randn(1, 3))
dists = actor.forward_train(torch.randn(5, 3))
loss = -dists.log_prob(torch.randn(5, 2)).mean()
loss.backward()
