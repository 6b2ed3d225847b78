"""Each epoch is validated with dropout on."""

# torch: runs
import torch
from torch import nn

model = nn.Sequential(nn.Linear(4, 32), nn.ReLU(), nn.Dropout(0.5), nn.Linear(32, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
train_loader = [torch.randn(8, 4) for _ in range(3)]
val_loader = [torch.randn(8, 4) for _ in range(2)]

losses = []
for epoch in range(2):
    for x in train_loader:
        optimizer.zero_grad()
        model(x).pow(2).mean().backward()
        optimizer.step()
    with torch.no_grad():
        for x in val_loader:
            losses.append(model(x).pow(2).mean().item())  # expect: TAP607 likely
assert model.training
