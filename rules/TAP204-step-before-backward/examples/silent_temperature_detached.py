"""The policy's loss takes the coefficient's value as a number of its own."""

# torch: runs
import torch
from torch import nn, optim


class Trainer:
    def __init__(self):
        self.policy = nn.Linear(2, 1)
        self.log_alpha = torch.zeros(1, requires_grad=True)
        self.policy_opt = optim.Adam(self.policy.parameters(), lr=1e-3)
        self.alpha_opt = optim.Adam([self.log_alpha], lr=1e-3)

    def update(self, states):
        alpha = self.log_alpha.exp().item()
        log_prob = -self.policy(states).pow(2)
        policy_loss = (alpha * log_prob).mean()
        alpha_loss = -(self.log_alpha * (log_prob.detach() + 1.0)).mean()

        self.alpha_opt.zero_grad()
        alpha_loss.backward()
        self.alpha_opt.step()

        self.policy_opt.zero_grad()
        policy_loss.backward()
        self.policy_opt.step()


Trainer().update(torch.ones(2, 2))
