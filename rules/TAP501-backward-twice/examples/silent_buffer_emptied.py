"""An update of an empty buffer returns at once, and every other one begins a new list."""

# torch: runs
import torch
from torch import nn
from torch.distributions import Categorical


class Agent:
    def __init__(self):
        self.policy = nn.Linear(4, 2)
        self.optimizer = torch.optim.SGD(self.policy.parameters(), lr=0.1)
        self.buffer = []

    def act(self, state):
        chosen = Categorical(logits=self.policy(state))
        action = chosen.sample()
        self.buffer.append({"log_prob": chosen.log_prob(action), "reward": 1.0})

    def update(self):
        if not self.buffer:
            return 0.0
        rewards = torch.tensor([each["reward"] for each in self.buffer])
        log_probs = torch.stack([each["log_prob"] for each in self.buffer])
        loss = -(log_probs * rewards).mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        self.buffer = []
        return loss.item()


agent = Agent()
for episode in range(3):
    state = torch.randn(4)
    for step in range(episode):
        agent.act(state)
    agent.update()
