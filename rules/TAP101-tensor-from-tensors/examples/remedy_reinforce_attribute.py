"""The same agent learns once the stored log-probabilities are stacked."""

# torch: right gradient
import torch
from torch import nn
from torch.distributions import Categorical


class Reinforce(nn.Module):
    def __init__(self):
        super().__init__()
        self.policy = nn.Linear(2, 3)
        self.saved_log_probs = []

    def act(self, state, action):
        distribution = Categorical(logits=self.policy(state))
        self.saved_log_probs.append(distribution.log_prob(action))

    def loss(self, returns):
        return -(torch.stack(self.saved_log_probs) * returns).sum()


agent = Reinforce()  # parameter
agent.act(torch.tensor([1.0, -1.0]), torch.tensor(0))
agent.act(torch.tensor([0.5, 2.0]), torch.tensor(2))
loss = agent.loss(torch.tensor([1.0, 0.3]))
loss.backward()
