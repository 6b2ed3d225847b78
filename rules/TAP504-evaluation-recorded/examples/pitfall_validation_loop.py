"""Each batch of the validation records a graph, and nobody runs a backward."""

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
    for x in val_loader:
        loss = model(x).pow(2).mean()  # expect: TAP504 likely
        assert loss.grad_fn is not None
        print(loss.item())
