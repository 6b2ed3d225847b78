"""Log-probabilities gathered while acting under no_grad are data."""

# torch: runs
import torch
from torch import nn
from torch.distributions import Categorical


class Agent(nn.Module):
    def __init__(self):
        super().__init__()
        self.policy = nn.Linear(2, 2)
        self.log_probs = []

    @torch.no_grad()
    def act(self, state):
        distribution = Categorical(logits=self.policy(state))
        action = distribution.sample()
        self.log_probs.append(distribution.log_prob(action))
        return action

    def update(self, states, actions):
        old = torch.tensor(self.log_probs)
        ratio = (Categorical(logits=self.policy(states)).log_prob(actions) - old).exp()
        ratio.mean().backward()


agent = Agent()
states = torch.ones(2, 2)
agent.update(states, torch.stack([agent.act(state) for state in states]))
