"""The best network is the network itself, which goes on learning."""

# torch: runs
import torch
from torch import nn


class Trainer:
    def __init__(self, model):
        self.model = model
        self.best_model = None
        self.optimizer = torch.optim.SGD(self.model.parameters(), lr=0.1)

    def fit(self, inputs, targets, epochs):
        lowest = float("inf")
        for _ in range(epochs):
            self.model.train()
            loss = (self.model(inputs) - targets).pow(2).mean()
            if loss.item() < lowest:
                lowest = loss.item()
                self.best_model = self.model  # expect: TAP605
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
        return lowest

    def predicted(self, inputs):
        return self.best_model(inputs)


trainer = Trainer(nn.Linear(2, 1))
inputs, targets = torch.randn(8, 2), torch.randn(8, 1)
trainer.fit(inputs, targets, 20)
assert trainer.best_model is trainer.model
