"""Stacking what the container holds keeps the history."""

# torch: right gradient
from concurrent.futures import ThreadPoolExecutor

import torch
import torch.nn.functional as F

model = torch.nn.Linear(2, 1)  # parameter
with ThreadPoolExecutor(max_workers=1) as pool:
    collected = list(pool.map(model, torch.tensor([[1.0, 2.0], [0.0, 1.0]])))
targets = torch.tensor([[1.0], [2.0]])
loss = F.mse_loss(torch.stack(collected), targets)
loss.backward()
