"""What the network gives is detached in the next line."""

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
    results = []
    for x in loader:
        output = model(x)
        output = output.detach()
        results.append(output.mean())
    return results


for epoch in range(2):
    train()
    evaluate(torch.randn(2, 8, 4))
