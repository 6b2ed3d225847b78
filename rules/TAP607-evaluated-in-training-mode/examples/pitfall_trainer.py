"""A trainer switches to training at the start, and never to evaluation."""

# torch: runs
import torch
from torch import nn


class Trainer:
    def __init__(self, train_batches, valid_batches):
        self.model = nn.Sequential(nn.Conv1d(1, 4, 3), nn.BatchNorm1d(4), nn.Flatten())
        self.optimizer = torch.optim.Adam(self.model.parameters())
        self.train_batches, self.valid_batches = train_batches, valid_batches

    def run(self, epochs):
        self.model.train()
        for _ in range(epochs):
            for batch in self.train_batches:
                self.optimizer.zero_grad()
                self.model(batch).pow(2).mean().backward()
                self.optimizer.step()
            self.check()

    def check(self):
        with torch.no_grad():
            for batch in self.valid_batches:
                print(self.model(batch).pow(2).mean().item())  # expect: TAP607 likely


Trainer(torch.randn(3, 8, 1, 6), torch.randn(2, 8, 1, 6)).run(2)
