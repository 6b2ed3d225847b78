"""The next value is computed without a history, and the weight is detached."""

# torch: runs
import torch
from torch import nn
from torch.distributions import Categorical


class ActorCritic(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(2, 4)
        self.policy, self.value = nn.Linear(4, 3), nn.Linear(4, 1)

    def forward(self, state):
        features = torch.tanh(self.body(state))
        return Categorical(logits=self.policy(features)), self.value(features)


model = ActorCritic()
optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
state, next_state, reward, done, gamma = torch.ones(2), torch.zeros(2), 1.0, False, 0.99
policy, value = model(state)
with torch.no_grad():
    _, next_value = model(next_state)
delta = reward + gamma * next_value * (1 - int(done)) - value
actor_loss = -policy.log_prob(policy.sample()) * delta.detach()
critic_loss = delta**2
optimizer.zero_grad()
(actor_loss + critic_loss).backward()
optimizer.step()
