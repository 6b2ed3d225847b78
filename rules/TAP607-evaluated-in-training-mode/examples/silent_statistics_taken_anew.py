"""Batch norm is to learn the data of the new domain: that is what the loop is for."""

# torch: runs
import torch
from torch import nn

model = nn.Sequential(nn.Linear(4, 8), nn.BatchNorm1d(8))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for _ in range(2):
    optimizer.zero_grad()
    model(torch.randn(8, 4)).pow(2).mean().backward()
    optimizer.step()


def adapt_bn(model, test_loader):
    model.train()
    with torch.no_grad():
        for x in test_loader:
            model(x)


adapt_bn(model, torch.randn(2, 8, 4))
