"""Nobody in sight calls `evaluate`: whoever does may have switched recording off."""

# torch: runs
import torch
from torch import nn

model = nn.Linear(4, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)


def train():
    optimizer.zero_grad()
    model(torch.randn(8, 4)).pow(2).mean().backward()
    optimizer.step()


def evaluate(loader):
    total = 0.0
    for x in loader:
        total += model(x).mean().item()
    return total


for epoch in range(2):
    train()
