"""A trainer validates after each epoch, and autograd goes on recording."""

# torch: runs
import torch
from torch import nn


class Trainer:
    def __init__(self, train_batches, valid_batches):
        self.net = nn.Linear(4, 1)
        self.optimizer = torch.optim.Adam(self.net.parameters())
        self.train_batches, self.valid_batches = train_batches, valid_batches

    def fit(self, epochs):
        for _ in range(epochs):
            for batch in self.train_batches:
                self.optimizer.zero_grad()
                self.net(batch).pow(2).mean().backward()
                self.optimizer.step()
            self.validate()

    def validate(self):
        errors = [0.0]
        for batch in self.valid_batches:
            error = self.net(batch).abs().mean()  # expect: TAP504 likely
            errors.append(error.item())
        return sum(errors)


Trainer(torch.randn(3, 8, 4), torch.randn(2, 8, 4)).fit(2)
