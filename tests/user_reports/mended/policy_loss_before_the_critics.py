"""The policy's loss is computed after the critics' steps."""
# torch: runs
import torch
from torch import nn
from torch.distributions import Normal


def update_params(optim, loss):
    optim.zero_grad()
    loss.backward()
    optim.step()


class Critic(nn.Module):
    def __init__(self):
        super().__init__()
        self.Q1 = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 1))
        self.Q2 = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 1))

    def forward(self, state, action):
        x = torch.cat([state, action], dim=1)
        return self.Q1(x), self.Q2(x)


class Agent:
    def __init__(self):
        self.policy = nn.Linear(2, 1)
        self.critic = Critic()
        self.policy_optim = torch.optim.Adam(self.policy.parameters())
        self.q1_optim = torch.optim.Adam(self.critic.Q1.parameters())
        self.q2_optim = torch.optim.Adam(self.critic.Q2.parameters())

    def calc_critic_loss(self, state, action, target):
        q1, q2 = self.critic(state, action)
        return (q1 - target).square().mean(), (q2 - target).square().mean()

    def calc_policy_loss(self, state):
        action = Normal(self.policy(state), 1.0).rsample()
        return -torch.min(*self.critic(state, action)).mean()

    def learn(self, state, action, target):
        q1_loss, q2_loss = self.calc_critic_loss(state, action, target)
        update_params(self.q1_optim, q1_loss)
        update_params(self.q2_optim, q2_loss)
        policy_loss = self.calc_policy_loss(state)
        update_params(self.policy_optim, policy_loss)


Agent().learn(torch.randn(4, 2), torch.randn(4, 1), torch.randn(4, 1))
