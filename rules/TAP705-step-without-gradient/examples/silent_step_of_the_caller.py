"""Nothing has run a backward here: whoever calls it has."""

# torch: runs
import torch
from torch import nn

class Trainer:
    def __init__(self):
        self.net = nn.Linear(2, 1)
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.1)

    def apply(self):
        self.optimizer.step()
        self.optimizer.zero_grad()


trainer = Trainer()
trainer.net(torch.ones(1, 2)).sum().backward()
trainer.apply()
