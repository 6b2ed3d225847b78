"""Losses are kept with their graphs for a plot, and np.log10 stumbles over the list."""
# torch: raises RuntimeError: Can't call numpy() on Tensor that requires grad
# report: https://github.com/source-separation/tutorial/issues/28
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
        losses[rate].append(loss)
curves = [np.log10(losses[rate]) for rate in losses]  # expect: TAP105
