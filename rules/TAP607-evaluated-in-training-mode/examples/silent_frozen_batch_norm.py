"""The batch norms are in evaluation for good, on purpose."""

# torch: runs
import torch
from torch import nn

model = nn.Sequential(nn.Linear(4, 8), nn.BatchNorm1d(8), nn.Linear(8, 1))
for module in model:
    if isinstance(module, nn.BatchNorm1d):
        module.eval()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
val_loader = torch.randn(2, 8, 4)
for epoch in range(2):
    optimizer.zero_grad()
    model(torch.randn(8, 4)).pow(2).mean().backward()
    optimizer.step()
    with torch.no_grad():
        for x in val_loader:
            assert torch.equal(model(x), model(x))
