"""Dropout is on to tell how unsure the network is."""

# torch: runs
import torch
from torch import nn

model = nn.Sequential(nn.Linear(4, 8), nn.Dropout(), nn.Linear(8, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for _ in range(2):
    optimizer.zero_grad()
    model(torch.randn(8, 4)).pow(2).mean().backward()
    optimizer.step()


@torch.no_grad()
def evaluate_uncertainty(loader, passes=10):
    for x in loader:
        several = torch.stack([model(x) for _ in range(passes)])
        yield several.mean(0), several.std(0)


mean, spread = next(evaluate_uncertainty(torch.randn(2, 8, 4)))
assert spread.max() > 0
