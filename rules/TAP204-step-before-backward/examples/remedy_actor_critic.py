"""The actor's loss is computed after the critic's step, with the critic as it then is."""

# torch: runs
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.optim import Adam


class Critic(nn.Module):
    def __init__(self, states, actions):
        super().__init__()
        self.hidden = nn.Linear(states + actions, 4)
        self.out = nn.Linear(4, 1)

    def forward(self, state, action):
        x = torch.cat([state, action], dim=1)
        return self.out(F.relu(self.hidden(x)))


class Agent:
    def __init__(self, states, actions):
        self.policy = nn.Linear(states, actions)
        self.critic = Critic(states, actions)
        self.policy_optim = Adam(self.policy.parameters(), lr=3e-4)
        self.critic_optim = Adam(self.critic.parameters(), lr=3e-4)

    def update(self, state, action, target):
        value_loss = F.mse_loss(self.critic(state, action), target)
        self.critic_optim.zero_grad()
        value_loss.backward()
        self.critic_optim.step()

        policy_loss = -self.critic(state, torch.tanh(self.policy(state))).mean()
        self.policy_optim.zero_grad()
        policy_loss.backward()
        self.policy_optim.step()


agent = Agent(2, 1)
agent.update(torch.ones(3, 2), torch.zeros(3, 1), torch.ones(3, 1))
agent.update(torch.ones(3, 2), torch.zeros(3, 1), torch.ones(3, 1))
