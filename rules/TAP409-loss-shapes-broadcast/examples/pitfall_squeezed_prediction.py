"""The prediction is squeezed, and the target is a slice that stays a column."""

# torch: runs
import torch
import torch.nn.functional as F
from torch import nn


class Table(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(3, 8), nn.ReLU(), nn.Linear(8, 1))

    def forward(self, x):
        return self.body(x).squeeze(-1)


def train(model, optimizer, table):
    for rows in table.split(8):
        x, y = rows[:, :-1], rows[:, -1:]
        loss = F.mse_loss(model(x), y)  # expect: TAP409 likely
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def main():
    net = Table()
    train(net, torch.optim.Adam(net.parameters()), read())


def read():
    return torch.randn(32, 4)


main()
