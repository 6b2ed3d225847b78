"""The function that tests is decorated."""

# torch: runs
import torch
from torch import nn


def train(net, optimizer, batches):
    for x in batches:
        optimizer.zero_grad()
        net(x).pow(2).mean().backward()
        optimizer.step()


@torch.no_grad()
def test(net, batches):
    total = 0.0
    for x in batches:
        loss = net(x).pow(2).mean()
        assert not loss.requires_grad
        total += loss.item()
    return total


model = nn.Linear(4, 1)
optimizer = torch.optim.Adam(model.parameters())
for epoch in range(2):
    train(model, optimizer, torch.randn(2, 8, 4))
    test(model, torch.randn(2, 8, 4))
