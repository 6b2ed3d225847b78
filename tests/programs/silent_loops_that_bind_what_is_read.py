"""Had the inner loop not run, the name behind it would have been unbound in the first round."""

import torch
from torch import nn


class Cell(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = nn.Linear(5, 3)
        self.outer = nn.Linear(3, 2)

    def forward(self, x, h):
        h = torch.tanh(self.inner(torch.cat((x, h), dim=1)))
        return self.outer(h), h


def train(series, rounds):
    cell = Cell()
    optimizer = torch.optim.Adam(cell.parameters())
    for _ in range(rounds):
        optimizer.zero_grad()
        h = torch.zeros(4, 3)
        for at in reversed(range(series.size(1))):
            out, h = cell.forward(series[:, at, :], h)
        mean, spread = out[:, :1], out[:, 1:]
        loss = (mean.pow(2) + spread.exp()).mean()
        loss.backward()
        optimizer.step()


cell = Cell()
steps = torch.randn(4, 6, 2)
for _ in range(10):
    h = torch.zeros(4, 3)
    at = 0
    while at < steps.size(1):
        out, h = cell(steps[:, at], h)
        at += 1
    out.pow(2).sum().backward()
