"""The same with a module of a loss, and a network of one's own."""

# torch: runs
import torch
from torch import nn


class Regression(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.hidden, self.out = nn.Linear(size, 8), nn.Linear(8, 1)

    def forward(self, x):
        return self.out(torch.tanh(self.hidden(x)))


model, criterion = Regression(3), nn.L1Loss()
features, prices = torch.rand(10, 3), torch.rand(10)
loss = criterion(model(features), prices)  # expect: TAP409 certain
loss.backward()
