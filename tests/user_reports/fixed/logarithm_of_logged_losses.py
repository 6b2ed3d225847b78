"""Only the losses' numbers are kept."""
# torch: runs
import numpy as np
import torch
from torch import nn

losses = {}
for rate in (0.1, 0.01):
    model = nn.Linear(2, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=rate)
    losses[rate] = []
    for _ in range(3):
        loss = model(torch.randn(4, 2)).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses[rate].append(loss.item())
curves = [np.log10(losses[rate]) for rate in losses]
