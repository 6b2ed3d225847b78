"""The stage is one or the other: of the two branches, only one calls backward."""

# torch: runs
import torch
from torch import nn


class Stages:
    def __init__(self, stage):
        self.stage = stage
        self.body = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))
        self.optimizer = torch.optim.SGD(self.body.parameters(), lr=0.1)

    def compute(self, x):
        self.output = self.body(x)

    def train_body(self):
        self.optimizer.zero_grad()
        self.output.pow(2).mean().backward()
        self.optimizer.step()

    def step(self, x):
        self.compute(x)
        if self.stage == 0 or self.stage == 2:
            self.train_body()
        if self.stage == 1:
            self.train_body()


for stage in range(3):
    trained = Stages(stage)
    for x in torch.randn(3, 5, 3):
        trained.step(x)
