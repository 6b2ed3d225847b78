"""Whoever calls `validate` switches before."""

# torch: runs
import torch
from torch import nn


def train(model, optimizer):
    optimizer.zero_grad()
    model(torch.randn(8, 4)).pow(2).mean().backward()
    optimizer.step()


@torch.no_grad()
def validate(model, loader):
    return sum(model(x).pow(2).mean().item() for x in loader)


def main():
    model = nn.Sequential(nn.Linear(4, 8), nn.Dropout(), nn.Linear(8, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(2):
        model.train()
        train(model, optimizer)
        model.eval()
        validate(model, torch.randn(2, 8, 4))


main()
