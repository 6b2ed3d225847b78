"""What `evaluate` gives is trained: it is a step of PPO."""

# torch: runs
import torch
from torch import nn


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(4, 2)

    def evaluate(self, states, actions):
        return torch.log_softmax(self.body(states), -1)[range(8), actions]


policy = Policy()
optimizer = torch.optim.Adam(policy.parameters())
states, actions, advantages = torch.randn(8, 4), torch.randint(2, (8,)), torch.randn(8)
for _ in range(3):
    loss = -(policy.evaluate(states, actions) * advantages).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
