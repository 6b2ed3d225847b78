"""A copy is evaluated, in a mode of its own."""

# torch: runs
import copy

import torch
from torch import nn

model = nn.Sequential(nn.Linear(4, 8), nn.Dropout(), nn.Linear(8, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
val_loader = torch.randn(2, 8, 4)
for epoch in range(2):
    optimizer.zero_grad()
    model(torch.randn(8, 4)).pow(2).mean().backward()
    optimizer.step()
    snapshot = copy.deepcopy(model).eval()
    with torch.no_grad():
        for x in val_loader:
            assert torch.equal(snapshot(x), snapshot(x))
