"""Several backwards are added up before each step; every loss has been backpropagated by then."""

# torch: runs
import torch
from torch import nn

model = nn.Sequential(nn.Linear(2, 3), nn.ReLU(), nn.Linear(3, 1))
optimizer = torch.optim.Adam(model.parameters())
accumulate = 2
optimizer.zero_grad()
for i, x in enumerate(torch.randn(4, 3, 2)):
    loss = model(x).pow(2).mean() / accumulate
    loss.backward()
    if (i + 1) % accumulate == 0:
        optimizer.step()
        optimizer.zero_grad()
