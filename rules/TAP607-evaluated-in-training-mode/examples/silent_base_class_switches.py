"""The base class switches around what a derived one evaluates."""

# torch: runs
import torch
from torch import nn


class Runner:
    def __init__(self):
        self.net = nn.Sequential(nn.Linear(4, 8), nn.BatchNorm1d(8))
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.1)

    def run(self):
        for _ in range(2):
            self.net.train()
            self.optimizer.zero_grad()
            self.net(torch.randn(8, 4)).pow(2).mean().backward()
            self.optimizer.step()
            self.net.eval()
            with torch.no_grad():
                self.evaluate(torch.randn(2, 8, 4))


class Mine(Runner):
    def evaluate(self, batches):
        for x in batches:
            assert torch.equal(self.net(x), self.net(x))


Mine().run()
