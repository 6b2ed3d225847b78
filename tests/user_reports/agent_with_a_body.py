"""The algorithm reads the log-probabilities that another object keeps, and makes a fresh leaf of them."""
# torch: runs
# report: https://github.com/kengz/SLM-Lab/pull/133
import torch
from torch import nn
from torch.distributions import Normal


class Body:
    def __init__(self):
        self.log_probs = []
        self.rewards = []


class Reinforce:
    def __init__(self, body):
        self.body = body
        self.net = nn.Linear(2, 1)
        self.optimizer = torch.optim.Adam(self.net.parameters())

    def act(self, state):
        pd = Normal(self.net(state), 1.0)
        action = pd.sample()
        self.body.log_probs.append(pd.log_prob(action).sum())
        self.body.rewards.append(1.0)

    def policy_loss(self):
        returns = torch.tensor(self.body.rewards)
        log_probs = torch.tensor(self.body.log_probs, requires_grad=True)  # expect: TAP101
        return -(returns * log_probs).sum()

    def train(self):
        loss = self.policy_loss()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()


agent = Reinforce(Body())
for _ in range(2):
    agent.act(torch.randn(2))
agent.train()
assert agent.net.weight.grad is None
