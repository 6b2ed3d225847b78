"""The network that is evaluated is frozen."""

# torch: runs
import torch
from torch import nn

model = nn.Linear(4, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for epoch in range(2):
    optimizer.zero_grad()
    model(torch.randn(8, 4)).pow(2).mean().backward()
    optimizer.step()
model.requires_grad_(False)
test_loader = torch.randn(2, 8, 4)
for x in test_loader:
    assert not model(x).requires_grad
