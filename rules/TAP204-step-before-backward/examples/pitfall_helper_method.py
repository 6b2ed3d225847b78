"""A helper method steps for each network in turn while the policy's loss waits for its backward."""

# torch: raises RuntimeError: has been modified by an inplace operation
import torch
from torch import nn
from torch.optim import Adam


class SoftActorCritic:
    def __init__(self):
        self.policy = nn.Linear(2, 2)
        self.q1 = nn.Sequential(nn.Linear(2, 3), nn.ReLU(), nn.Linear(3, 1))
        self.q2 = nn.Sequential(nn.Linear(2, 3), nn.ReLU(), nn.Linear(3, 1))
        self.policy_optim = Adam(self.policy.parameters(), lr=1e-3)
        self.q1_optim = Adam(self.q1.parameters(), lr=1e-3)
        self.q2_optim = Adam(self.q2.parameters(), lr=1e-3)

    def learn(self, states, targets):
        q1_loss = (self.q1(states) - targets).pow(2).mean()
        q2_loss = (self.q2(states) - targets).pow(2).mean()
        actions = self.policy(states)
        policy_loss = -torch.min(self.q1(actions), self.q2(actions)).mean()
        self.update_params(self.q1_optim, self.q1, q1_loss)
        self.update_params(self.q2_optim, self.q2, q2_loss)
        self.update_params(self.policy_optim, self.policy, policy_loss)

    def update_params(self, optim, network, loss, max_norm=1.0):
        optim.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(network.parameters(), max_norm)
        optim.step()  # expect: TAP204


SoftActorCritic().learn(torch.randn(4, 2), torch.zeros(4, 1))
