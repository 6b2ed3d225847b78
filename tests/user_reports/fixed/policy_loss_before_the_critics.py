"""The policy's loss is computed after the critics' steps."""
# torch: runs
import torch
from torch import nn
from torch.distributions import Normal


def descend(optimizer, loss):
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()


def critic():
    return nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 1))


class Learner:
    def __init__(self):
        self.policy = nn.Linear(2, 1)
        self.one, self.other = critic(), critic()
        self.policy_optimizer = torch.optim.Adam(self.policy.parameters())
        self.one_optimizer = torch.optim.Adam(self.one.parameters())
        self.other_optimizer = torch.optim.Adam(self.other.parameters())

    def critic_losses(self, state, action, target):
        pair = torch.cat([state, action], dim=1)
        return (self.one(pair) - target).square().mean(), (self.other(pair) - target).square().mean()

    def policy_loss(self, state):
        action = Normal(self.policy(state), 1.0).rsample()
        pair = torch.cat([state, action], dim=1)
        return -torch.minimum(self.one(pair), self.other(pair)).mean()

    def learn(self, state, action, target):
        one_loss, other_loss = self.critic_losses(state, action, target)
        descend(self.one_optimizer, one_loss)
        descend(self.other_optimizer, other_loss)
        policy_loss = self.policy_loss(state)
        descend(self.policy_optimizer, policy_loss)


Learner().learn(torch.randn(4, 2), torch.randn(4, 1), torch.randn(4, 1))
