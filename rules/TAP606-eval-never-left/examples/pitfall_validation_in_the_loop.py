"""Validation switches the network to evaluation, and the next epoch trains without dropout."""

# torch: runs
import torch
from torch import nn

model = nn.Sequential(nn.Linear(4, 8), nn.Dropout(), nn.Linear(8, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
x, y = torch.randn(6, 4), torch.randn(6, 1)
modes = []
for epoch in range(3):
    modes.append(model.training)
    loss = nn.functional.mse_loss(model(x), y)
    optimizer.zero_grad()
    loss.backward()  # expect: TAP606
    optimizer.step()
    model.eval()
    with torch.no_grad():
        print(nn.functional.mse_loss(model(x), y).item())
assert modes == [True, False, False]
