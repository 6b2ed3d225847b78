"""The loop goes over the data of the training, and learns nothing that it should not."""

# torch: runs
import torch
from torch import nn

model = nn.Sequential(nn.Linear(4, 8), nn.BatchNorm1d(8), nn.Linear(8, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
train_loader = torch.randn(3, 8, 4)
for epoch in range(2):
    for x in train_loader:
        optimizer.zero_grad()
        model(x).pow(2).mean().backward()
        optimizer.step()
    with torch.no_grad():
        for x in train_loader:
            print(model(x).pow(2).mean().item())
