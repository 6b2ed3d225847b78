"""The log-probabilities lie in tuples of a worker's memory, and torch.tensor picks them out."""
# torch: raises RuntimeError: element 0 of tensors does not require grad
# report: https://github.com/Quantum-Cheese/DeepReinforcementLearning_Pytorch/issues/1
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
        log_probs = torch.tensor([step[1] for step in self.memory], dtype=torch.float)  # expect: TAP101
        rewards = torch.tensor([step[2] for step in self.memory])
        return -(log_probs * rewards).sum()


worker = Worker(nn.Linear(2, 2))
for _ in range(3):
    worker.act(torch.randn(2))
loss = worker.loss()
loss.backward()
