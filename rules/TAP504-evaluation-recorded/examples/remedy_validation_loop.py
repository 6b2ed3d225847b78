"""The loop of the validation stands under `no_grad`."""

# torch: runs
import torch
from torch import nn

model = nn.Sequential(nn.Linear(4, 32), nn.ReLU(), nn.Linear(32, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
train_loader = [torch.randn(8, 4) for _ in range(3)]
val_loader = [torch.randn(8, 4) for _ in range(2)]
for epoch in range(2):
    for x in train_loader:
        optimizer.zero_grad()
        model(x).pow(2).mean().backward()
        optimizer.step()
    with torch.no_grad():
        for x in val_loader:
            loss = model(x).pow(2).mean()
            assert loss.grad_fn is None
            print(loss.item())
