"""`set_grad_enabled(False)` switches recording off for what follows."""

# torch: runs
import torch
from torch import nn

model = nn.Linear(4, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
val_loader = torch.randn(2, 8, 4)
for epoch in range(2):
    optimizer.zero_grad()
    model(torch.randn(8, 4)).pow(2).mean().backward()
    optimizer.step()
torch.set_grad_enabled(False)
for x in val_loader:
    assert not model(x).requires_grad
