"""torch.stack keeps what the memory holds in the graph; rewards are numbers and stay in torch.tensor."""
# torch: runs
import torch
from torch import nn
from torch.distributions import Categorical


class Worker:
    def __init__(self, policy):
        self.policy = policy
        self.memory = []

    def act(self, state):
        choice = Categorical(logits=self.policy(state))
        action = choice.sample()
        self.memory.append((action, choice.log_prob(action), 1.0))

    def loss(self):
        log_probs = torch.stack([step[1] for step in self.memory])
        rewards = torch.tensor([step[2] for step in self.memory])
        return -(log_probs * rewards).sum()


worker = Worker(nn.Linear(2, 2))
for _ in range(3):
    worker.act(torch.randn(2))
loss = worker.loss()
loss.backward()
